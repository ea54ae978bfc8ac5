import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

const HOST = 'trade.example'
const POST = '/v1/user/logout'
const READ = '/v1/mix/config/referral'

let development: TestGateway
let production: TestGateway
beforeAll(async () => {
  development = await createTestGateway({
    allowedOrigins: ['https://partner.example'],
    allowedHosts: [HOST],
  })
  production = await createTestGateway({
    allowedOrigins: ['https://partner.example'],
    isDevelopment: false,
  })
})
afterAll(async () => {
  await development.stop()
  await production.stop()
})

const status = async (
  gateway: TestGateway,
  method: 'GET' | 'POST',
  headers: Record<string, string>,
) =>
  (
    await gateway.app.inject({
      method,
      url: method === 'POST' ? POST : READ,
      headers: { host: HOST, ...headers },
    })
  ).statusCode

/** Origin x Sec-Fetch-Site -> whether a POST goes through in production. */
const MATRIX: readonly [origin: string | undefined, site: string | undefined, passes: boolean][] = [
  // The gateway's own pages.
  [`https://${HOST}`, 'same-origin', true],
  [`http://${HOST}`, undefined, true],
  // Named by the operator: browsers call these cross-site, and they may.
  ['https://partner.example', 'cross-site', true],
  ['https://partner.example', undefined, true],
  // No browser.
  [undefined, undefined, true],
  // Typed by the user, or sent by the gateway's own page through a form without an origin.
  [undefined, 'none', true],
  [undefined, 'same-origin', true],
  // Other sites, by whichever header names them.
  ['https://evil.example', 'cross-site', false],
  ['https://evil.example', undefined, false],
  ['https://evil.example', 'same-origin', false],
  ['null', 'cross-site', false],
  ['null', undefined, false],
  [undefined, 'cross-site', false],
  // A sibling under the same domain is another origin.
  [`https://wiki.${HOST}`, 'same-site', false],
  [undefined, 'same-site', false],
  // Spellings that only look like an own or a named one.
  [`https://${HOST}.evil.example`, 'cross-site', false],
  [`https://${HOST}:8443`, 'same-site', false],
  ['https://partner.example.evil', 'cross-site', false],
  ['https://partner.example/', 'cross-site', false],
  ['file://', 'cross-site', false],
  ['', 'cross-site', false],
]

describe('a post of another site does nothing (wire 10)', () => {
  it.each(MATRIX)('allows origin %s with site %s: %s', async (origin, site, passes) => {
    const headers = {
      ...(origin === undefined ? {} : { origin }),
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    }
    expect(await status(production, 'POST', headers)).toBe(passes ? 200 : 403)
  })

  it.each([
    [`http://${HOST}`, 403],
    [`https://${HOST}`, 200],
  ])('%s before TLS: %d', async (origin, expected) => {
    expect(await status(production, 'POST', { origin, 'x-forwarded-proto': 'https' })).toBe(
      expected,
    )
  })

  it.each(['http://localhost:5173', 'http://app.localhost:4000'])(
    'a page of this machine (%s) may in development only',
    async (origin) => {
      expect(await status(development, 'POST', { origin, 'sec-fetch-site': 'cross-site' })).toBe(
        200,
      )
      expect(await status(production, 'POST', { origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
    },
  )

  it.each([
    'http://localhost.evil.example',
    'http://evil.example#localhost',
    'http://127.0.0.1:5173',
  ])('%s is no page of this machine', async (origin) => {
    expect(await status(development, 'POST', { origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
  })

  it('allows reads, which CORS governs', async () => {
    const response = await production.app.inject({
      url: READ,
      headers: { host: HOST, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('the refusal has the form of every other and sets no cookie', async () => {
    const response = await production.app.inject({
      method: 'POST',
      url: POST,
      headers: { host: HOST, origin: 'https://evil.example' },
    })
    expect(response.json()).toMatchObject({ status: 'error', data: null })
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  it('keeps the session on a cross-site log-out, ends it on same-site', async () => {
    const client = development.client()
    await client.register('cross@example.com')
    const userInfo = () => client.get('/v1/user/overview/userinfo')
    expect(
      await client.post(
        POST,
        {},
        { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
      ),
    ).toMatchObject({ http: 403 })
    expect(await userInfo()).toMatchObject({ code: '0' })
    const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
    expect(
      await client.post(
        POST,
        {},
        { headers: { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' } },
      ),
    ).toMatchObject({ code: '0' })
    const later = await development.app.inject({
      url: '/v1/user/overview/userinfo',
      headers: { host: 'localhost', cookie },
    })
    expect(later.json()).toMatchObject({ code: '20205' })
  })
})
