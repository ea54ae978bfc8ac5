import { fromHex, toHex } from '@x/kit'
import { describe, expect, it } from 'vitest'
import { verifyServerKey } from '../config/verifyServerKey.ts'
import { encryptBody } from '../login/encryptBody.ts'
import { SENSITIVE_FIELDS } from '../login/encryptedEndpoints.ts'
import type { SigningKey } from '../key/createKeyRing.ts'
import { testServerIdentity } from '../testing.ts'
import { GS1, type KeyAlgorithm } from '../wire.ts'
import { decodeBase64 } from '../crypto/base64.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import {
  aesCbcCases,
  clientKeys,
  configRefusals,
  logins,
  refusals,
  signings,
  workedExampleG,
} from './vectors.ts'

export interface CryptoSuiteTestOptions {
  readonly createSuite: () => CryptoSuite
  /** Selects the vectors to sign. Default: all. A slow suite may skip some. */
  readonly signs?: (vector: (typeof signings)[number], index: number) => boolean
}

/** Runs the same cases for every crypto suite, in Node and in Chromium. */
export function describeCryptoSuite(
  engine: string,
  { createSuite, signs = () => true }: CryptoSuiteTestOptions,
): void {
  const suite = createSuite()
  const openKey = async ({
    publicKey,
    algorithm,
    privateKeyPem,
  }: {
    publicKey: string
    algorithm: KeyAlgorithm
    privateKeyPem: string
  }): Promise<SigningKey> => ({
    publicKey,
    algorithm,
    keyId: suite.md5Hex(publicKey),
    sign: await suite.importPrivateKey(privateKeyPem),
  })

  describe(`wire 2 vectors in ${engine}`, () => {
    it.each(signings.filter(signs))(
      'signs $name',
      async ({ stringToSign, publicKey, privateKeyPem, ...expected }) => {
        const sign = await suite.importPrivateKey(privateKeyPem)
        expect(await sign(stringToSign)).toBe(expected.signature)
        expect(suite.md5Hex(stringToSign)).toBe(expected.md5)
        expect(suite.md5Hex(publicKey)).toBe(expected.keyId)
      },
    )

    it.each(signings)('verifies $name', async ({ stringToSign: text, publicKey, signature }) => {
      const key = suite.readRsaPublicKey(publicKey)!
      expect(await suite.verify({ publicKey: key, text, signature })).toBe(true)
      expect(await suite.verify({ publicKey: key, text: `${text}x`, signature })).toBe(false)
    })

    it.each(
      refusals.filter(({ reason }) => reason === 'signature-wrong' || reason === 'sign-malformed'),
    )('rejects $name', async ({ request }) => {
      const text = [
        request.path,
        request.headers['tm']?.slice(0, 8),
        request.headers['trace-id'],
        request.body,
      ].join('\n')
      const keyId = request.headers['device-sign-key']
      const { publicKey } = Object.values(clientKeys).find(
        (key) => suite.md5Hex(key.publicKey) === keyId,
      )!
      expect(
        await suite.verify({
          publicKey: suite.readRsaPublicKey(publicKey)!,
          text,
          signature: request.headers['device-sign'] ?? '',
        }),
      ).toBe(false)
    })
  })

  describe(`wire 3 vectors in ${engine}`, () => {
    const verify = (claim: { serverPublicKey: string; serverPublicKeySign: string }) =>
      verifyServerKey(claim, {
        issuerCertificates: [testServerIdentity.issuerCertificatePem],
        now: Date.UTC(2024, 0, 1),
        suite,
      })

    it('accepts the genuine key', async () => {
      await expect(verify(testServerIdentity)).resolves.toMatchObject({ modulusBits: 2048 })
    })

    it.each(configRefusals)('rejects $name (PROTOCOL T2)', async ({ code, ...claim }) => {
      await expect(verify(claim)).rejects.toThrow(expect.objectContaining({ code }) as Error)
    })
  })

  describe(`wire 4 vectors in ${engine}`, () => {
    it.each(
      logins.filter(
        ({ clientKey }, index) =>
          clientKey?.algorithm !== 'rsa2048' || signs(signings[index]!, index),
      ),
    )('encrypts $name', async ({ random, outer, sensitive, clientKey, ...login }) => {
      const fixed = [random.key, random.iv, random.padding].map((text) => decodeBase64(text)!)
      const body = await encryptBody(
        { ...outer, ...sensitive },
        {
          ...login,
          sensitiveFields: SENSITIVE_FIELDS,
          clientKey: clientKey && (await openKey(clientKey)),
          format: 'GS1',
          serverKey: suite.readRsaPublicKey(testServerIdentity.serverPublicKey)!,
          suite,
          random: { bytes: (length) => fixed.shift()!.subarray(0, length) },
          profile: GS1,
        },
      )
      expect(body).toEqual({ ...outer, bodyCiphertext: login.bodyCiphertext })
    })

    it('creates the initSign of worked example G', async () => {
      const { initSignString, initSign } = workedExampleG
      const sign = await suite.importPrivateKey(clientKeys.client1024.privateKeyPem)
      expect(suite.md5Hex(initSignString!)).toBe('c8726b2dc00af8ea2bf256475db9709c')
      expect(await sign(initSignString!)).toBe(initSign)
    })
  })

  describe(`wire 4 AES-256-CBC in ${engine}`, () => {
    it.each(aesCbcCases.filter(({ result }) => result === 'valid'))(
      'encrypts case $tcId: $comment',
      async ({ key, iv, msg, ct }) => {
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromHex(msg))
        expect(toHex(await suite.encryptAes(text, { key: fromHex(key), iv: fromHex(iv) }))).toBe(ct)
      },
    )

    it.each([0, 15, 16, 17, 31, 32])('applies PKCS#7 padding to %i bytes', async (length) => {
      const key = new Uint8Array(32).fill(1)
      const iv = new Uint8Array(16).fill(2)
      const encrypted = await suite.encryptAes('x'.repeat(length), { key, iv })
      expect(encrypted).toHaveLength((Math.floor(length / 16) + 1) * 16)
      const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['decrypt'])
      const opened = await crypto.subtle.decrypt(
        { name: 'AES-CBC', iv },
        imported,
        encrypted.slice(),
      )
      expect(new TextDecoder().decode(opened)).toBe('x'.repeat(length))
    })
  })
}
