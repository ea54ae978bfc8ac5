export { uiStringsEn } from '../strings/en.ts'
export {
  loadUiStrings,
  type LoadUiStringsOptions,
  UI_LOCALES,
  type UiLocale,
} from '../strings/loadUiStrings.ts'
export type { UiStrings } from '../strings/UiStrings.ts'
