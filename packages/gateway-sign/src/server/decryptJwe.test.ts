import { constants, createCipheriv, createHash, createPrivateKey, publicEncrypt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import type { BodyFormat } from '../crypto/jweHeader.ts'
import { recordCipherKeys } from '../testing/recordCipherKeys.ts'
import { logins } from '../testing/vectors.ts'
import { createDecryptor } from './createDecryptor.ts'
import { decryptJwe } from './decryptJwe.ts'

const privateKey = createPrivateKey(keys.server.privateKeyPem)
const base64Url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** RFC 7516 section 5.1 with node:crypto only. */
function encrypt({
  text = '{"pwd":"p"}',
  header = JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }),
  key = Buffer.alloc(32, 7),
  iv = Buffer.alloc(12, 9),
  oaepHash = 'sha256',
  padding = constants.RSA_PKCS1_OAEP_PADDING,
  aad = base64Url(header),
  publicKey = keys.server.publicKey,
} = {}): string[] {
  const wrapped = publicEncrypt(
    {
      key: `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`,
      padding,
      oaepHash,
    },
    key,
  )
  const cipher = createCipheriv(
    'aes-256-gcm',
    Buffer.concat([key, Buffer.alloc(32)]).subarray(0, 32),
    iv,
    { authTagLength: 16 },
  )
  cipher.setAAD(Buffer.from(aad, 'ascii'))
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()])
  return [base64Url(header), ...[wrapped, iv, encrypted, cipher.getAuthTag()].map(base64Url)]
}

const good = encrypt()
const withPart = (index: number, value: string) =>
  good.map((part, at) => (at === index ? value : part))
const flipped = (index: number) => {
  const bytes = Buffer.from(good[index] ?? '', 'base64url')
  bytes[3] = (bytes[3] ?? 0) ^ 1
  return withPart(index, base64Url(bytes))
}

describe('compact JWE (wire 4)', () => {
  it('decrypts a JWE from another implementation, any header order', () => {
    expect(decryptJwe(good, privateKey)?.toString()).toBe('{"pwd":"p"}')
    expect(
      decryptJwe(
        encrypt({ header: '{ "enc":"A256GCM", "alg":"RSA-OAEP-256", "kid":"1" }' }),
        privateKey,
      )?.toString(),
    ).toBe('{"pwd":"p"}')
    expect(decryptJwe(encrypt({ text: '' }), privateKey)?.toString()).toBe('')
  })

  it('derives the ciphertext id from the wrapped key (PROTOCOL T8)', () => {
    const decryptor = createDecryptor({
      privateKeyPem: keys.server.privateKeyPem,
      formats: ['JWE'],
    })
    const opened = decryptor.decrypt({
      path: '/',
      tm: '',
      traceId: '',
      body: { bodyCiphertext: good.join('.') },
    })
    expect(opened).toEqual({
      ok: true,
      encrypted: true,
      fields: { pwd: 'p' },
      ciphertextId: createHash('sha256').update(good[1]!).digest('base64url'),
    })
  })

  it.each<[string, readonly BodyFormat[] | undefined, string]>([
    ['five segments, unless they are wanted', undefined, good.join('.')],
    ['four segments', ['GS1', 'JWE'], good.slice(0, 4).join('.')],
    ['six segments', ['GS1', 'JWE'], [...good, ''].join('.')],
    ['three segments where only five are wanted', ['JWE'], logins[0]!.bodyCiphertext],
  ])('is refused by the decryptor with %s (wire 4)', (_what, formats, bodyCiphertext) => {
    const decryptor = createDecryptor({
      privateKeyPem: keys.server.privateKeyPem,
      ...(formats && { formats }),
    })
    const { path, tm, traceId } = logins[0]!
    expect(decryptor.decrypt({ path, tm, traceId, body: { bodyCiphertext } })).toEqual({
      ok: false,
    })
  })

  it.each<[string, string[]]>([
    [
      'another key algorithm in the header',
      encrypt({ header: '{"alg":"RSA1_5","enc":"A256GCM"}' }),
    ],
    [
      'RSA-OAEP with SHA-1 in the header',
      encrypt({ header: '{"alg":"RSA-OAEP","enc":"A256GCM"}' }),
    ],
    ['no algorithm', encrypt({ header: '{"enc":"A256GCM"}' })],
    ['the direct algorithm', encrypt({ header: '{"alg":"dir","enc":"A256GCM"}' })],
    ['another cipher in the header', encrypt({ header: '{"alg":"RSA-OAEP-256","enc":"A128GCM"}' })],
    [
      'an extension that must be understood',
      encrypt({ header: '{"alg":"RSA-OAEP-256","enc":"A256GCM","crit":["x"],"x":1}' }),
    ],
    [
      'a compressed text',
      encrypt({ header: '{"alg":"RSA-OAEP-256","enc":"A256GCM","zip":"DEF"}' }),
    ],
    ['a header that is no object', encrypt({ header: 'null' })],
    ['a header that is a list', encrypt({ header: '[]' })],
    ['a header that is no JSON', encrypt({ header: '{' })],
    ['an empty header', withPart(0, '')],
    [
      'a header under another text',
      withPart(0, base64Url('{"enc":"A256GCM","alg":"RSA-OAEP-256"}')),
    ],
    ['a tag over no header', encrypt({ aad: '' })],
    ['SHA-1 inside OAEP', encrypt({ oaepHash: 'sha1' })],
    ['PKCS#1 v1.5 in the place of OAEP', encrypt({ padding: constants.RSA_PKCS1_PADDING })],
    ['a key of 16 bytes', encrypt({ key: Buffer.alloc(16, 7) })],
    ['a key of 33 bytes', encrypt({ key: Buffer.alloc(33, 7) })],
    ['a key for another server', encrypt({ publicKey: keys.other2048.publicKey })],
    ['an IV of 16 bytes', encrypt({ iv: Buffer.alloc(16, 9) })],
    ['a wrapped key with a bit turned', flipped(1)],
    ['an IV with a bit turned', flipped(2)],
    ['a ciphertext with a bit turned', flipped(3)],
    ['a tag with a bit turned', flipped(4)],
    [
      'a tag of 12 bytes',
      withPart(4, base64Url(Buffer.from(good[4] ?? '', 'base64url').subarray(0, 12))),
    ],
    ['no tag', withPart(4, '')],
    ['padded base64', withPart(3, `${good[3]}=`)],
    [
      'the standard alphabet',
      withPart(1, Buffer.from(good[1] ?? '', 'base64url').toString('base64')),
    ],
    [
      'stray bits in the last character',
      withPart(
        4,
        (good[4] ?? '').replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
      ),
    ],
    ['a segment too few', good.slice(0, 4)],
  ])('rejects %s (PROTOCOL T12)', (_, segments) => {
    expect(decryptJwe(segments, privateKey)).toBeNull()
  })

  it.each([16, 31, 33])(
    'continues with 32 random key bytes after %i key bytes (PROTOCOL T12)',
    (length) => {
      const segments = encrypt({ key: Buffer.alloc(length, 7) })
      const [first, second] = [1, 2].map(() =>
        recordCipherKeys(() => decryptJwe(segments, privateKey)),
      )
      expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
      expect(second).not.toEqual(first)
      expect(first?.[0]?.slice(0, 2 * Math.min(length, 32))).not.toBe(
        '07'.repeat(Math.min(length, 32)),
      )
    },
  )

  it('returns null for any segments without throwing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(...good)), { minLength: 5, maxLength: 5 }),
        (segments) =>
          (decryptJwe(segments, privateKey) === null) === (segments.join() !== good.join()),
      ),
    )
  })
})
