import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { GatewaySignError, isGatewaySignError } from '../GatewaySignError.ts'
import type { EngineOptions } from './createEngine.ts'
import type { Engine } from './Engine.ts'

export interface EngineLoaderOptions extends Omit<EngineOptions, 'suite'> {
  readonly loadCrypto: (() => Promise<CryptoSuite>) | undefined
}

export interface EngineLoader {
  /**
   * Loads the engine and its crypto suite once, on first use. A failed load is retried on the next
   * use.
   */
  load(): Promise<Engine>
  /** The engine, if it is loaded. */
  loaded(): Engine | undefined
}

export function createEngineLoader({ loadCrypto, ...options }: EngineLoaderOptions): EngineLoader {
  let engine: Engine | undefined
  let loading: Promise<Engine> | undefined

  const platformCrypto = async (): Promise<CryptoSuite> => {
    if (!options.secureContext)
      throw new GatewaySignError(
        'INSECURE_CONTEXT',
        'Web Crypto needs https or localhost; elsewhere pass loadCrypto.',
      )
    const { platformCryptoSuite } = await import('../crypto/webCrypto.ts')
    return platformCryptoSuite()
  }

  const load = async (): Promise<Engine> => {
    try {
      const [{ createEngine }, suite] = await Promise.all([
        import('./createEngine.ts'),
        (loadCrypto ?? platformCrypto)(),
      ])
      return (engine = createEngine({ ...options, suite }))
    } catch (cause) {
      loading = undefined
      if (isGatewaySignError(cause)) throw cause
      throw new GatewaySignError(
        'CRYPTO_UNAVAILABLE',
        'The cryptography of the page could not be loaded.',
        { cause },
      )
    }
  }

  return { load: () => (loading ??= load()), loaded: () => engine }
}
