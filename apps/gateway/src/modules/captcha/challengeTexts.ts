import { readdirSync, readFileSync } from 'node:fs'
import type { ChallengeLanguage, ChallengeTexts } from './browser/texts.ts'

/**
 * The provider's codes, and the catalog of each; `eng` represents every language that the provider
 * lacks (docs/adr/captcha.md).
 */
const CATALOG_OF_CODE: Readonly<Partial<Record<string, string>>> = {
  zho: 'zh-CN',
  'zho-tw': 'zh-TW',
  jpn: 'ja',
  kor: 'ko',
  rus: 'ru',
  spa: 'es',
  fra: 'fr',
  deu: 'de',
  por: 'pt-PT',
  pon: 'pt',
  ind: 'id',
  ara: 'ar',
}
/** What `<html lang>` says where a catalog is named otherwise. */
const CATALOG_OF_TAG: Readonly<Partial<Record<string, string>>> = {
  zh: 'zh-CN',
  'zh-hans-cn': 'zh-CN',
  'zh-hans': 'zh-CN',
  'zh-hant-tw': 'zh-TW',
  'zh-hant': 'zh-TC',
  fil: 'ph',
  'fil-ph': 'ph',
  'en-001': 'asia',
}
const TAG_OF_CATALOG: Readonly<Partial<Record<string, string>>> = {
  asia: 'en-001',
  ph: 'fil-PH',
  pt: 'pt-BR',
  uz: 'uz-Latn',
  'zh-CN': 'zh-Hans',
  'zh-TC': 'zh-Hant',
}

export interface WantedLanguage {
  /** The provider's code. */
  readonly code?: string | undefined
  /** `<html lang>` of the page. */
  readonly page?: string | undefined
}

/** Finds the words of the challenge; `undefined` for English, which the script has itself. */
export type FindLanguage = (wanted: WantedLanguage) => ChallengeLanguage | undefined

/** Reads the catalogs once. A code that names a language goes before the page's own. */
export function readChallengeTexts(
  folder: URL = new URL('../../../messages/', import.meta.url),
): FindLanguage {
  const languages = new Map<string, ChallengeLanguage>()
  for (const file of readdirSync(folder)) {
    const name = file.replace(/\.json$/, '')
    if (name === file || name === 'en' || name === 'fallback') continue
    const texts = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as ChallengeTexts
    languages.set(name, {
      tag: TAG_OF_CATALOG[name] ?? name,
      direction: name === 'ar' ? 'rtl' : 'ltr',
      texts,
    })
  }
  const lowerCase = new Map(
    [...languages].map(([name, language]) => [name.toLowerCase(), language]),
  )
  return ({ code = 'eng', page = '' }) => {
    if (code !== 'eng') return languages.get(CATALOG_OF_CODE[code] ?? '')
    const tag = page.toLowerCase()
    for (const name of [CATALOG_OF_TAG[tag] ?? tag, tag.split('-', 1)[0] ?? '']) {
      const found = languages.get(name) ?? lowerCase.get(name)
      if (found) return found
    }
    return undefined
  }
}
