declare module '*.mjs'
