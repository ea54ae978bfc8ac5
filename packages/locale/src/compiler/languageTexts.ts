import { localeRow, type MessageLocale } from '../locales/localeTable.ts'
import { messageFallback } from '../messages/messageFallback.ts'
import { checkMessage } from './checkMessage.ts'
import type { Report } from './findings.ts'
import { type MessageShape, messageShape } from './messageShape.ts'
import { type Element, parseMessage } from './parseMessage.ts'
import type { CatalogTexts } from './readCatalog.ts'
import { FALLBACK_FILE, type FallbackList } from './readFallback.ts'

/** A checked text, parsed. */
export interface ReadText {
  readonly text: string
  readonly elements: readonly Element[]
  readonly shape: MessageShape
}

/** id -> text, of one language; texts that failed a check are not in it. */
export type LanguageTexts = ReadonlyMap<string, ReadText>

export interface ReadLanguageOptions {
  readonly locale: MessageLocale
  readonly allowedTags: ReadonlySet<string>
  /** Omitted for the source itself: its sound texts, and every id it has. */
  readonly source?: { readonly texts: LanguageTexts; readonly ids: ReadonlySet<string> }
  readonly report: Report
}

export function readLanguage(
  catalog: CatalogTexts,
  { locale, allowedTags, source, report }: ReadLanguageOptions,
): LanguageTexts {
  const { tag } = localeRow(locale)
  const texts = new Map<string, ReadText>()
  for (const [id, { text, line }] of catalog) {
    const at = { file: `${locale}.json`, id, line }
    if (source && !source.ids.has(id)) {
      report({ ...at, rule: 'unknown-id', message: 'en.json has no such id' })
      continue
    }
    const parsed = parseMessage(text, tag)
    if ('fault' in parsed) {
      report({ ...at, rule: 'syntax', message: parsed.fault })
      continue
    }
    const faults = checkMessage(parsed.elements, {
      tag,
      allowedTags,
      source: source?.texts.get(id)?.shape,
    })
    for (const fault of faults) report({ ...at, ...fault })
    if (faults.length === 0)
      texts.set(id, { text, elements: parsed.elements, shape: messageShape(parsed.elements) })
  }
  return texts
}

/** A text for a module, and where it comes from when it has fallen back. */
export interface ChosenText {
  readonly id: string
  readonly elements: readonly Element[]
  readonly rulesTag: string | undefined
}

export interface ChooseOptions {
  readonly locale: MessageLocale
  readonly languages: ReadonlyMap<MessageLocale, LanguageTexts>
  readonly fallback: FallbackList
  /**
   * Ids that the language's own file has, sound or not: a broken text is reported once, not also as
   * missing.
   */
  readonly written: ReadonlySet<string>
  /** Every text that is missing may fall back. */
  readonly draft?: boolean
  readonly report: Report
}

/**
 * One text an id, in the source's order: the language's own, or the nearest relative's where the
 * list allows it.
 */
export function chooseTexts(
  source: LanguageTexts,
  { locale, languages, fallback, written, draft = false, report }: ChooseOptions,
): ChosenText[] {
  const own = languages.get(locale)
  const allowed = fallback.get(locale)
  if (allowed && allowed !== '*') {
    const idle = [...allowed].filter((id) => written.has(id) || !source.has(id))
    for (const id of idle)
      report({
        rule: 'fallback',
        file: FALLBACK_FILE,
        id,
        message: `${locale} has a text of its own, or en.json none`,
      })
  }
  const chosen: ChosenText[] = []
  for (const id of source.keys()) {
    const mine = own?.get(id)
    if (mine) chosen.push({ id, elements: mine.elements, rulesTag: undefined })
    else if (allowed === '*' || allowed?.has(id) || (draft && !written.has(id)))
      chosen.push({ id, ...nearest(id, { locale, languages }) })
    else if (!written.has(id))
      report({
        rule: 'missing',
        file: `${locale}.json`,
        id,
        message: `no text, and ${FALLBACK_FILE} does not list it`,
      })
  }
  return chosen
}

function nearest(
  id: string,
  { locale, languages }: Pick<ChooseOptions, 'locale' | 'languages'>,
): Pick<ChosenText, 'elements' | 'rulesTag'> {
  for (let at = messageFallback(locale); at; at = messageFallback(at)) {
    const text = languages.get(at)?.get(id)
    if (text) return { elements: text.elements, rulesTag: foreignRules(locale, at) }
  }
  return { elements: [], rulesTag: undefined }
}

/**
 * English words in a Russian page still count in English: "21 orders", where Russian rules would
 * say "one".
 */
function foreignRules(locale: MessageLocale, from: MessageLocale): string | undefined {
  const language = (name: MessageLocale) => new Intl.Locale(localeRow(name).tag).language
  return language(locale) === language(from) ? undefined : localeRow(from).tag
}
