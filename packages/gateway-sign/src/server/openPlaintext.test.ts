import { describe, expect, it } from 'vitest'
import { logins } from '../laws/vectors.ts'
import { GS1 } from '../wire.ts'
import { openPlaintext } from './openPlaintext.ts'

const context = { path: '/v1/user/login', tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5', profile: GS1 }

describe('wire 4 text of a log-in', () => {
  it('without a key proves nothing and is taken as it is', () => {
    expect(openPlaintext('{"loginName":"a","pwd":"p"}', context)).toEqual({ fields: { loginName: 'a', pwd: 'p' } })
  })

  it('may be empty', () => {
    expect(openPlaintext('{}', context)).toEqual({ fields: {} })
  })

  it('keeps a field by the name of a prototype field as a plain field', () => {
    const opened = openPlaintext('{"__proto__":{"polluted":true},"pwd":"p"}', context)
    expect(Object.keys(opened?.fields ?? {})).toEqual(['__proto__', 'pwd'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('is cut at the last proof, not at a value that looks like one', () => {
    const tricky = logins.find(({ name }) => name.startsWith('text that looks like the proof (rsa1024'))!
    const opened = openPlaintext(tricky.plaintext, { ...context, path: tricky.path })
    expect(opened?.fields).toEqual(tricky.sensitive)
    expect(opened?.clientKey?.publicKey).toBe(tricky.clientKey?.publicKey)
  })

  it('is refused when the same text is written with other blanks', () => {
    const { plaintext, path } = logins.find(({ name }) => name === 'a log-in (rsa1024)')!
    expect(openPlaintext(plaintext, { ...context, path })).not.toBeNull()
    expect(openPlaintext(plaintext.replace('{', '{ '), { ...context, path })).toBeNull()
  })
})
