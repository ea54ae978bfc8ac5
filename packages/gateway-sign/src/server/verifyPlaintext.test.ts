import { sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clientKeys, logins } from '../testing/vectors.ts'
import { GS1 } from '../wire.ts'
import { verifyPlaintext } from './verifyPlaintext.ts'

const context = {
  path: '/v1/user/login',
  tm: '1732238512345',
  traceId: 'w17322385123450a1b2c3d4e5',
  profile: GS1,
}

describe('login plaintext (wire 4)', () => {
  it('is accepted without a key and proves nothing', () => {
    expect(verifyPlaintext('{"loginName":"a","pwd":"p"}', context)).toEqual({
      fields: { loginName: 'a', pwd: 'p' },
    })
  })

  it("accepts only the endpoint's sensitive fields without a key (PROTOCOL T8)", () => {
    const profile = {
      ...GS1,
      login: {
        ...GS1.login,
        endpoints: { '/v1/user/login': ['loginName', 'pwd'], '/other': ['token'] },
      },
    }
    const opens = (path: string, fields: object) =>
      verifyPlaintext(JSON.stringify(fields), { ...context, profile, path }) !== null
    expect(opens('/v1/user/login', { loginName: 'a', pwd: 'p' })).toBe(true)
    expect(
      [
        { loginName: 'a', al: 1 },
        { pwd: 'p', Pwd: 'p' },
        { pwd: 'p', '': 1 },
        { token: 't' },
        { constructor: 1 },
      ].filter((fields) => opens('/v1/user/login', fields)),
    ).toEqual([])
    // For a path without a profile entry, all encrypted fields are accepted.
    expect([
      opens('/v1/user/logout', { token: 't', pwd: 'p' }),
      opens('constructor', { token: 't' }),
      opens('/v1/user/logout', { al: 1 }),
    ]).toEqual([true, true, false])
  })

  it.each([
    ['an algorithm alone', { algorithm: 'rsa1024' }],
    ['a public key alone', { publicKey: clientKeys.client1024.publicKey }],
    ['an initSign alone', { initSign: 'AAAA' }],
    [
      'an algorithm and a public key',
      { algorithm: 'rsa1024', publicKey: clientKeys.client1024.publicKey },
    ],
    ['an algorithm and an initSign', { algorithm: 'rsa1024', initSign: 'AAAA' }],
    [
      'a public key and an initSign',
      { publicKey: clientKeys.client1024.publicKey, initSign: 'AAAA' },
    ],
    [
      'an initSign that is a number',
      { algorithm: 'rsa1024', publicKey: clientKeys.client1024.publicKey, initSign: 7 },
    ],
    [
      'an initSign that is null',
      { algorithm: 'rsa1024', publicKey: clientKeys.client1024.publicKey, initSign: null },
    ],
    [
      'an unknown algorithm',
      { algorithm: 'rsa512', publicKey: clientKeys.client1024.publicKey, initSign: 'AAAA' },
    ],
  ])('is rejected with the incomplete proof %s', (_, proof) => {
    expect(verifyPlaintext(JSON.stringify({ pwd: 'p', ...proof }), context)).toBeNull()
  })

  it.each(['null', '7', '"x"', '[]', '[{"pwd":"p"}]', '', '{', 'undefined'])(
    'is rejected when it is not an object: %s',
    (text) => {
      expect(verifyPlaintext(text, context)).toBeNull()
    },
  )

  it('is rejected when it consists of the proof alone', () => {
    expect(verifyPlaintext(',"initSign":""}', context)).toBeNull()
  })

  it('may be empty', () => {
    expect(verifyPlaintext('{}', context)).toEqual({ fields: {} })
  })

  it('keeps a field named like a prototype property', () => {
    const profile = {
      ...GS1,
      login: { ...GS1.login, endpoints: { '/v1/user/login': ['__proto__', 'pwd'] } },
    }
    const opened = verifyPlaintext('{"__proto__":{"polluted":true},"pwd":"p"}', {
      ...context,
      profile,
    })
    expect(Object.keys(opened?.fields ?? {})).toEqual(['__proto__', 'pwd'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('is split at the last proof, not at a similar value', () => {
    const tricky = logins.find(({ name }) =>
      name.startsWith('text that looks like the proof (rsa1024'),
    )!
    const opened = verifyPlaintext(tricky.plaintext, { ...context, path: tricky.path })
    expect(opened?.fields).toEqual(tricky.sensitive)
    expect(opened?.clientKey?.publicKey).toBe(tricky.clientKey?.publicKey)
  })

  it.each([
    ['inside a field', { extra: { loginName: 'a', initSign: 'AAAA' } }],
    [
      'inside a list in a field',
      {
        extra: [
          { a: 1, initSign: '' },
          { b: 2, initSign: 'x' },
        ],
      },
    ],
    ['as the end of a nested object', { pwd: 'p', extra: { deep: { c: 3, initSign: '"}' } } }],
  ])('is split at the last proof after an equal member name, %s (wire 4)', (_, nested) => {
    const { privateKeyPem, publicKey } = clientKeys.client1024
    const open = JSON.stringify({ ...nested, algorithm: 'rsa1024', publicKey }).slice(0, -1)
    const proofOver = (covered: string) =>
      sign(
        'sha256',
        Buffer.from(['initSign', context.path, '17322385', context.traceId, covered].join('\n')),
        privateKeyPem,
      ).toString('base64')
    const textWith = (proof: string) => `${open},"initSign":"${proof}"}`
    expect(textWith('').indexOf(',"initSign":"')).toBeLessThan(open.length)
    expect(verifyPlaintext(textWith(proofOver(open)), context)).toMatchObject({
      fields: nested,
      clientKey: { publicKey, algorithm: 'rsa1024' },
    })
    // A proof over the text up to the first such member covers less than the plaintext.
    expect(
      verifyPlaintext(textWith(proofOver(open.slice(0, open.indexOf(',"initSign":"')))), context),
    ).toBeNull()
  })

  it('is rejected with different whitespace', () => {
    const { plaintext, path } = logins.find(({ name }) => name === 'a log-in (rsa1024)')!
    expect(verifyPlaintext(plaintext, { ...context, path })).not.toBeNull()
    expect(verifyPlaintext(plaintext.replace('{', '{ '), { ...context, path })).toBeNull()
  })
})
