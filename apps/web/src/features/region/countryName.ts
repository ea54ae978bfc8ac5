import { type Locale, LOCALE_TABLE } from '@x/locale'

/** In the language of the screen, else in English; what is no country of that list as it is. */
export function countryName(code: string, locale: Locale): string {
  try {
    return (
      new Intl.DisplayNames([LOCALE_TABLE[locale].tag, 'en'], { type: 'region' }).of(code) ?? code
    )
  } catch {
    return code
  }
}
