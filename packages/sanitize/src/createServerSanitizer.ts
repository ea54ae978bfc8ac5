import { createCleaner } from './createCleaner.ts'
import type { SanitizerOptions } from './options.ts'
import { extendPolicy } from './policy.ts'
import { sanitizeHtmlEngine } from './sanitizeHtmlEngine.ts'
import { safeText } from './text.ts'
import { createUrlRules, type UrlRules } from './urls.ts'

/** Cleans HTML, addresses and texts on a server. */
export interface ServerSanitizer extends UrlRules {
  /** The text, or `''` where it begins with a `javascript:` scheme (S5). */
  text(text: unknown): string
  /** Clean HTML. Never throws; what is refused becomes empty. */
  html(html: unknown): string
}

/**
 * The browser's rules on a server, at once and by sanitize-html alone. Throws a `SanitizeError` for
 * options that no sanitiser may have.
 */
export function createServerSanitizer({
  extend = {},
  maxBytes,
  onRefused = () => {},
  ...addresses
}: SanitizerOptions): ServerSanitizer {
  const urls = createUrlRules(addresses)
  const clean = createCleaner({ policy: extendPolicy(extend, { maxBytes }), urls, onRefused })
  return { ...urls, text: safeText, html: (html) => clean(html, sanitizeHtmlEngine) }
}
