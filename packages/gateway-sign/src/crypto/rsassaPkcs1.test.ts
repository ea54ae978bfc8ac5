import { createHash, createSign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { clientKeys, configRefusals, refusals, signings } from '../testing/vectors.ts'
import { readCertificate } from './certificate.ts'
import { decodeBase64 } from './base64.ts'
import { readRsaPublicKey } from './rsaPublicKey.ts'
import { verifyRsassa } from './rsassaPkcs1.ts'

const sha256 = (text: string) => Uint8Array.from(createHash('sha256').update(text).digest())
const keyOf = (publicKey: string) => readRsaPublicKey(publicKey)!
const small = clientKeys.client1024

describe('RSASSA-PKCS1-v1_5 by comparison (wire 9)', () => {
  it.each(signings.slice(0, 40))('accepts $name', ({ stringToSign, publicKey, signature }) => {
    expect(
      verifyRsassa(sha256(stringToSign), {
        key: keyOf(publicKey),
        signature: decodeBase64(signature)!,
      }),
    ).toBe(true)
  })

  it.each(refusals.filter(({ name }) => name.startsWith('signature, ')))(
    'rejects forgery $name (PROTOCOL T10)',
    ({ name, request: { headers, path, body } }) => {
      const { publicKey } = Object.values(clientKeys).find(({ algorithm }) =>
        name.includes(algorithm),
      )!
      const text = [path, headers['tm']?.slice(0, 8), headers['trace-id'], body].join('\n')
      expect(
        verifyRsassa(sha256(text), {
          key: keyOf(publicKey),
          signature: decodeBase64(headers['device-sign']!)!,
        }),
      ).toBe(false)
    },
  )

  it.each(configRefusals.filter(({ name }) => name.startsWith('issuer signature')))(
    'rejects issuer forgery $name (PROTOCOL T2)',
    ({ serverPublicKey, serverPublicKeySign }) => {
      const issuer = readCertificate(keys.issuers.current.certificatePem)!
      const text = createHash('md5').update(serverPublicKey).digest('hex')
      expect(
        verifyRsassa(sha256(text), {
          key: issuer.publicKey,
          signature: decodeBase64(serverPublicKeySign)!,
        }),
      ).toBe(false)
    },
  )

  /** With exponent 1 the signature equals the block, so every part of it can be tested. */
  const verifyBlock = ({
    digest = sha256(''),
    padding = 8,
  }: {
    digest?: Uint8Array
    padding?: number
  }) => {
    const info = [...Buffer.from('3031300d060960864801650304020105000420', 'hex'), ...digest]
    const signature = Uint8Array.of(
      0,
      1,
      ...Array.from({ length: padding }, () => 0xff),
      0,
      ...info,
    )
    const modulusBits = 8 * signature.length
    return verifyRsassa(digest, {
      key: {
        ...keyOf(small.publicKey),
        modulusBits,
        modulus: 2n ** BigInt(modulusBits) - 1n,
        exponent: 1n,
      },
      signature,
    })
  }

  it('requires at least eight bytes of padding', () => {
    expect([7, 8, 9, 200].map((padding) => verifyBlock({ padding }))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it('rejects a digest of another length', () => {
    expect(
      [31, 32, 33].map((length) =>
        verifyBlock({ digest: new Uint8Array(length).fill(7), padding: 40 }),
      ),
    ).toEqual([false, true, false])
  })

  it("rejects any other block of the key's length", () => {
    const key = keyOf(small.publicKey)
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 126, maxLength: 130 }),
        (signature) => !verifyRsassa(sha256('text'), { key, signature }),
      ),
      { numRuns: 200 },
    )
  })

  it('matches OpenSSL for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const signature = createSign('sha256').update(text, 'utf8').sign(small.privateKeyPem)
        expect(verifyRsassa(sha256(text), { key: keyOf(small.publicKey), signature })).toBe(true)
        expect(verifyRsassa(sha256(`${text} `), { key: keyOf(small.publicKey), signature })).toBe(
          false,
        )
      }),
      { numRuns: 50 },
    )
  })
})
