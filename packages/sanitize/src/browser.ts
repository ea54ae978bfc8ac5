import type { Engine } from './engine.ts'
import type { NativePlatform } from './nativeEngine.ts'
import type { SanitizerOptions } from './options.ts'
import { extendPolicy } from './policy.ts'
import { safeText } from './text.ts'
import { createUrlRules, type UrlRules } from './urls.ts'

export interface BrowserSanitizerOptions<Html> extends SanitizerOptions {
  /** Vouches for clean HTML where Trusted Types are enforced: a policy's `createHTML`. */
  readonly toTrusted?: (html: string) => Html
}

export interface Sanitizer<Html = string> extends UrlRules {
  /** The text, or `''` where it begins with a `javascript:` scheme (S5). */
  text(text: unknown): string
  /** Clean HTML for `innerHTML`. Never rejects; what is refused becomes empty. */
  html(html: unknown): Promise<Html>
}

/**
 * The sanitiser of a page. Addresses and texts are judged at once; what HTML needs comes with the first HTML: the browser's own
 * sanitiser where it has one, else sanitize-html. Throws a `SanitizeError` for options that no sanitiser may have.
 */
export function createSanitizer(options: BrowserSanitizerOptions<string> & { readonly toTrusted?: undefined }): Sanitizer
export function createSanitizer<Html>(options: BrowserSanitizerOptions<Html> & { readonly toTrusted: (html: string) => Html }): Sanitizer<Html>
export function createSanitizer<Html>({ toTrusted, extend = {}, onRefused = () => {}, ...addresses }: BrowserSanitizerOptions<Html>): Sanitizer<Html | string> {
  const urls = createUrlRules(addresses)
  const policy = extendPolicy(extend)

  async function clean(html: unknown): Promise<string> {
    try {
      const [{ createCleaner }, engine] = await Promise.all([import('./createCleaner.ts'), loadEngine()])
      return createCleaner({ policy, urls, onRefused })(html, engine)
    } catch {
      // A chunk that does not load must not let anything pass.
      return onRefused({ reason: 'engine', bytes: 0 }), ''
    }
  }

  return {
    ...urls,
    text: safeText,
    async html(html) {
      const safe = await clean(html)
      return toTrusted ? toTrusted(safe) : safe
    },
  }
}

async function loadEngine(): Promise<Engine> {
  const Sanitizer: unknown = Reflect.get(globalThis, 'Sanitizer')
  if (typeof Sanitizer !== 'function' || !('setHTML' in Element.prototype)) return (await import('./sanitizeHtmlEngine.ts')).sanitizeHtmlEngine
  const { createNativeEngine } = await import('./nativeEngine.ts')
  return createNativeEngine({ Sanitizer: Sanitizer as NativePlatform['Sanitizer'], createDocument: () => document.implementation.createHTMLDocument('') })
}
