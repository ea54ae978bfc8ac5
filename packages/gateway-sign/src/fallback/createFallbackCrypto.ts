import type { Random } from '@x/kit'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { GatewaySignError } from '../GatewaySignError.ts'
import { passesKnownAnswerTest } from './knownAnswerTest.ts'

export type CreateSuite = (ports: { readonly random: Random }) => CryptoSuite

export interface FallbackCryptoOptions {
  readonly random: Random
  /** Loads Web Crypto; throws or rejects where it is missing. */
  readonly platform: () => Promise<CryptoSuite>
  /** Loads the static script and returns the function it defines. */
  readonly loadScript: () => Promise<CreateSuite>
}

/**
 * Returns a `loadCrypto` that uses Web Crypto if it passes the known-answer test, and loads the
 * script otherwise.
 */
export function createFallbackCrypto({
  random,
  platform,
  loadScript,
}: FallbackCryptoOptions): () => Promise<CryptoSuite> {
  return async () => {
    const platformSuite = await platform().catch(() => null)
    if (platformSuite && (await passesKnownAnswerTest(platformSuite))) return platformSuite
    const suite = (await loadScript())({ random })
    if (await passesKnownAnswerTest(suite)) return suite
    throw new GatewaySignError(
      'CRYPTO_UNAVAILABLE',
      'The fallback script fails the known-answer test.',
    )
  }
}
