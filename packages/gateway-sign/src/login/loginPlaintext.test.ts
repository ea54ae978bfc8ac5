import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logins } from '../testing/vectors.ts'
import { GS1 } from '../wire.ts'
import { appendInitSign, buildPlaintext, splitBody } from './loginPlaintext.ts'

describe('outer body (wire 4)', () => {
  it('keeps the field order in both parts', () => {
    const { outer, sensitive } = splitBody({ pwd: 'p', a: 1, loginName: 'l', b: 2 }, [
      'loginName',
      'pwd',
    ])
    expect(JSON.stringify(sensitive)).toBe('{"pwd":"p","loginName":"l"}')
    expect(JSON.stringify(outer)).toBe('{"a":1,"b":2}')
  })

  it('omits what JSON omits', () => {
    expect(splitBody({ pwd: undefined, a: undefined }, ['pwd'])).toEqual({
      outer: {},
      sensitive: {},
    })
  })

  it('never contains a sensitive field and loses none', () => {
    const name = fc.constantFrom('loginName', 'pwd', 'a', 'b', '__proto__', 'constructor')
    fc.assert(
      fc.property(fc.dictionary(name, fc.string()), (body) => {
        const { outer, sensitive } = splitBody(body, ['loginName', 'pwd'])
        expect(Object.keys(outer).filter((key) => key === 'loginName' || key === 'pwd')).toEqual([])
        expect(Object.keys({ ...outer, ...sensitive }).sort()).toEqual(Object.keys(body).sort())
      }),
    )
  })
})

describe('login plaintext (wire 4)', () => {
  it.each(logins.filter(({ clientKey }) => clientKey))(
    'matches the vector: $name',
    ({ sensitive, clientKey, initSign, plaintext, initSignString }) => {
      const text = buildPlaintext(sensitive, { key: clientKey!, profile: GS1 })
      expect(initSignString?.endsWith(`\n${text}`)).toBe(true)
      expect(appendInitSign(text, { initSign: initSign!, profile: GS1 })).toBe(plaintext)
    },
  )

  it('matches worked example G', () => {
    const text = buildPlaintext(
      { loginName: 'a@b.c', pwd: 'p' },
      { key: { algorithm: 'rsa1024', publicKey: 'MIGf' }, profile: GS1 },
    )
    expect(text).toBe('{"loginName":"a@b.c","pwd":"p","algorithm":"rsa1024","publicKey":"MIGf"')
  })

  it('is JSON with the proof last for any fields', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('pwd', 'loginName', 'token'), fc.string()),
        fc.base64String(),
        (sensitive, initSign) => {
          const text = buildPlaintext(sensitive, {
            key: { algorithm: 'rsa1024', publicKey: 'MIGf' },
            profile: GS1,
          })
          const full = appendInitSign(text, { initSign, profile: GS1 })
          expect(JSON.parse(full)).toEqual({
            ...sensitive,
            algorithm: 'rsa1024',
            publicKey: 'MIGf',
            initSign,
          })
          expect(full.slice(0, full.lastIndexOf(',"initSign":"'))).toBe(text)
        },
      ),
    )
  })
})
