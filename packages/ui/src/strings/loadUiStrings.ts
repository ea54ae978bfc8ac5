import english from '../generated/strings/en.ts'
import { createFormat } from '../generated/strings/format.ts'
import { loaders } from '../generated/strings/loaders.ts'
import type { MessageFormat } from '../generated/strings/messages.ts'
import { bindStrings } from './bindStrings.ts'
import { uiStringsEn } from './en.ts'
import type { UiStrings } from './UiStrings.ts'

/** A language that the texts have been written in, by the name of its catalog. */
export type UiLocale = keyof typeof loaders

/** The languages that have a catalog. */
export const UI_LOCALES = Object.keys(loaders) as readonly UiLocale[]

export interface LoadUiStringsOptions {
  /** Writes the counts and chooses the plurals; default: the platform's Intl with Latin digits. */
  readonly format?: MessageFormat
}

/**
 * Catalog names that are no tag of Intl, or not the wanted one: trading screens have Latin digits
 * in every language.
 */
const TAGS: Readonly<Partial<Record<string, string>>> = {
  ar: 'ar-u-nu-latn',
  asia: 'en-001',
  ph: 'fil-PH',
  uz: 'uz-Latn',
  'zh-TC': 'zh-Hant',
}
const RELATIVES: Readonly<Partial<Record<string, string>>> = {
  'zh-TC': 'zh-TW',
  'zh-Hant': 'zh-TW',
  'zh-HK': 'zh-TW',
  'zh-MO': 'zh-TW',
  zh: 'zh-CN',
  asia: 'en',
  fil: 'ph',
}

/**
 * The widgets' texts in one language, fetched when asked for. A language without a catalog has its
 * nearest relative's texts, English in the end. Rejects when the code cannot be fetched.
 */
export async function loadUiStrings(
  locale: string,
  { format }: LoadUiStringsOptions = {},
): Promise<UiStrings> {
  const found = nearestNames(locale).find(hasCatalog) ?? 'en'
  if (found === 'en' && !format) return uiStringsEn
  // English is here already; a bundler makes the dynamic import of a module that is also imported
  // statically wait for its whole file.
  return bindStrings(
    found === 'en' ? english : await loaders[found](),
    format ?? createFormat({ tag: TAGS[found] ?? found }),
  )
}

/**
 * The names a catalog may have, the nearest first: `zh-Hant-HK`, then `zh-Hant`, then `zh`, each
 * followed by its relative.
 */
function nearestNames(locale: string): readonly (string | undefined)[] {
  const parts = locale.split('-')
  return parts.flatMap((_, index) => {
    const name = parts.slice(0, parts.length - index).join('-')
    return [name, RELATIVES[name]]
  })
}

function hasCatalog(name: string | undefined): name is UiLocale {
  return name !== undefined && Object.hasOwn(loaders, name)
}
