import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import logins from '../../vectors/login.json' with { type: 'json' }
import refusals from '../../vectors/refusals.json' with { type: 'json' }
import signings from '../../vectors/signing.json' with { type: 'json' }
import { sealBody } from '../login/sealBody.ts'
import { SENSITIVE_FIELDS } from '../login/encryptedEndpoints.ts'
import type { OpenKey } from '../key/createKeyRing.ts'
import { GS1, KEY_ALGORITHMS, type KeyAlgorithm } from '../wire.ts'
import { decodeBase64 } from '../crypto/base64.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'

const clientKeys = [keys.client1024, keys.client2048]
const algorithms: KeyAlgorithm[] = ['rsa1024', 'rsa2048']

/** The same cases for every engine that runs the suite: Node here, Chromium there. */
export function describeCryptoSuite(engine: string, createSuite: () => CryptoSuite): void {
  const suite = createSuite()
  const pemOf = (publicKey: string) => clientKeys.find((key) => key.publicKey === publicKey)?.privateKeyPem
  const openKey = async (publicKey: string, algorithm: KeyAlgorithm): Promise<OpenKey> => ({ publicKey, algorithm, keyId: suite.md5Hex(publicKey), sign: await suite.openPrivateKey(pemOf(publicKey)) })

  describe(`wire 2 vectors in ${engine}`, () => {
    it.each(signings)('signs $name', async ({ stringToSign, publicKey, ...expected }) => {
      const sign = await suite.openPrivateKey(pemOf(publicKey))
      expect(await sign(stringToSign)).toBe(expected.signature)
      expect(suite.md5Hex(stringToSign)).toBe(expected.md5)
      expect(suite.md5Hex(publicKey)).toBe(expected.keyId)
    })

    it.each(signings)('verifies $name', async ({ stringToSign: text, publicKey, signature }) => {
      const key = suite.readRsaPublicKey(publicKey)!
      expect(await suite.verify({ publicKey: key, text, signature })).toBe(true)
      expect(await suite.verify({ publicKey: key, text: `${text}x`, signature })).toBe(false)
    })

    it.each(refusals.filter(({ reason }) => reason === 'signature-wrong' || reason === 'sign-malformed'))('refuses $name', async ({ request }) => {
      const text = [request.path, request.headers.tm?.slice(0, 8), request.headers['trace-id'], request.body].join('\n')
      const publicKey = suite.readRsaPublicKey(keys.client1024.publicKey)!
      expect(await suite.verify({ publicKey, text, signature: request.headers['device-sign'] ?? '' })).toBe(false)
    })
  })

  describe(`wire 4 vectors in ${engine}`, () => {
    it.each(logins.filter((login) => !('isWorkedExample' in login)))('seals $name', async ({ random, outer, sensitive, algorithm, publicKey, ...login }) => {
      const fixed = [random.key, random.iv, random.padding].map((text) => decodeBase64(text)!)
      const clientKey = publicKey === null ? undefined : await openKey(publicKey, algorithm as KeyAlgorithm)
      const body = await sealBody(
        { ...outer, ...sensitive },
        {
          ...login,
          sensitiveFields: SENSITIVE_FIELDS,
          clientKey,
          serverKey: suite.readRsaPublicKey(keys.server.publicKey)!,
          suite,
          random: { bytes: (length) => fixed.shift()!.subarray(0, length) },
          profile: GS1,
        },
      )
      expect(body).toEqual({ ...outer, bodyCiphertext: login.bodyCiphertext })
    })

    it('signs the initSign of worked example G', async () => {
      const { initSignString, initSign } = logins[0]!
      const sign = await suite.openPrivateKey(keys.client1024.privateKeyPem)
      expect(suite.md5Hex(initSignString!)).toBe('c8726b2dc00af8ea2bf256475db9709c')
      expect(await sign(initSignString!)).toBe(initSign)
    })
  })

  describe(`wire 8 keys made in ${engine}`, () => {
    it.each(algorithms)('spec 9 are of the size asked for, %s, and canonical', async (algorithm) => {
      const { publicKey } = await suite.generateKey(algorithm)
      expect(suite.readRsaPublicKey(publicKey)).toMatchObject({ modulusBits: KEY_ALGORITHMS[algorithm].modulusBits, exponent: 65_537n })
    })

    it('cannot be taken out of the engine again', async () => {
      const { privateKey } = await suite.generateKey('rsa1024')
      expect(privateKey).toMatchObject({ extractable: false, type: 'private', usages: ['sign'] })
      await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
    })

    it('sign alike as a CryptoKey and as PEM, verifiably', async () => {
      const { publicKey, privateKey, privateKeyPem } = await suite.generateKey('rsa1024')
      const [byKey, byPem] = await Promise.all([privateKey, privateKeyPem].map(async (key) => (await suite.openPrivateKey(key))('text')))
      expect(byKey).toBe(byPem)
      expect(await suite.verify({ publicKey: suite.readRsaPublicKey(publicKey)!, text: 'text', signature: byKey! })).toBe(true)
    })

    it('survive a structured clone as a CryptoKey', async () => {
      const { privateKey } = await suite.generateKey('rsa1024')
      const sign = await suite.openPrivateKey(structuredClone({ privateKey }).privateKey)
      expect(await sign('text')).toMatch(/^[A-Za-z0-9+/]{171}=$/)
    })

    it.each([undefined, null, {}, 7, '', 'PEM', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----'])(
      'are not opened from %j',
      async (value) => {
        await expect(suite.openPrivateKey(value)).rejects.toThrow()
      },
    )
  })

  describe(`wire 4 AES-256-CBC in ${engine}`, () => {
    it.each([0, 15, 16, 17, 31, 32])('pads %i bytes as PKCS#7 does', async (length) => {
      const key = new Uint8Array(32).fill(1)
      const iv = new Uint8Array(16).fill(2)
      const sealed = await suite.encryptAes('x'.repeat(length), { key, iv })
      expect(sealed).toHaveLength((Math.floor(length / 16) + 1) * 16)
      const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt'])
      const opened = await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, sealed.slice())
      expect(new TextDecoder().decode(opened)).toBe('x'.repeat(length))
    })
  })
}
