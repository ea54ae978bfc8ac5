import { LOCALES, type Locale } from './localeTable.ts'

/**
 * Language tags that mean one of the prefixes without being spelled like it (locale Aliases).
 */
const ALIASES: Readonly<Record<string, Locale>> = {
  'zh-hk': 'zh-TC',
  'zh-mo': 'zh-TC',
  'zh-hant': 'zh-TC',
  'zh-hant-tw': 'zh-TW',
  zh: 'zh-CN',
  fil: 'ph',
  tl: 'ph',
  'pt-br': 'pt',
  'es-419': 'es',
  'es-mx': 'es',
  'en-001': 'asia',
  'en-sg': 'asia',
  'en-hk': 'asia',
  'en-my': 'asia',
}

/** The prefix whatever its case, `undefined` for anything else. */
export function localeOfSegment(segment: string): Locale | undefined {
  const lower = segment.toLowerCase()
  return LOCALES.find((locale) => locale.toLowerCase() === lower)
}

/**
 * The locale for a language tag as browsers send it: exact, by alias, else with its last subtags
 * dropped one by one.
 */
export function matchLocale(tag: string): Locale | undefined {
  let rest = tag.replaceAll('_', '-').toLowerCase()
  for (;;) {
    const locale =
      localeOfSegment(rest) ?? (Object.hasOwn(ALIASES, rest) ? ALIASES[rest] : undefined)
    if (locale) return locale
    const cut = rest.lastIndexOf('-')
    if (cut < 0) return undefined
    rest = rest.slice(0, cut)
  }
}

/** The first of the user's languages that the product speaks; English when it speaks none. */
export function bestLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const locale = matchLocale(language)
    if (locale) return locale
  }
  return 'en'
}
