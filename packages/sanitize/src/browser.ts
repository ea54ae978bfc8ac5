import type { Engine } from './engine.ts'
import type { NativePlatform } from './nativeEngine.ts'
import type { SanitizerOptions } from './options.ts'
import { extendPolicy } from './policy.ts'
import { safeText } from './text.ts'
import { createUrlRules, type UrlRules } from './urls.ts'

/** The Trusted Types policy of a sanitiser, or plain text where the browser has none. */
export interface HtmlPolicy<Html> {
  createHTML(html: string): Html
}

/**
 * `globalThis.trustedTypes`, which TypeScript's DOM types lack before version 6:
 * `const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesFactory }`.
 */
export interface TrustedTypesFactory<Html = string> {
  createPolicy(name: string, rules: HtmlPolicy<string>): HtmlPolicy<Html>
}

/** Options of {@link createSanitizer}. */
export interface BrowserSanitizerOptions<Html> extends SanitizerOptions {
  /**
   * Makes the page's Trusted Types policy, where the browser enforces them: `(rules) =>
   * trustedTypes.createPolicy('x-sanitize', rules)`. The rules sanitise: code that obtains the
   * policy gets clean HTML from it, and before the first `html` none at all.
   */
  readonly createPolicy?: (rules: HtmlPolicy<string>) => HtmlPolicy<Html>
}

/** Cleans HTML, addresses and texts. */
export interface Sanitizer<Html = string> extends UrlRules {
  /** The text, or `''` where it begins with a `javascript:` scheme (S5). */
  text(text: unknown): string
  /** Clean HTML for `innerHTML`. Never rejects; what is refused becomes empty. */
  html(html: unknown): Promise<Html>
}

/**
 * The sanitiser of a page. Addresses and texts are judged at once; what HTML needs comes with the
 * first HTML: the browser's own sanitiser where it has one, else sanitize-html. Throws a
 * `SanitizeError` for options that no sanitiser may have.
 */
export function createSanitizer(
  options: BrowserSanitizerOptions<string> & { readonly createPolicy?: undefined },
): Sanitizer
export function createSanitizer<Html>(
  options: BrowserSanitizerOptions<Html> & {
    readonly createPolicy: (rules: HtmlPolicy<string>) => HtmlPolicy<Html>
  },
): Sanitizer<Html>
export function createSanitizer<Html>({
  createPolicy,
  extend = {},
  maxBytes,
  onRefused = () => {},
  ...addresses
}: BrowserSanitizerOptions<Html>): Sanitizer<Html | string> {
  const urls = createUrlRules(addresses)
  const policy = extendPolicy(extend, { maxBytes })
  let clean: ((html: string) => string) | undefined
  const rules: HtmlPolicy<string> = {
    // Without an engine nothing may pass.
    createHTML: (html) => (clean ? clean(html) : (onRefused({ reason: 'engine', bytes: 0 }), '')),
  }
  const vouching: HtmlPolicy<Html | string> = createPolicy ? createPolicy(rules) : rules

  const prepare = async () => {
    const [{ createCleaner }, engine] = await Promise.all([
      import('./createCleaner.ts'),
      loadEngine(),
    ])
    const cleaner = createCleaner({ policy, urls, onRefused })
    clean = (html) => cleaner(html, engine)
  }
  return {
    ...urls,
    text: safeText,
    async html(html) {
      if (!clean) await prepare().catch(() => {})
      // A policy turns whatever it is given into text.
      return vouching.createHTML(typeof html === 'string' ? html : '')
    },
  }
}

async function loadEngine(): Promise<Engine> {
  const Sanitizer: unknown = Reflect.get(globalThis, 'Sanitizer')
  if (typeof Sanitizer !== 'function' || !('setHTML' in Element.prototype))
    return (await import('./sanitizeHtmlEngine.ts')).sanitizeHtmlEngine
  const { createNativeEngine } = await import('./nativeEngine.ts')
  return createNativeEngine({
    Sanitizer: Sanitizer as NativePlatform['Sanitizer'],
    createDocument: () => document.implementation.createHTMLDocument(''),
  })
}
