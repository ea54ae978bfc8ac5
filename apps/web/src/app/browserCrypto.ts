import type { CryptoSuite } from '@x/gateway-sign/jsrsasign'
import type { Clock, Random } from '@x/kit'
import { loadOnce } from '../lib/loadOnce.ts'
import { scriptUrlPolicy } from '../lib/scriptUrlPolicy.ts'

interface BrowserCryptoOptions {
  readonly clock: Clock
  readonly random: Random
  /** Of the page's own origin. */
  readonly src: string
  readonly integrity: string
}

/**
 * Web cryptography where it gives known answers, else the script beside the app; nothing of either
 * is fetched before signing wants it.
 */
export function browserCrypto({
  src,
  ...options
}: BrowserCryptoOptions): () => Promise<CryptoSuite> {
  const load = loadOnce(async () => {
    const { jsrsasignFallback } = await import('@x/gateway-sign/jsrsasign')
    const createScriptUrl = scriptUrlPolicy('x-crypto', new URL(src, location.origin).href)
    return jsrsasignFallback({ ...options, src, ...(createScriptUrl ? { createScriptUrl } : {}) })
  })
  return async () => (await load())()
}
