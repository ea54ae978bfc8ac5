import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { encodeBase64 } from '../crypto/base64.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { createJsrsasignSuite } from './createJsrsasignSuite.ts'
import { passesKnownAnswerTest } from './knownAnswerTest.ts'
import { generateRsaKey } from './generateRsaKey.ts'

const random = createSeededRandom(29)
const web = createWebCryptoSuite(crypto.subtle)
const suite = createJsrsasignSuite({ random })
const { publicKey, privateKeyPem } = keys.client1024
const read = suite.readRsaPublicKey(publicKey)!
const few = { numRuns: 40 }

describe('a stored private key', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'pem',
    type: 'pkcs8',
  }) as string
  const ed = generateKeyPairSync('ed25519').privateKey.export({
    format: 'pem',
    type: 'pkcs8',
  }) as string
  const key = createPrivateKey(privateKeyPem)

  it.each<[string, unknown]>([
    ['is a public key', createPublicKey(key).export({ format: 'pem', type: 'spki' })],
    ['is PKCS#1', key.export({ format: 'pem', type: 'pkcs1' })],
    [
      'is under a passphrase',
      key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' }),
    ],
    ['is a curve', ec],
    ['is another curve', ed],
    ['is two', `${privateKeyPem}${privateKeyPem}`],
    ['is base64 alone', privateKeyPem.replace(/-----[^-]+-----/g, '')],
    ['is cut off', `${privateKeyPem.slice(0, 300)}\n-----END PRIVATE KEY-----`],
    [
      'contains something else',
      `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(400)}\n-----END PRIVATE KEY-----`,
    ],
    ['is a CryptoKey of elsewhere', {}],
    ['is empty', ''],
    ['is not there', null],
  ])('is rejected when it %s', async (_, value) => {
    await expect(suite.importPrivateKey(value as string)).rejects.toThrow()
  })

  it('may have any line endings and margins', async () => {
    const expected = sign('sha256', Buffer.from('x'), key).toString('base64')
    for (const text of [privateKeyPem.replaceAll('\n', '\r\n'), `\n ${privateKeyPem} \n`])
      expect(await (await suite.importPrivateKey(text))('x')).toBe(expected)
  })

  it.each([
    ['a prime that swallowed what follows it', 369, 68],
    ['another one', 369, 236],
    ['no prime at all', 302, 0],
    ['a prime of one byte', 302, 2],
    ['a changed prime', 330, 1],
    ['a changed modulus', 60, 1],
    ['a changed exponent', 200, 1],
    ['a changed public exponent', 168, 3],
    ['a changed remainder of the exponent', 450, 1],
    ['the other one changed', 520, 1],
    ['a changed inverse', 600, 1],
  ])('is rejected with %s (PROTOCOL T19)', async (_, at, byte) => {
    const der = Buffer.from(privateKeyPem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
    expect(der[at]).not.toBe(byte)
    der[at] = byte
    await expect(
      suite.importPrivateKey(
        `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`,
      ),
    ).rejects.toThrow()
  })

  it('is rejected with a changed byte or signs nothing that verifies (PROTOCOL T19)', async () => {
    const lines = privateKeyPem.trim().split('\n')
    const der = Buffer.from(lines.slice(1, -1).join(''), 'base64')
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: der.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const changed = Buffer.from(der)
          changed[at] = (changed[at] ?? 0) ^ change
          const pem = [
            '-----BEGIN PRIVATE KEY-----',
            changed.toString('base64'),
            '-----END PRIVATE KEY-----\n',
          ].join('\n')
          const signature = await suite
            .importPrivateKey(pem)
            .then((open) => open('x'))
            .catch(() => null)
          if (signature !== null)
            expect(await suite.verify({ publicKey: read, text: 'y', signature })).toBe(false)
        },
      ),
      few,
    )
  })
})

describe('signatures of the fallback (wire 2)', () => {
  it('match OpenSSL and are verified by it', async () => {
    const byFallback = await suite.importPrivateKey(privateKeyPem)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const signature = Buffer.from(await byFallback(text), 'base64')
        expect(verify('sha256', Buffer.from(text), createPublicKey(privateKeyPem), signature)).toBe(
          true,
        )
        expect(
          await suite.verify({ publicKey: read, text, signature: encodeBase64(signature) }),
        ).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('are verified exactly as by Web Crypto (PROTOCOL T10)', async () => {
    const genuine = sign('sha256', Buffer.from('text'), createPrivateKey(privateKeyPem))
    const anySignature = fc.oneof(
      fc.uint8Array({ maxLength: 140 }).map((bytes) => Buffer.from(bytes)),
      fc
        .record({ at: fc.nat({ max: 127 }), change: fc.nat({ max: 255 }) })
        .map(({ at, change }) =>
          Buffer.from(genuine.map((byte, index) => (index === at ? byte ^ change : byte))),
        ),
      fc.nat({ max: 130 }).map((length) => genuine.subarray(0, length)),
      fc.uint8Array({ maxLength: 3 }).map((tail) => Buffer.concat([genuine, tail])),
    )
    await fc.assert(
      fc.asyncProperty(anySignature, async (bytes) => {
        const signed = { publicKey: read, text: 'text', signature: encodeBase64(bytes) }
        const isGenuine = bytes.equals(genuine)
        expect([await suite.verify(signed), await web.verify(signed)]).toEqual([
          isGenuine,
          isGenuine,
        ])
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    '',
    '=',
    'AAAA\n',
    'not base64',
    encodeBase64(new Uint8Array(128)),
    encodeBase64(new Uint8Array(128).fill(255)),
  ])('reject %j', async (signature) => {
    expect(await suite.verify({ publicKey: read, text: 'text', signature })).toBe(false)
  })
})

describe('AES of the fallback (wire 4)', () => {
  it('matches OpenSSL for any text, key and IV', async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 100 }),
        bytes(32),
        bytes(16),
        async (text, key, iv) => {
          const encrypted = await suite.encryptAes(text, {
            key: Uint8Array.from(key),
            iv: Uint8Array.from(iv),
          })
          const cipher = createCipheriv('aes-256-cbc', key, iv)
          expect(Buffer.from(encrypted)).toEqual(
            Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]),
          )
          const decipher = createDecipheriv('aes-256-cbc', key, iv)
          expect(Buffer.concat([decipher.update(encrypted), decipher.final()]).toString()).toBe(
            Buffer.from(text).toString(),
          )
        },
      ),
      few,
    )
  })

  it('uses the key bytes directly, never as a salted passphrase', async () => {
    const [key, iv] = [random.bytes(32), random.bytes(16)]
    const [one, two] = [
      await suite.encryptAes('x', { key, iv }),
      await suite.encryptAes('x', { key, iv }),
    ]
    expect(one).toEqual(two)
    expect(Buffer.from(one).toString('latin1')).not.toContain('Salted__')
    expect(one).toHaveLength(16)
  })
})

describe('a suite that fails the known-answer test (PROTOCOL T20)', () => {
  const genuine = suite
  const cases: readonly [string, Partial<CryptoSuite>][] = [
    [
      'swaps texts',
      { verify: async (signed) => genuine.verify({ ...signed, text: `${signed.text} ` }) },
    ],
    [
      'takes the empty text for any',
      { verify: async (signed) => signed.text === '' || genuine.verify(signed) },
    ],
    [
      'reads another key',
      { readRsaPublicKey: () => genuine.readRsaPublicKey(keys.other1024.publicKey) },
    ],
    [
      'forgets the key',
      {
        encryptAes: async (text, { iv }) =>
          genuine.encryptAes(text, { key: new Uint8Array(32).fill(1), iv }),
      },
    ],
    [
      'forgets the IV',
      {
        encryptAes: async (text, { key }) =>
          genuine.encryptAes(text, { key, iv: new Uint8Array(16).fill(1) }),
      },
    ],
    [
      'pads otherwise',
      {
        encryptAes: async (text, options) =>
          (await genuine.encryptAes(`${text}${'\0'.repeat(13)}`, options)).slice(0, 16),
      },
    ],
    ['returns the plain text', { encryptAes: async (text) => new TextEncoder().encode(text) }],
    [
      'throws while it reads',
      {
        readRsaPublicKey: () => {
          throw new TypeError('no')
        },
      },
    ],
  ]
  it.each(cases)('is not used because it %s', async (_, change) =>
    expect(await passesKnownAnswerTest({ ...genuine, ...change })).toBe(false),
  )
  it('passes when every answer is right', async () =>
    expect([await passesKnownAnswerTest(genuine), await passesKnownAnswerTest(web)]).toEqual([
      true,
      true,
    ]))
})

describe('a source of randomness', () => {
  it('never yields a key with equal primes from constant bytes', () => {
    const stuck = { bytes: (length: number) => new Uint8Array(length).fill(0xab) }
    let asked = 0
    const counted = {
      bytes: (length: number) => (asked++ > 100 ? random.bytes(length) : stuck.bytes(length)),
    }
    const { p, q } = createPrivateKey(generateRsaKey(256, counted).privateKeyPem).export({
      format: 'jwk',
    })
    expect(p).not.toBe(q)
  })

  it('makes different keys from a thousand different bytes', () => {
    const moduli = Array.from({ length: 12 }, (_, seed) =>
      createHash('sha256')
        .update(
          createPrivateKey(
            generateRsaKey(256, createSeededRandom(seed + 100)).privateKeyPem,
          ).export({
            format: 'jwk',
          }).n ?? '',
        )
        .digest('hex'),
    )
    expect(new Set(moduli).size).toBe(12)
  })
})
