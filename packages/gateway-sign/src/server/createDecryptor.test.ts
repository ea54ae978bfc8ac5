import { constants, createCipheriv, createHash, publicEncrypt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { recordCipherKeys } from '../testing/recordCipherKeys.ts'
import { loginRefusals as refusals, logins } from '../testing/vectors.ts'
import { SENSITIVE_FIELDS } from '../login/encryptedEndpoints.ts'
import { createDecryptor } from './createDecryptor.ts'
import { keyIdOf } from './clientKey.ts'

const decryptor = createDecryptor({ privateKeyPem: keys.server.privateKeyPem })
const [withKey] = logins

describe('decrypts (wire 4)', () => {
  it.each(logins)(
    'the vector: $name',
    ({ path, tm, traceId, sensitive, outer, bodyCiphertext, clientKey: key }) => {
      const clientKey = key
        ? {
            clientKey: {
              publicKey: key.publicKey,
              algorithm: key.algorithm,
              keyId: keyIdOf(key.publicKey),
            },
          }
        : {}
      const ciphertextId = createHash('sha256')
        .update(bodyCiphertext.split('.')[0]!)
        .digest('base64url')
      const expected = {
        ok: true,
        fields: { ...outer, ...sensitive },
        encrypted: true,
        ciphertextId,
        ...clientKey,
      }
      expect(decryptor.decrypt({ path, tm, traceId, body: { ...outer, bodyCiphertext } })).toEqual(
        expected,
      )
    },
  )

  it('accepts a plain-text body marked as not encrypted', () => {
    const body = { loginName: 'a', pwd: 'p' }
    expect(decryptor.decrypt({ path: '/v1/user/login', tm: '', traceId: '', body })).toEqual({
      ok: true,
      fields: body,
      encrypted: false,
    })
  })
})

describe('the encoding of a wrapped key (PROTOCOL T8)', () => {
  const key = `-----BEGIN PUBLIC KEY-----\n${keys.server.publicKey}\n-----END PUBLIC KEY-----\n`
  const aesKey = Buffer.alloc(32, 7)
  /** One in 256 begins with a zero byte, which OpenSSL accepts with or without it. */
  const wrapWithZero = (padding: number, oaepHash?: string) => {
    for (;;) {
      const wrapped = publicEncrypt({ key, padding, ...(oaepHash && { oaepHash }) }, aesKey)
      if (wrapped[0] === 0) return wrapped
    }
  }
  const open = (...segments: string[]) =>
    createDecryptor({ privateKeyPem: keys.server.privateKeyPem, formats: ['GS1', 'JWE'] }).decrypt({
      path: '/v1/user/login',
      tm: '',
      traceId: '',
      body: { bodyCiphertext: segments.join('.') },
    })

  it('rejects GS-1 bodies with a missing or extra leading zero', () => {
    const wrapped = wrapWithZero(constants.RSA_PKCS1_PADDING)
    const cipher = createCipheriv('aes-256-cbc', aesKey, Buffer.alloc(16))
    const encrypted = Buffer.concat([cipher.update('{"pwd":"p"}'), cipher.final()])
    const opened = [wrapped, wrapped.subarray(1), Buffer.concat([Buffer.alloc(1), wrapped])].map(
      (one) =>
        open(...[one, Buffer.alloc(16), encrypted].map((part) => part.toString('base64'))).ok,
    )
    expect(opened).toEqual([true, false, false])
  })

  it('rejects JWE bodies with a missing or extra leading zero', () => {
    const wrapped = wrapWithZero(constants.RSA_PKCS1_OAEP_PADDING, 'sha256')
    const header = Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256GCM"}').toString('base64url')
    const cipher = createCipheriv('aes-256-gcm', aesKey, Buffer.alloc(12)).setAAD(
      Buffer.from(header),
    )
    const encrypted = Buffer.concat([cipher.update('{"pwd":"p"}'), cipher.final()])
    const opened = [wrapped, wrapped.subarray(1)].map(
      (one) =>
        open(
          header,
          ...[one, Buffer.alloc(12), encrypted, cipher.getAuthTag()].map((part) =>
            part.toString('base64url'),
          ),
        ).ok,
    )
    expect(opened).toEqual([true, false])
  })
})

describe('uniform refusal (wire 7)', () => {
  const refused = decryptor.decrypt({
    path: '/',
    tm: '',
    traceId: '',
    body: { bodyCiphertext: '' },
  })

  it.each(refusals)('$name', ({ request }) => {
    expect(decryptor.decrypt(request)).toBe(refused)
  })

  it('contains no cause', () => {
    expect(refused).toEqual({ ok: false })
    expect(Object.isFrozen(refused)).toBe(true)
  })

  it('rejects a captured log-in under another path, time or trace id (PROTOCOL T8)', () => {
    const { path, tm, traceId, outer, bodyCiphertext } = withKey!
    const body = { ...outer, bodyCiphertext }
    expect(decryptor.decrypt({ path: '/v1/user/agency/login', tm, traceId, body })).toBe(refused)
    expect(decryptor.decrypt({ path, tm: '1732238612345', traceId, body })).toBe(refused)
    expect(decryptor.decrypt({ path, tm, traceId: `${traceId.slice(0, -1)}0`, body })).toBe(refused)
  })

  it('rejects any changed byte of a log-in with a key (PROTOCOL T12)', () => {
    const { path, tm, traceId, bodyCiphertext } = withKey!
    const segments = bodyCiphertext.split('.').map((segment) => Buffer.from(segment, 'base64'))
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const bytes = Buffer.concat(segments)
        const at = position % bytes.length
        bytes[at] = (bytes[at] ?? 0) ^ change
        let start = 0
        const tampered = segments
          .map((segment) => bytes.subarray(start, (start += segment.length)).toString('base64'))
          .join('.')
        return (
          decryptor.decrypt({ path, tm, traceId, body: { bodyCiphertext: tampered } }) === refused
        )
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    'a key of 16 bytes',
    'a key of 31 bytes',
    'a key of 33 bytes',
    'block type 1',
    'a wrapped key above the modulus',
  ])('continues with 32 random key bytes after %s (PROTOCOL T12)', (name) => {
    const { request } = refusals.find((refusal) => refusal.name === name)!
    const [first, second] = [1, 2].map(() => recordCipherKeys(() => decryptor.decrypt(request)))
    expect(first).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(second).toHaveLength(1)
  })

  it('decrypts a valid body with the wrapped key', () => {
    const { path, tm, traceId, random, bodyCiphertext } = withKey!
    expect(
      recordCipherKeys(() => decryptor.decrypt({ path, tm, traceId, body: { bodyCiphertext } })),
    ).toEqual([Buffer.from(random.key, 'base64').toString('hex')])
  })

  it('returns a refusal for any value without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (bodyCiphertext) => {
        fc.pre(bodyCiphertext !== undefined)
        return (
          decryptor.decrypt({
            path: '/v1/user/login',
            tm: '',
            traceId: '',
            body: { bodyCiphertext },
          }) === refused
        )
      }),
      { numRuns: 300 },
    )
  })

  it('rejects any three segments of valid lengths', () => {
    const bytes = (length: number) =>
      fc
        .uint8Array({ minLength: length, maxLength: length })
        .map((value) => Buffer.from(value).toString('base64'))
    fc.assert(
      fc.property(
        bytes(256),
        bytes(16),
        bytes(32),
        (...parts) =>
          decryptor.decrypt({
            path: '/',
            tm: '',
            traceId: '',
            body: { bodyCiphertext: parts.join('.') },
          }) === refused,
      ),
      { numRuns: 100 },
    )
  })
})

it('throws for a server key that is not private', () => {
  expect(() => createDecryptor({ privateKeyPem: 'x' })).toThrow()
})

/**
 * GS-1 is CBC without a MAC: an attacker who truncates the ciphertext after a block can choose that
 * block's text and garbles the block before it. The garbled bytes depend on the key, which the
 * tests know.
 */
describe('a captured log-in truncated to remove its key proof (PROTOCOL T8)', () => {
  const { path, tm, traceId, plaintext, random, bodyCiphertext } = logins.find(
    ({ name }) => name === 'a log-in (rsa1024)',
  )!
  const [wrapped = '', iv = ''] = bodyCiphertext.split('.')
  const open = (text: string) => {
    const cipher = createCipheriv(
      'aes-256-cbc',
      Buffer.from(random.key, 'base64'),
      Buffer.from(iv, 'base64'),
    )
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64')
    return decryptor.decrypt({
      path,
      tm,
      traceId,
      body: { bodyCiphertext: [wrapped, iv, encrypted].join('.') },
    })
  }
  /** The text up to block `at`, then a garbled block, then the attacker's text. */
  const turned = (at: number, noise: string, end: string) =>
    plaintext.slice(0, 16 * at) + noise + end

  it('is rejected when the garbled block becomes a field name', () => {
    const within = plaintext.indexOf('"algorithm"') + 1
    const at = Math.ceil(within / 16)
    const text = turned(at, '#'.repeat(16), '":1234567890123}')
    expect(
      Object.keys(JSON.parse(text) as object).filter((name) => !SENSITIVE_FIELDS.includes(name)),
    ).toHaveLength(1)
    expect(open(text)).toEqual({ ok: false })
  })

  it('keeps its ciphertext id and contains only encryptable fields', () => {
    const honest = decryptor.decrypt({ path, tm, traceId, body: { bodyCiphertext } })
    const noise = fc.string({ unit: 'binary-ascii', minLength: 16, maxLength: 16 })
    const end = fc.oneof(
      fc.constantFrom('":1}', '"}', '}', ':1}', '":"', '":[]}', '":{}}'),
      fc.string({ unit: 'binary-ascii', maxLength: 15 }),
    )
    fc.assert(
      fc.property(
        fc.nat({ max: Math.floor(plaintext.length / 16) }),
        noise,
        end,
        (at, garbled, chosen) => {
          const opened = open(turned(at, garbled, chosen))
          if (!opened.ok) return
          expect(opened.clientKey).toBeUndefined()
          expect(
            Object.keys(opened.fields).filter((name) => !SENSITIVE_FIELDS.includes(name)),
          ).toEqual([])
          expect(opened.ciphertextId).toBe(honest.ok ? honest.ciphertextId : 'none')
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
