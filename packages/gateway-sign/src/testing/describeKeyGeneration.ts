import { describe, expect, it } from 'vitest'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { KEY_ALGORITHMS, type KeyAlgorithm } from '../wire.ts'

export interface KeyGenerationTestOptions {
  readonly createSuite: () => CryptoSuite
  /** Whether the suite has CryptoKeys. Without them a key is PEM text only. */
  readonly hasCryptoKeys: boolean
  readonly algorithms?: readonly KeyAlgorithm[]
}

/** Checks the properties of generated client keys. */
export function describeKeyGeneration(
  engine: string,
  { createSuite, hasCryptoKeys, algorithms = ['rsa1024', 'rsa2048'] }: KeyGenerationTestOptions,
): void {
  const suite = createSuite()

  describe(`keys generated in ${engine} (wire 8)`, { timeout: 60_000 }, () => {
    it.each(algorithms)(
      'have the requested size and canonical form: %s (spec 9.3)',
      async (algorithm) => {
        const { publicKey } = await suite.generateKey(algorithm)
        expect(suite.readRsaPublicKey(publicKey)).toMatchObject({
          modulusBits: KEY_ALGORITHMS[algorithm].modulusBits,
          exponent: 65_537n,
        })
      },
    )

    it('create signatures that the public key verifies', async () => {
      const { publicKey, privateKeyPem } = await suite.generateKey('rsa1024')
      const signature = await (await suite.importPrivateKey(privateKeyPem))('text')
      expect(signature).toMatch(/^[A-Za-z0-9+/]{171}=$/)
      expect(
        await suite.verify({
          publicKey: suite.readRsaPublicKey(publicKey)!,
          text: 'text',
          signature,
        }),
      ).toBe(true)
    })

    it('are different each time', async () => {
      const [one, other] = [await suite.generateKey('rsa1024'), await suite.generateKey('rsa1024')]
      expect(one.publicKey).not.toBe(other.publicKey)
    })

    it.runIf(hasCryptoKeys)('cannot be exported (PROTOCOL T17)', async () => {
      const { privateKey } = await suite.generateKey('rsa1024')
      expect(privateKey).toMatchObject({ extractable: false, type: 'private', usages: ['sign'] })
      await expect(crypto.subtle.exportKey('pkcs8', privateKey!)).rejects.toThrow()
    })

    it.runIf(hasCryptoKeys)('create equal signatures from CryptoKey and PEM', async () => {
      const { privateKey, privateKeyPem } = await suite.generateKey('rsa1024')
      const [byKey, byPem] = await Promise.all(
        [privateKey, privateKeyPem].map(async (key) => (await suite.importPrivateKey(key))('text')),
      )
      expect(byKey).toBe(byPem)
    })

    it.runIf(hasCryptoKeys)('survive a structured clone as a CryptoKey', async () => {
      const { privateKey } = await suite.generateKey('rsa1024')
      const sign = await suite.importPrivateKey(structuredClone({ privateKey }).privateKey)
      expect(await sign('text')).toMatch(/^[A-Za-z0-9+/]{171}=$/)
    })

    it.each([
      undefined,
      null,
      {},
      7,
      '',
      'PEM',
      '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----',
    ])('are not imported from %j', async (value) => {
      await expect(suite.importPrivateKey(value)).rejects.toThrow()
    })
  })
}
