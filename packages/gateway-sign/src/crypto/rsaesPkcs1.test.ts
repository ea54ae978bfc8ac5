import { constants, privateDecrypt } from 'node:crypto'
import { createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { logins } from '../testing/vectors.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'
import { encryptRsaes } from './rsaesPkcs1.ts'
import { readRsaPublicKey } from './rsaPublicKey.ts'

const key = readRsaPublicKey(keys.server.publicKey)!
const fixed = (bytes: Uint8Array) => ({
  bytes: (length: number) => Uint8Array.from(bytes.subarray(0, length)),
})
const decrypt = (bytes: Uint8Array, padding = constants.RSA_PKCS1_PADDING) =>
  privateDecrypt({ key: keys.server.privateKeyPem, padding }, bytes)

describe('RSAES-PKCS1-v1_5 (wire 9)', () => {
  it.each(logins)('encrypts the key of the vector: $name', ({ random, wrappedKey }) => {
    const wrapped = encryptRsaes(decodeBase64(random.key)!, {
      key,
      random: fixed(decodeBase64(random.padding)!),
    })
    expect(encodeBase64(wrapped)).toBe(wrappedKey)
  })

  it.each([0, 1, 32, 245])('is decrypted by OpenSSL: %i bytes', (length) => {
    const message = createSeededRandom(length + 1).bytes(length)
    expect(
      Uint8Array.from(decrypt(encryptRsaes(message, { key, random: createSeededRandom() }))),
    ).toEqual(message)
  })

  it('pads the block by RFC 8017 section 7.2.1 without zeros', () => {
    const block = decrypt(
      encryptRsaes(new Uint8Array(32), { key, random: createSeededRandom(7) }),
      constants.RSA_NO_PADDING,
    )
    expect([block[0], block[1], block[256 - 33]]).toEqual([0, 2, 0])
    expect(block.subarray(2, 256 - 33).includes(0)).toBe(false)
  })

  it('redraws every padding byte that is zero', () => {
    const asked: number[] = []
    const random = {
      bytes: (length: number) => (
        asked.push(length),
        Uint8Array.from({ length }, (_, index) => (asked.length < 3 && index % 2 === 0 ? 0 : 9))
      ),
    }
    const block = decrypt(
      encryptRsaes(new Uint8Array(32), { key, random }),
      constants.RSA_NO_PADDING,
    )
    expect(asked).toEqual([221, 111, 56])
    expect(block.subarray(2, 223).every((byte) => byte === 9)).toBe(true)
  })

  it('rejects a message that leaves under eight padding bytes', () => {
    expect(() => encryptRsaes(new Uint8Array(246), { key, random: createSeededRandom() })).toThrow(
      new RangeError('The message is too long for the RSA key.'),
    )
  })

  it('rejects a random source that returns only zeros', () => {
    let asked = 0
    expect(() =>
      encryptRsaes(new Uint8Array(32), {
        key,
        random: { bytes: (length) => (asked++, new Uint8Array(length)) },
      }),
    ).toThrow(new RangeError('The random source returns only zeros.'))
    expect(asked).toBe(32)
  })

  it('gives a new ciphertext each time', () => {
    const random = createSeededRandom(3)
    const wrap = () => encodeBase64(encryptRsaes(new Uint8Array(32), { key, random }))
    expect(wrap()).not.toBe(wrap())
  })

  it('is padded to the modulus length', () => {
    const small = readRsaPublicKey(keys.client1024.publicKey)!
    const lengths = Array.from(
      { length: 300 },
      (_, seed) =>
        encryptRsaes(new Uint8Array(1), { key: small, random: createSeededRandom(seed + 1) })
          .length,
    )
    expect(new Set(lengths)).toEqual(new Set([128]))
  })
})
