import { isLocale, type Locale } from '@x/locale'
import { messageLoaders } from '../../messages.ts'

/** Languages whose catalog is there; the other prefixes lead to the same pages in English. */
export const OFFERED_LOCALES: readonly Locale[] = Object.keys(messageLoaders).filter(isLocale)
