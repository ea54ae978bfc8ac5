import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { createFallbackCrypto } from './createFallbackCrypto.ts'
import { createJsrsasignSuite } from './createJsrsasignSuite.ts'
import { passesKnownAnswerTest } from './knownAnswerTest.ts'

const random = createSeededRandom()
const own = createWebCryptoSuite(crypto.subtle)
const fails = async () => Promise.reject(new Error('no'))

function setUp({ platform = async () => own, createSuite = createJsrsasignSuite } = {}) {
  const loads = { count: 0 }
  const load = createFallbackCrypto({
    random,
    platform,
    loadScript: async () => (loads.count++, createSuite),
  })
  return { loads, load }
}

describe('choice of the crypto suite', () => {
  it('uses Web Crypto where it works, without loading the script', async () => {
    const { load, loads } = setUp()
    expect(await load()).toBe(own)
    expect(loads.count).toBe(0)
  })

  it.each<[string, () => Promise<CryptoSuite>]>([
    ['is missing', fails],
    ['throws', async () => ({ ...own, verify: fails })],
    ['accepts everything', async () => ({ ...own, verify: async () => true })],
    ['accepts nothing', async () => ({ ...own, verify: async () => false })],
    ['reads no key', async () => ({ ...own, readRsaPublicKey: () => null })],
    [
      'encrypts to something else',
      async () => ({ ...own, encryptAes: async () => new Uint8Array(16) }),
    ],
    ['does not encrypt', async () => ({ ...own, encryptAes: fails })],
  ])('uses the script where the platform %s (PROTOCOL T21)', async (_, platform) => {
    const { load, loads } = setUp({ platform })
    const suite = await load()
    expect(await passesKnownAnswerTest(suite)).toBe(true)
    expect(loads.count).toBe(1)
  })

  it('rejects a script that fails the known-answer test (PROTOCOL T20)', async () => {
    const { load } = setUp({
      platform: fails,
      createSuite: (ports) => ({ ...createJsrsasignSuite(ports), verify: async () => true }),
    })
    await expect(load()).rejects.toThrow(
      expect.objectContaining({ code: 'CRYPTO_UNAVAILABLE' }) as Error,
    )
  })

  it('rejects when the script does not load', async () => {
    await expect(
      createFallbackCrypto({ random, platform: fails, loadScript: fails })(),
    ).rejects.toThrow('no')
  })

  it('passes the random source to the script', async () => {
    const asked: number[] = []
    const counting = { bytes: (length: number) => (asked.push(length), random.bytes(length)) }
    const suite = await createFallbackCrypto({
      random: counting,
      platform: fails,
      loadScript: async () => createJsrsasignSuite,
    })()
    await suite.generateKey('rsa1024')
    expect(asked.length).toBeGreaterThan(1)
  })
})
