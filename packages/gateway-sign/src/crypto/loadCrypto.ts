import { GatewaySignError } from '../GatewaySignError.ts'
import type { CryptoSuite } from './CryptoSuite.ts'

/** Loads the cryptography chunk on first use, once; a failed load is tried again by the next use. */
export function createCryptoLoader({ secureContext }: { secureContext: boolean }): () => Promise<CryptoSuite> {
  let loading: Promise<CryptoSuite> | undefined
  const load = async (): Promise<CryptoSuite> => {
    if (!secureContext) throw new GatewaySignError('INSECURE_CONTEXT', 'Web cryptography needs https or another secure context.')
    try {
      const { platformCryptoSuite } = await import('./webCrypto.ts')
      return platformCryptoSuite()
    } catch (cause) {
      throw new GatewaySignError('CRYPTO_UNAVAILABLE', 'The cryptography of the page could not be loaded.', { cause })
    }
  }
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    }))
}
