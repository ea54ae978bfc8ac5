import type { Clock, Random } from '@x/kit'
import type { CryptoSuite } from './crypto/CryptoSuite.ts'
import { createFallbackCrypto, type CreateSuite } from './fallback/createFallbackCrypto.ts'
import { FALLBACK_GLOBAL } from './fallback/fallbackGlobal.ts'
import { GatewaySignError } from './GatewaySignError.ts'

/** Options of `jsrsasignFallback`. */
export interface JsrsasignFallbackOptions {
  /** `static/crypto.js` of this package, on the site's own static path. */
  readonly src: string
  /**
   * The subresource integrity value, `sha384-…` from `static/integrity.json`. A changed script does
   * not run.
   */
  readonly integrity: string
  readonly clock: Clock
  readonly random: Random
  /** Load timeout in milliseconds. Default 10,000. */
  readonly timeoutMs?: number
  /** `createScriptURL` of a Trusted Types policy, for pages that enforce them. */
  readonly createScriptUrl?: (src: string) => { toString(): string }
}

/**
 * Returns a `loadCrypto` for `createGatewaySign`: Web Crypto where it works, otherwise jsrsasign
 * and crypto-js from the site's static path.
 * @throws GatewaySignError CRYPTO_UNAVAILABLE (when the returned function rejects).
 */
export function jsrsasignFallback({
  src,
  integrity,
  clock,
  random,
  timeoutMs = 10_000,
  createScriptUrl,
}: JsrsasignFallbackOptions): () => Promise<CryptoSuite> {
  const failure = (message: string) =>
    new GatewaySignError('CRYPTO_UNAVAILABLE', message, {
      detail: { script: src.split('?')[0] ?? '' },
    })

  const defined = (): CreateSuite | undefined => {
    const value: unknown = Reflect.get(globalThis, FALLBACK_GLOBAL)
    return typeof value === 'function' ? (value as CreateSuite) : undefined
  }

  const inject = () =>
    new Promise<CreateSuite>((resolve, reject) => {
      const url = new URL(src, document.baseURI)
      if (url.origin !== location.origin)
        throw failure('The crypto script must come from the site itself.')
      const script = document.createElement('script')
      const end = (message: string | null) => {
        timer.cancel()
        script.onload = script.onerror = null
        script.remove()
        const create = defined()
        if (message === null && create) resolve(create)
        else reject(failure(message ?? 'The crypto script defined no function.'))
      }
      const timer = clock.after(timeoutMs, () => end('The crypto script took too long to load.'))
      script.onerror = () =>
        end('The crypto script could not be loaded, or is not the one that was built.')
      script.onload = () => end(null)
      script.async = true
      script.integrity = integrity
      script.crossOrigin = 'anonymous'
      // The DOM types accept only strings here; a TrustedScriptURL must be assigned as is.
      script.src = (createScriptUrl ? createScriptUrl(url.href) : url.href) as string
      document.head.append(script)
    })

  const platform = async () => (await import('./crypto/webCrypto.ts')).platformCryptoSuite()
  return createFallbackCrypto({ random, platform, loadScript: async () => defined() ?? inject() })
}
