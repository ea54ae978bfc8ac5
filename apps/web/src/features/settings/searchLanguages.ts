import { htmlLang, LOCALE_TABLE, LOCALES, type Locale } from '@x/locale'

/**
 * The languages whose own name, tag, English name or name in the language on screen holds the
 * words; all of them for none. Sorted by their own names, as the language on screen sorts.
 */
export function searchLanguages(
  query: string,
  { locale }: { readonly locale: Locale },
): readonly Locale[] {
  const wanted = fold(query.trim())
  const { compare } = new Intl.Collator(LOCALE_TABLE[locale].tag)
  const sorted = LOCALES.toSorted((a, b) => compare(LOCALE_TABLE[a].name, LOCALE_TABLE[b].name))
  if (wanted === '') return sorted
  const readers = [LOCALE_TABLE[locale].tag, 'en'].map(
    (tag) => new Intl.DisplayNames([tag], { type: 'language' }),
  )
  return sorted.filter((candidate) => {
    return [
      LOCALE_TABLE[candidate].name,
      candidate,
      ...readers.map((reader) => reader.of(htmlLang(candidate)) ?? ''),
    ].some((text) => fold(text).includes(wanted))
  })
}

/** Case and accents do not count: “espanol” finds Español. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
