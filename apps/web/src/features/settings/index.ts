/** What `app/` and other features may import of `settings`. */
export { LanguageMenu } from './LanguageMenu.tsx'
export { SettingsMenu } from './SettingsMenu.tsx'
export { ThemeButton } from './ThemeButton.tsx'
export { usePriceColours } from './usePriceColours.ts'
