import { LOCALE_TABLE, MESSAGE_ONLY_TABLE, type MessageLocale } from '../locales/localeTable.ts'
import type { Report } from './findings.ts'

/** Which texts a language may lack: all of them, or the ids listed. */
export type FallbackList = ReadonlyMap<MessageLocale, '*' | ReadonlySet<string>>

export const FALLBACK_FILE = 'fallback.json'

export function isMessageLocale(name: string): name is MessageLocale {
  return Object.hasOwn(LOCALE_TABLE, name) || Object.hasOwn(MESSAGE_ONLY_TABLE, name)
}

/**
 * Reads `{ "bg": "*", "de": ["order.placed"] }`: every missing text is a decision that somebody has
 * written down.
 */
export function readFallback(json: string | undefined, report: Report): FallbackList {
  const list = new Map<MessageLocale, '*' | ReadonlySet<string>>()
  if (json === undefined) return list
  const refuse = (message: string) => report({ rule: 'fallback', file: FALLBACK_FILE, message })
  for (const [locale, ids] of Object.entries(parse(json, refuse))) {
    if (!isMessageLocale(locale))
      report({ rule: 'unknown-locale', file: FALLBACK_FILE, message: locale })
    else if (locale === 'en') refuse('en is the source and has nothing to fall back to')
    else if (ids === '*') list.set(locale, '*')
    else if (Array.isArray(ids) && ids.every((id) => typeof id === 'string'))
      list.set(locale, new Set(ids))
    else refuse(`${locale}: "*" or a list of ids`)
  }
  return list
}

function parse(json: string, refuse: (message: string) => void): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
    refuse('an object of locale and "*" or ids')
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
  }
  return {}
}
