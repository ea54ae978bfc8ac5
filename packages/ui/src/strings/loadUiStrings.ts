import english from '../generated/strings/en.ts'
import { createFormat } from '../generated/strings/format.ts'
import { loaders } from '../generated/strings/loaders.ts'
import type { MessageFormat } from '../generated/strings/messages.ts'
import { bindStrings } from './bindStrings.ts'
import { uiStringsEn } from './en.ts'
import type { UiStrings } from './UiStrings.ts'

/** Name of a catalog. */
export type UiLocale = keyof typeof loaders

/** Names of all catalogs. */
export const UI_LOCALES = Object.keys(loaders) as readonly UiLocale[]

/** Options of `loadUiStrings`. */
export interface LoadUiStringsOptions {
  /** Formats numbers and selects plurals; default: the platform's Intl with Latin digits. */
  readonly format?: MessageFormat
}

/** Intl tags of catalogs whose name is no tag or lacks the Latin digits of trading screens. */
const TAGS: Readonly<Partial<Record<string, string>>> = {
  ar: 'ar-u-nu-latn',
  asia: 'en-001',
  ph: 'fil-PH',
  uz: 'uz-Latn',
  'zh-TC': 'zh-Hant',
}
const FALLBACKS: Readonly<Partial<Record<string, string>>> = {
  'zh-TC': 'zh-TW',
  'zh-Hant': 'zh-TW',
  'zh-HK': 'zh-TW',
  'zh-MO': 'zh-TW',
  zh: 'zh-CN',
  asia: 'en',
  fil: 'ph',
}

/**
 * Loads the texts of a language. A language without a catalog falls back to a related one, finally
 * to English. Rejects if the code cannot be loaded.
 */
export async function loadUiStrings(
  locale: string,
  { format }: LoadUiStringsOptions = {},
): Promise<UiStrings> {
  const found = nearestNames(locale).find(hasCatalog) ?? 'en'
  if (found === 'en' && !format) return uiStringsEn
  // English is imported statically; a dynamic import of the same module would make a bundler wait
  // for its whole file.
  return bindStrings(
    found === 'en' ? english : await loaders[found](),
    format ?? createFormat({ tag: TAGS[found] ?? found }),
  )
}

/**
 * Returns possible catalog names, best first: `zh-Hant-HK`, `zh-Hant`, `zh`, each followed by its
 * fallback.
 */
function nearestNames(locale: string): readonly (string | undefined)[] {
  const parts = locale.split('-')
  return parts.flatMap((_, index) => {
    const name = parts.slice(0, parts.length - index).join('-')
    return [name, FALLBACKS[name]]
  })
}

function hasCatalog(name: string | undefined): name is UiLocale {
  return name !== undefined && Object.hasOwn(loaders, name)
}
