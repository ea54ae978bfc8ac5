import {
  createManualClock,
  createMemoryAsyncStorage,
  createMemoryStorage,
  createSeededRandom,
} from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { GS1 } from '../wire.ts'
import { createEngineLoader } from './createEngineLoader.ts'

const suite = createWebCryptoSuite(crypto.subtle)
const loader = (changes: Partial<Parameters<typeof createEngineLoader>[0]> = {}) =>
  createEngineLoader({
    keyStorage: createMemoryAsyncStorage(),
    cookies: createMemoryStorage(),
    clock: createManualClock(),
    random: createSeededRandom(),
    locks: undefined,
    secureContext: true,
    issuerCertificates: [],
    keyProfile: 'cryptokey',
    keyGenerationLimitMs: 8_000,
    bodyFormat: 'GS1',
    profile: GS1,
    emit: () => {},
    loadCrypto: undefined,
    ...changes,
  })

describe('lazy engine', () => {
  it('loads nothing before the first use', async () => {
    let loads = 0
    const engine = loader({ loadCrypto: async () => (loads++, suite) })
    expect(engine.loaded()).toBeUndefined()
    expect(loads).toBe(0)
    await engine.load()
    expect(engine.loaded()).toBeDefined()
  })

  it('loads once', async () => {
    let loads = 0
    const engine = loader({ loadCrypto: async () => (loads++, suite) })
    const [one, other] = await Promise.all([engine.load(), engine.load()])
    expect(one).toBe(other)
    expect(await engine.load()).toBe(one)
    expect(loads).toBe(1)
  })

  it('uses Web Crypto by default', async () => {
    await expect(loader().load()).resolves.toBeDefined()
  })

  it('rejects outside a secure context', async () => {
    await expect(loader({ secureContext: false }).load()).rejects.toThrow(
      expect.objectContaining({ code: 'INSECURE_CONTEXT' }) as Error,
    )
  })

  it('retries after a failed load', async () => {
    let isOnline = false
    const engine = loader({
      loadCrypto: async () => (isOnline ? suite : Promise.reject(new Error('offline'))),
    })
    await expect(engine.load()).rejects.toThrow(
      expect.objectContaining({ code: 'CRYPTO_UNAVAILABLE' }) as Error,
    )
    isOnline = true
    await expect(engine.load()).resolves.toBeDefined()
  })
})
