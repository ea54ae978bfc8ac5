import { fromHex, toHex } from '@x/kit'
import {
  constants,
  createHash,
  createPublicKey,
  privateDecrypt,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { decodeBase64 } from './base64.ts'
import { readCertificate } from './certificate.ts'
import { readDer } from './der.ts'
import { encryptRsaes } from './rsaesPkcs1.ts'
import { applyPublicKey, bytesToBigInt, readRsaPublicKey } from './rsaPublicKey.ts'
import { verifyRsassa } from './rsassaPkcs1.ts'

/** Properties of the parsers and the arithmetic, compared with OpenSSL where possible. */

const pem = keys.issuers.current.certificatePem
const der = Uint8Array.from(Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64'))
const asPem = (bytes: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64')}\n-----END CERTIFICATE-----`
const changed = (bytes: Uint8Array, { at, value }: { at: number; value: number }) =>
  bytes.map((byte, index) => (index === at % bytes.length ? value : byte))
const change = fc.record({ at: fc.nat(), value: fc.nat({ max: 255 }) })

describe('strict DER reader', () => {
  it('accepts one encoding per value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          change.map((one) => changed(der, one)),
        ),
        (bytes) => {
          const elements = readDer(Uint8Array.from(bytes))
          if (!elements) return
          expect(Buffer.concat(elements.map(({ encoded }) => encoded))).toEqual(Buffer.from(bytes))
          for (const { encoded, content, tag } of elements) {
            const header = encoded.length - content.length
            expect([encoded[0], header]).toEqual([
              tag,
              content.length < 0x80
                ? 2
                : content.length < 0x100
                  ? 3
                  : content.length < 0x10000
                    ? 4
                    : 5,
            ])
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('issuer certificates with any byte changed (wire 3)', () => {
  it('are rejected or read as by OpenSSL (PROTOCOL T19)', () => {
    fc.assert(
      fc.property(change, (one) => {
        const text = asPem(changed(der, one))
        const read = readCertificate(text)
        if (!read) return
        const expected = attempt(() => new X509Certificate(text))
        // Skipped where OpenSSL cannot parse the input. The certificate's own signature is not
        // checked.
        const spki =
          expected && attempt(() => expected.publicKey.export({ format: 'der', type: 'spki' }))
        if (!expected || !spki) return
        expect(Buffer.from(read.publicKey.spki)).toEqual(spki)
        expect([read.notBefore, read.notAfter]).toEqual([
          expected.validFromDate.getTime(),
          expected.validToDate.getTime(),
        ])
      }),
      { numRuns: 400 },
    )
  })

  it('yield a certificate or null for any text (PROTOCOL T19)', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.uint8Array({ maxLength: 200 }).map(asPem)),
        (text) => readCertificate(text) === null,
      ),
    )
  })
})

describe('numbers', () => {
  it('convert to hex, bytes and integers like Buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(Uint8Array.from(bytes))
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
        expect(bytesToBigInt(bytes)).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
      }),
    )
  })

  it('are transformed by the public key like OpenSSL', () => {
    const key = readRsaPublicKey(keys.server.publicKey)!
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 255, maxLength: 255 }), (tail) => {
        const raised = applyPublicKey(Uint8Array.of(0, ...tail), key)
        expect(raised).toHaveLength(256)
        expect(
          privateDecrypt(
            { key: keys.server.privateKeyPem, padding: constants.RSA_NO_PADDING },
            raised,
          ),
        ).toEqual(Buffer.from([0, ...tail]))
      }),
      { numRuns: 20 },
    )
  })
})

describe('RSAES-PKCS1-v1_5, any message (wire 9)', () => {
  it('is decrypted by OpenSSL and never repeats a ciphertext', () => {
    const key = readRsaPublicKey(keys.server.publicKey)!
    const random = createSeededRandom(41)
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 245 }), (message) => {
        const wrapped = encryptRsaes(message, { key, random })
        expect(
          Uint8Array.from(
            privateDecrypt(
              { key: keys.server.privateKeyPem, padding: constants.RSA_PKCS1_PADDING },
              wrapped,
            ),
          ),
        ).toEqual(Uint8Array.from(message))
        expect(seen.has(toHex(wrapped))).toBe(false)
        seen.add(toHex(wrapped))
      }),
      { numRuns: 40 },
    )
  })
})

describe.each([keys.client1024, keys.client2048])(
  'RSASSA-PKCS1-v1_5 with $algorithm, any signature (PROTOCOL T10)',
  ({ publicKey, privateKeyPem }) => {
    const key = readRsaPublicKey(publicKey)!
    const opensslKey = createPublicKey(privateKeyPem)
    const digestOf = (text: string) =>
      Uint8Array.from(createHash('sha256').update(text, 'utf8').digest())

    it('is accepted like OpenSSL and rejected with a changed byte', () => {
      fc.assert(
        fc.property(fc.string({ maxLength: 40 }), change, (text, one) => {
          const signature = Uint8Array.from(sign('sha256', Buffer.from(text), privateKeyPem))
          expect(verifyRsassa(digestOf(text), { key, signature })).toBe(true)
          const other = changed(signature, one)
          expect(verifyRsassa(digestOf(text), { key, signature: other })).toBe(
            verify('sha256', Buffer.from(text), opensslKey, other),
          )
          expect(verifyRsassa(digestOf(`${text}x`), { key, signature })).toBe(false)
        }),
        { numRuns: 25 },
      )
    })

    it('is rejected at another signature or digest length', () => {
      const signature = Uint8Array.from(sign('sha256', Buffer.from('text'), privateKeyPem))
      for (const length of [
        0,
        1,
        signature.length - 1,
        signature.length + 1,
        2 * signature.length,
      ]) {
        const other = new Uint8Array(length)
        other.set(signature.subarray(0, length))
        expect(verifyRsassa(digestOf('text'), { key, signature: other })).toBe(false)
      }
      for (const length of [0, 20, 31, 33, 48, 64])
        expect(verifyRsassa(new Uint8Array(length), { key, signature })).toBe(false)
    })
  },
)

describe('base64', () => {
  it('is decoded like Buffer or rejected, for any text (PROTOCOL T19)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.base64String()), (text) => {
        const bytes = decodeBase64(text)
        if (bytes) expect(Buffer.from(bytes)).toEqual(Buffer.from(text, 'base64'))
      }),
    )
  })
})

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
