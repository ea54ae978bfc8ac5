import { describe, expect, it } from 'vitest'
import { createFixture, ok } from '../testing/createFixture.ts'
import { isPublicPath } from '../wire.ts'
import type { CommonHeadersOptions } from './commonHeaders.ts'

const arabic: CommonHeadersOptions = {
  theme: () => 'light',
  terminalCode: () => '0123456789abcdef0123456789abcdef',
  deviceLanguage: () => 'de-AT',
  locale: () => 'ar',
  languageTag: () => 'ar-u-nu-latn-ca-gregory',
  realm: () => 'paper',
}

async function sent(
  headers: CommonHeadersOptions,
  {
    path = '/spot/order/open',
    ...options
  }: { path?: string; access?: 'public' | 'private'; headers?: Record<string, string> } = {},
) {
  const { client, received } = createFixture(() => ok(), { headers })
  await client.get(path, options)
  return received[0]?.headers
}

describe('common headers', () => {
  it('contain theme, terminal, languages and realm (spec 7.1, wire 1b)', async () => {
    expect(await sent(arabic)).toMatchObject({
      apptheme: 'standard',
      terminalcode: '0123456789abcdef0123456789abcdef',
      terminaltype: '1',
      devicelanguage: 'de-AT',
      locale: 'ar',
      language: 'ar-u-nu-latn-ca-gregory',
      'x-realm': 'paper',
    })
  })

  it('map the light theme to standard and dark to dark (spec 7.1)', async () => {
    expect((await sent({ ...arabic, theme: () => 'dark' }))?.['apptheme']).toBe('dark')
  })

  it('mark the beta environment, and no other (spec 7.1)', async () => {
    expect((await sent(arabic))?.['beta']).toBeUndefined()
    expect((await sent({ ...arabic, beta: true }))?.['beta']).toBe('1')
  })

  it('omit a missing terminal code', async () => {
    expect(await sent({ ...arabic, terminalCode: () => '' })).not.toHaveProperty('terminalcode')
    expect(await sent({ ...arabic, terminalCode: () => undefined })).not.toHaveProperty(
      'terminalcode',
    )
  })

  it('reflect the app state at each request', async () => {
    let locale = 'en'
    const { client, received } = createFixture(() => ok(), {
      headers: { ...arabic, locale: () => locale },
    })
    await client.get('/x')
    locale = 'ja'
    await client.get('/x')
    expect(received.map(({ headers }) => headers['locale'])).toEqual(['en', 'ja'])
  })

  it("keep the caller's own header", async () => {
    expect((await sent(arabic, { headers: { locale: 'en' } }))?.['locale']).toBe('en')
  })
})

describe('realm header', () => {
  it('is sent on private requests only (wire 1b)', async () => {
    expect(await sent(arabic, { path: '/spot/order/place' })).toHaveProperty('x-realm')
    expect(await sent(arabic, { path: '/user/logout' })).toHaveProperty('x-realm')
    expect(await sent(arabic, { path: '/spot/public/symbols' })).not.toHaveProperty('x-realm')
    expect(await sent(arabic, { path: '/user/login' })).not.toHaveProperty('x-realm')
  })

  it("follows the request's `access` option", async () => {
    expect(await sent(arabic, { path: '/spot/order/open', access: 'public' })).not.toHaveProperty(
      'x-realm',
    )
    expect(await sent(arabic, { path: '/spot/public/symbols', access: 'private' })).toHaveProperty(
      'x-realm',
    )
  })

  it('is omitted without a realm option', async () => {
    const { realm: _, ...rest } = arabic
    expect(await sent(rest)).not.toHaveProperty('x-realm')
  })

  it.each([
    ['/v1/user/login', true],
    ['/v1/user/login/verify', true],
    ['/v1/user/loginHistory', false],
    ['/v1/user/overview/userinfo', false],
    ['/v1/user/register/email', true],
    ['/v1/user/agency/login', true],
    ['/v1/user/auth/login', true],
    ['/v1/user/auth/logins', false],
    ['/v1/user/third/bind/choose', true],
    ['/v1/user/message/sendCode', true],
    ['/v1/user/qr/create', true],
    ['/v1/user/qr/getQrKeyStatus', true],
    ['/v1/user/qr/verifySystemLogin', true],
    ['/v1/user/qr/scan', false],
    ['/v1/user/qr/decide', false],
    ['/v1/mix/config/gatewaySignConfig', true],
    ['/v1/spot/public/tickers', true],
    ['/v1/spot/account/assets', false],
    ['/v1/asset/transfer', false],
    ['/v1/anything/new', false],
  ])('treats %s as public: %s (wire 1b)', (path, expected) => {
    expect(isPublicPath(path)).toBe(expected)
  })
})
