// Finds untranslated texts of a catalog, terms that differ from the glossary, and French signs
// without a no-break space.
const SPEAKS_ENGLISH = new Set(['en', 'en-GB', 'asia', 'en-PH', 'en-IN', 'en-ZA'])
/** English function words that no other language in Latin script has. */
const ENGLISH =
  /(?<![\p{L}'’])(?:the|your|please|with|this|which|should|cannot|[cw]ould|has been)(?![\p{L}'’])/iu

/**
 * French sets a space before these signs; a plain one would leave the sign alone at the beginning
 * of a line.
 */
const BREAKABLE = / [:;?!](?=\s|$)/u
/** Terms that half of the languages inflect beyond their stems. */
const VERBS = /^(?:log|sign) /i
const fold = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/**
 * Whether a text keeps to a term, allowing for inflection and abbreviation: it shares the beginning
 * of one of its words.
 */
function sharesAStem(text, term) {
  const stems = fold(term).match(/\p{L}{2,}/gu) ?? []
  return (
    stems.length === 0 ||
    stems.some((word) =>
      fold(text).includes(
        word.slice(
          0,
          /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
            ? 2
            : 3,
        ),
      ),
    )
  )
}

/** The words of a text, without arguments, plural frames and tags. */
export const plain = (text) =>
  text
    .replace(/\{\w+, (?:plural|select|selectordinal),/g, ' ')
    .replace(/\b(?:zero|one|two|few|many|other|=\d+) \{/g, ' ')
    .replace(/\{\w+(?:, [^{}]*)?\}/g, ' ')
    .replace(/<[^>]*>|[{}#]/g, ' ')
    .trim()
/** More than names, codes and signs: a word with a small letter after its first. */
const hasWords = (text) => /\p{L}\p{Ll}{2,}/u.test(plain(text))

/**
 * @param {{ locale: string, english: Record<string, string>, texts: Record<string, string>, terms?:
 * Record<string, string>, same?: readonly string[] }} catalog `terms`: English term -> term of the
 * language. `same`: English texts that the language writes alike.
 * @returns {string[]}
 */
export function leftovers({ locale, english, texts, terms = {}, same = [] }) {
  if (SPEAKS_ENGLISH.has(locale)) return []
  const alike = new Set(
    [
      ...same,
      ...Object.entries(terms)
        .filter(([from, to]) => from.toLowerCase() === to.toLowerCase())
        .map(([from]) => from),
    ].map((text) => text.toLowerCase()),
  )
  const byText = new Map(Object.entries(terms).map(([from, to]) => [from.toLowerCase(), to]))
  const faults = []
  for (const [id, text] of Object.entries(texts)) {
    const source = english[id]
    if (source === undefined) continue
    if (text === source && hasWords(text) && !alike.has(plain(text).toLowerCase()))
      faults.push(`${id}: as in English: ${text}`)
    else if (ENGLISH.test(plain(text))) faults.push(`${id}: English words: ${text}`)
    if (locale === 'fr' && BREAKABLE.test(plain(text)))
      faults.push(`${id}: a space that may break before a sign: ${text}`)
    const term = byText.get(source.toLowerCase())
    // One English word can be a noun here and a verb there (trade, order); terms of several words
    // are not ambiguous.
    if (
      term !== undefined &&
      /\w \w/.test(source) &&
      !VERBS.test(source) &&
      !sharesAStem(text, term)
    )
      faults.push(`${id}: the glossary says “${term}” for “${source}”: ${text}`)
  }
  return faults
}
