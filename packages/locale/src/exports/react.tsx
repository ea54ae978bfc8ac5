export {
  createMessages,
  type Messages,
  type MessagesProviderProps,
} from '../react/createMessages.tsx'
export {
  LocaleProvider,
  type LocaleProviderProps,
  type LocaleValue,
  useDocumentLocale,
  useLocale,
} from '../react/LocaleProvider.tsx'
export { PriceText, type PriceTextProps } from '../react/PriceText.tsx'
export type { TagRenderer } from '../react/renderRich.tsx'
export { type Dates, useDates } from '../react/useDates.ts'
export { type Numbers, type Surface, useNumbers } from '../react/useNumbers.ts'
