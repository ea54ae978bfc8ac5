import { directionOf, MESSAGE_LOCALES, type MessageLocale } from '../locales/localeTable.ts'
import type { Finding, Report } from './findings.ts'
import { chooseTexts, type LanguageTexts, readLanguage } from './languageTexts.ts'
import type { ModuleForm } from './moduleForm.ts'
import { PARTS_FILE, partTexts } from './partTexts.ts'
import { PSEUDO_LOCALES, type PseudoLocale, pseudoMessage } from './pseudo.ts'
import { type CatalogEntry, type CatalogTexts, readCatalog } from './readCatalog.ts'
import { FALLBACK_FILE, isMessageLocale, readFallback } from './readFallback.ts'
import { unusedIds } from './unusedIds.ts'
import { type Bundle, writeModules } from './writeModules.ts'

/** Names a tag in a text may have. Not HTML: each is a place that the caller fills. */
export const DEFAULT_TAGS: readonly string[] = ['link', 'strong', 'value']

/** Catalog files and settings of {@link compileCatalogs}. */
export interface CompileOptions {
  /**
   * Text of each file of the catalog folder by its name: `en.json`, `de.json`, `fallback.json`,
   * `parts.json`.
   */
  readonly files: Readonly<Record<string, string>>
  /** Locales that must come out; default: those that have a file. */
  readonly required?: readonly MessageLocale[]
  /** Default DEFAULT_TAGS. */
  readonly tags?: readonly string[]
  /** Default `ts`. */
  readonly form?: ModuleForm
  /** Also write en-XA and en-XB; default false. */
  readonly pseudo?: boolean
  /**
   * A text that is missing falls back without being listed, and one whose id is gone is left out:
   * for work on the app, before the translators. Default false.
   */
  readonly draft?: boolean
  /** Texts of the sources that use the ids; omitted: unused ids are not looked for. */
  readonly sources?: Iterable<string>
}

/** The generated modules and what is wrong with the catalogs. */
export interface CompileResult {
  /**
   * Text of each file to write by its name, those of a part as `account/de.ts`. Complete only when
   * there are no findings.
   */
  readonly modules: ReadonlyMap<string, string>
  readonly findings: readonly Finding[]
}

/** Catalogs in, modules out; no file is touched. The same input gives the same bytes. */
export function compileCatalogs({
  files,
  required = [],
  tags = DEFAULT_TAGS,
  form = 'ts',
  pseudo = false,
  draft = false,
  sources,
}: CompileOptions): CompileResult {
  const findings: Finding[] = []
  const report = (finding: Finding) => void (isUnfinished(finding, draft) || findings.push(finding))
  const allowedTags = new Set(tags)
  const catalogs = readCatalogs(files, report)
  const english = catalogs.get('en') ?? new Map<string, CatalogEntry>()
  if (!catalogs.has('en'))
    report({ rule: 'missing', file: 'en.json', message: 'the source language has no file' })

  const texts = readLanguage(english, { locale: 'en', allowedTags, report })
  const source = { texts, ids: new Set(english.keys()) }
  const languages = new Map([['en' as MessageLocale, texts]])
  for (const [locale, catalog] of catalogs)
    if (locale !== 'en')
      languages.set(locale, readLanguage(catalog, { locale, allowedTags, source, report }))

  const fallback = readFallback(files[FALLBACK_FILE], report)
  const bundles: Bundle[] = [
    ...new Set<MessageLocale>(['en', ...catalogs.keys(), ...required, ...fallback.keys()]),
  ].map((locale) => {
    const written = new Set(catalogs.get(locale)?.keys())
    return {
      locale,
      messages: chooseTexts(texts, { locale, languages, fallback, written, draft, report }),
      isolate: directionOf(locale) === 'rtl',
    }
  })
  if (pseudo) bundles.push(...PSEUDO_LOCALES.map((locale) => pseudoBundle(locale, texts)))
  for (const id of sources ? unusedIds(source.ids, sources) : [])
    report({
      rule: 'unused',
      file: 'en.json',
      id,
      line: english.get(id)?.line ?? 1,
      message: 'no source names it',
    })
  const modules = partTexts(texts, { json: files[PARTS_FILE], report }).flatMap((part) => [
    ...writeModules(bundles, { ...part, form }),
  ])
  return { modules: new Map(modules), findings }
}

function isUnfinished({ rule, file }: Finding, draft: boolean): boolean {
  return draft && file !== 'en.json' && (rule === 'missing' || rule === 'unknown-id')
}

function readCatalogs(
  files: CompileOptions['files'],
  report: Report,
): Map<MessageLocale, CatalogTexts> {
  const catalogs = new Map<MessageLocale, CatalogTexts>()
  // In the order of the locale table, whatever the order of the folder.
  for (const locale of MESSAGE_LOCALES) {
    const text = files[`${locale}.json`]
    if (text !== undefined)
      catalogs.set(locale, readCatalog(text, { file: `${locale}.json`, report }))
  }
  for (const file of Object.keys(files)) {
    if (
      file !== FALLBACK_FILE &&
      file !== PARTS_FILE &&
      !isMessageLocale(file.replace(/\.json$/, ''))
    )
      report({ rule: 'unknown-locale', file, message: 'the name is no locale' })
  }
  return catalogs
}

function pseudoBundle(locale: PseudoLocale, source: LanguageTexts): Bundle {
  return {
    locale,
    messages: [...source].map(([id, { elements }]) => ({
      id,
      elements: pseudoMessage(elements, locale),
    })),
    isolate: locale === 'en-XB',
  }
}
