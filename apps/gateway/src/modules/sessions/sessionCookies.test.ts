import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GatewayRequest } from '../../platform/http/route.ts'
import { clearSessionCookies, issueSessionCookies, readSessionSecret } from './sessionCookies.ts'

const SECRET = 'A'.repeat(43)
const secrets = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'))

function written(isSecure: boolean, write: (request: GatewayRequest) => void) {
  const cookies: [name: string, value: string, options: object | undefined][] = []
  write({
    isSecure,
    setCookie: (name: string, value: string, options?: object) =>
      void cookies.push([name, value, options]),
  } as unknown as GatewayRequest)
  return cookies
}

describe('cookies of a session (wire 1b)', () => {
  it.each([
    [true, '__Host-session'],
    [false, 'session'],
  ])('sets for secure %s the credential %s hidden from scripts', (isSecure, name) => {
    const cookies = written(isSecure, (request) =>
      issueSessionCookies(request, { secret: SECRET, sessionId: 's1', userId: '7' }),
    )
    const maxAge = 30 * 86_400
    expect(cookies).toEqual([
      [name, SECRET, { httpOnly: true, maxAge }],
      ['x_token', 's1', { maxAge }],
      ['x_uid', '7', { maxAge }],
    ])
  })

  it('the credential stands in no cookie that scripts can read', () => {
    const cookies = written(true, (request) =>
      issueSessionCookies(request, { secret: SECRET, sessionId: 's1', userId: '7' }),
    )
    expect(
      cookies
        .filter(([, , options]) => !(options as { httpOnly?: boolean }).httpOnly)
        .map(([, value]) => value),
    ).not.toContain(SECRET)
  })

  it.each([true, false])('removes on logout (secure %s) every cookie of a login', (isSecure) => {
    const set = written(isSecure, (request) =>
      issueSessionCookies(request, { secret: SECRET, sessionId: 's1', userId: '7' }),
    )
    const cleared = written(isSecure, clearSessionCookies)
    expect(cleared.map(([name]) => name)).toEqual(set.map(([name]) => name))
    expect(
      cleared.every(
        ([, value, options]) => value === '' && (options as { maxAge: number }).maxAge === 0,
      ),
    ).toBe(true)
  })

  it('reads login cookies among any others', () => {
    const other = fc
      .record({
        name: fc.stringMatching(/^[a-z]{1,8}$/),
        value: fc.stringMatching(/^[\w-]{0,12}$/),
      })
      .filter(({ name }) => name !== 'session')
    fc.assert(
      fc.property(
        secrets,
        fc.array(other, { maxLength: 4 }),
        fc.array(other, { maxLength: 4 }),
        (secret, before, after) => {
          const cookie = [...before, { name: '__Host-session', value: secret }, ...after]
            .map(({ name, value }) => `${name}=${value}`)
            .join('; ')
          expect(
            readSessionSecret({ cookie, host: 'trade.example' }, { isDevelopment: false }),
          ).toBe(secret)
        },
      ),
    )
  })

  it('rejects a credential in any other form', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const read = readSessionSecret(
          { cookie: `__Host-session=${value}`, host: 'localhost' },
          { isDevelopment: true },
        )
        expect(read === undefined || /^[A-Za-z0-9_-]{43}$/.test(read)).toBe(true)
      }),
    )
  })

  it.each([
    ['one character less', SECRET.slice(1)],
    ['one character more', `${SECRET}A`],
    ['a sign of the other base64', `${SECRET.slice(1)}+`],
    ['a line break within', `${SECRET.slice(0, 20)}\n${SECRET.slice(21)}`],
  ])('a credential with %s is none', (_, value) => {
    expect(
      readSessionSecret(
        { cookie: `__Host-session=${value}`, host: 'localhost' },
        { isDevelopment: true },
      ),
    ).toBeUndefined()
  })

  it('prefers the host-bound cookie to the plain one', () => {
    const [bound, plain] = ['B'.repeat(43), 'P'.repeat(43)]
    const cookie = `session=${plain}; __Host-session=${bound}`
    expect(readSessionSecret({ cookie, host: '192.168.0.9' }, { isDevelopment: true })).toBe(bound)
    expect(
      readSessionSecret(
        { cookie: `session=${plain}`, host: '192.168.0.9' },
        { isDevelopment: true },
      ),
    ).toBe(plain)
  })

  it('never falls back from a malformed host-bound credential', () => {
    expect(
      readSessionSecret(
        { cookie: `__Host-session=short; session=${SECRET}`, host: '192.168.0.9' },
        { isDevelopment: true },
      ),
    ).toBeUndefined()
  })

  it('joins repeated headers', () => {
    expect(
      readSessionSecret(
        { cookie: ['a=1', `__Host-session=${SECRET}`], host: 'localhost' },
        { isDevelopment: false },
      ),
    ).toBe(SECRET)
  })

  it('no header at all is no credential', () =>
    expect(readSessionSecret({}, { isDevelopment: true })).toBeUndefined())
})
