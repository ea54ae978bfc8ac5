import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { DEVICE_TOKEN_COOKIE } from '../wire.ts'
import { createTokenCookie } from './tokenCookie.ts'

const denied = (): never => {
  throw new Error('denied')
}

describe('token cookie', () => {
  it('is named dy_token and lasts seven days (D13)', () => {
    expect(DEVICE_TOKEN_COOKIE).toEqual({
      name: 'dy_token',
      maxAgeSeconds: 604_800,
      maxBytes: 3800,
    })
  })

  it('writes, reads and removes the token', () => {
    const cookies = createMemoryStorage()
    const cookie = createTokenCookie(cookies)
    cookie.write('abc')
    expect([cookie.read(), cookies.keys()]).toEqual(['abc', ['dy_token']])
    cookie.remove()
    expect(cookie.read()).toBeNull()
  })

  it('removes the old cookie when the token exceeds 3,800 bytes (D13)', () => {
    const cookies = createMemoryStorage()
    const cookie = createTokenCookie(cookies)
    cookie.write('a'.repeat(3791))
    expect(cookie.read()).toHaveLength(3791)
    cookie.write('a'.repeat(3792))
    expect(cookie.read()).toBeNull()
  })

  it('counts encoded bytes (D13)', () => {
    const cookie = createTokenCookie(createMemoryStorage())
    cookie.write('€'.repeat(421))
    expect(cookie.read()).toHaveLength(421)
    cookie.write('€'.repeat(422))
    expect(cookie.read()).toBeNull()
  })

  it('never throws where cookies are denied (D11)', () => {
    const cookie = createTokenCookie({ get: denied, set: denied, remove: denied })
    cookie.write('abc')
    cookie.remove()
    expect(cookie.read()).toBeNull()
  })
})
