/* global __LOCALES__ -- written into the build by .vitepress/config.mjs */
export const LOCALES = __LOCALES__
