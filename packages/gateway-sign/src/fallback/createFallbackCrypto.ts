import type { Random } from '@x/kit'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import { passesKnownAnswerTest } from './knownAnswerTest.ts'

export type CreateSuite = (ports: { readonly random: Random }) => CryptoSuite

export interface FallbackCryptoOptions {
  readonly random: Random
  /** The page's own cryptography; throws or rejects where there is none. */
  readonly platform: () => Promise<CryptoSuite>
  /** Runs the static script and gives what it left behind. */
  readonly loadScript: () => Promise<CreateSuite>
}

/**
 * A `loadCrypto` that takes the platform's cryptography where it works, and only else loads the
 * script.
 */
export function createFallbackCrypto({
  random,
  platform,
  loadScript,
}: FallbackCryptoOptions): () => Promise<CryptoSuite> {
  return async () => {
    const own = await platform().catch(() => null)
    if (own && (await passesKnownAnswerTest(own))) return own
    const suite = (await loadScript())({ random })
    if (await passesKnownAnswerTest(suite)) return suite
    throw new GatewaySignError(
      'CRYPTO_UNAVAILABLE',
      'The fallback script does not compute what it must.',
    )
  }
}
