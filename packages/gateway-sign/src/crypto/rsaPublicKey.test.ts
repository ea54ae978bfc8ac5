import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { importRsaPublicKey } from '../server/serverKeys.ts'
import { encodeBase64 } from './base64.ts'
import { readRsaPublicKey, readRsaSpki } from './rsaPublicKey.ts'

const der = Uint8Array.from(Buffer.from(keys.server.publicKey, 'base64'))
const change = (at: number, value: number) =>
  encodeBase64(der.map((byte, index) => (index === at ? value : byte)))

describe('RSA public keys (wire 3)', () => {
  it.each([keys.client1024, keys.client2048, keys.server, keys.serverExponent3])(
    "match OpenSSL's reading",
    ({ publicKey }) => {
      const key = createPublicKey({
        key: Buffer.from(publicKey, 'base64'),
        format: 'der',
        type: 'spki',
      })
      const { n = '' } = key.export({ format: 'jwk' })
      expect(readRsaPublicKey(publicKey)).toEqual({
        modulus: BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`),
        exponent: key.asymmetricKeyDetails?.publicExponent,
        modulusBits: key.asymmetricKeyDetails?.modulusLength,
        spki: Uint8Array.from(Buffer.from(publicKey, 'base64')),
      })
    },
  )

  it.each([
    ['an empty text', ''],
    ['no base64', 'MIGf*'],
    ['line feeds', keys.server.publicKey.replace(/.{64}/g, '$&\n')],
    ['a byte after the end', encodeBase64(Uint8Array.of(...der, 0))],
    ['a byte too few', encodeBase64(der.subarray(0, -1))],
    ['another algorithm', change(14, der[14]! ^ 1)],
    ['parameters that are not NULL', change(17, 0x04)],
    ['unused bits', change(23, 1)],
    [
      'a negative modulus',
      encodeBase64(Uint8Array.of(...der.subarray(0, 32), 0x80, ...der.subarray(33))),
    ],
  ])('reject %s', (_, text) => {
    expect(readRsaPublicKey(text)).toBeNull()
  })

  it.each([
    ['elliptic curve', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['RSA-PSS', () => generateKeyPairSync('rsa-pss', { modulusLength: 1024 })],
    ['Ed25519', () => generateKeyPairSync('ed25519')],
  ])('reject %s keys', (_, generate) => {
    const { publicKey } = generate()
    expect(
      readRsaSpki(Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }))),
    ).toBeNull()
  })

  it('require a leading zero exactly when the top bit is set', () => {
    const spki = (modulus: string) => {
      const length = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0')
      const integers = `02${length(modulus)}${modulus}0203010001`
      const sequence = `30${length(integers)}${integers}`
      const bits = `03${length(`00${sequence}`)}00${sequence}`
      const body = `300d06092a864886f70d0101010500${bits}`
      return readRsaSpki(Uint8Array.from(Buffer.from(`30${length(body)}${body}`, 'hex')))
    }
    const tail = '00'.repeat(14)
    expect(spki(`0080${tail}01`)).toMatchObject({ modulusBits: 128, modulus: (0x80n << 120n) + 1n })
    expect(spki(`7f${tail}01`)).toMatchObject({ modulusBits: 127 })
    expect(spki(`007f${tail}01`)).toBeNull()
    expect(spki(`80${tail}01`)).toBeNull()
    expect(spki(`0080${tail}02`)).toBeNull()
    expect(spki('')).toBeNull()
    expect(spki('00')).toBeNull()
  })

  it('are accepted only when the server accepts them', () => {
    fc.assert(
      fc.property(fc.nat({ max: der.length - 1 }), fc.nat({ max: 255 }), (at, value) => {
        const text = change(at, value)
        const client = readRsaPublicKey(text)
        const server = importRsaPublicKey(text, () => true)
        // The server parses client keys, whose exponent is fixed. Everything else must agree.
        expect(client !== null && client.exponent === 65_537n).toBe(server !== null)
      }),
      { numRuns: 300 },
    )
  })

  it('return a key or null for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (value) => readRsaSpki(value) === null),
    )
  })
})
