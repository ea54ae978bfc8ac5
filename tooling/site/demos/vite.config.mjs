import path from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  resolve: {
    conditions: ['x-source', 'module', 'browser', 'development|production'],
    dedupe: ['react', 'react-dom'],
  },
  build: {
    outDir: path.resolve(import.meta.dirname, '../generated/pages/public/demos'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 4000,
  },
})
