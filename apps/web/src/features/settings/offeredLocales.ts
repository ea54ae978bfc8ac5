import { isLocale, type Locale } from '@x/locale'
import { textLoaders } from '../../messages.ts'

/** Languages whose catalog is there; the other prefixes lead to the same pages in English. */
export const OFFERED_LOCALES: readonly Locale[] = Object.keys(textLoaders).filter(isLocale)
