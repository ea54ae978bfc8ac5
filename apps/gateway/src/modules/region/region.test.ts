import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

const LISTS = {
  TRUST_PROXY: 'loopback',
  COUNTRY_HEADER: 'CF-IPCountry',
  RESTRICTED_COUNTRIES: 'kp, IR',
  LIMITED_COUNTRIES: 'GB',
}

describe('the settings of regions', () => {
  it('are none by default: nothing is shown', () => {
    expect(readSettings({ TRUST_PROXY: 'loopback' }).region).toBeUndefined()
  })
  it('name the header of the proxy, and countries by their two letters', () => {
    expect(readSettings(LISTS).region).toEqual({
      header: 'cf-ipcountry',
      none: new Set(['KP', 'IR']),
      limited: new Set(['GB']),
    })
  })
  it.each([
    [
      'a header that no trusted proxy sets',
      { ...LISTS, TRUST_PROXY: '' },
      'COUNTRY_HEADER needs TRUST_PROXY',
    ],
    [
      'a header that cannot be one',
      { ...LISTS, COUNTRY_HEADER: 'cf ip:country' },
      'COUNTRY_HEADER is',
    ],
    [
      'a header without countries',
      { ...LISTS, RESTRICTED_COUNTRIES: '', LIMITED_COUNTRIES: '' },
      'COUNTRY_HEADER needs RESTRICTED_COUNTRIES or LIMITED_COUNTRIES',
    ],
    [
      'countries without a header',
      { RESTRICTED_COUNTRIES: 'KP' },
      'RESTRICTED_COUNTRIES needs COUNTRY_HEADER',
    ],
    [
      'the name of a country',
      { ...LISTS, LIMITED_COUNTRIES: 'GB, France' },
      'LIMITED_COUNTRIES has "FRANCE"',
    ],
    [
      'a country in both lists',
      { ...LISTS, LIMITED_COUNTRIES: 'KP' },
      'LIMITED_COUNTRIES has "KP"',
    ],
  ])('refuse %s', (_, environment, message) =>
    expect(() => readSettings(environment)).toThrow(message),
  )
})

const region = { header: 'cf-ipcountry', none: new Set(['KP']), limited: new Set(['GB', 'T1']) }
const ask = async (
  { app }: TestGateway,
  { country, from = '127.0.0.1' }: { country?: string; from?: string },
) => {
  const answer = await app.inject({
    url: '/v1/mix/region',
    remoteAddress: from,
    ...(country === undefined ? {} : { headers: { 'cf-ipcountry': country } }),
  })
  return (answer.json() as { data: unknown }).data
}

describe('what a visitor sees of the region', () => {
  let gateway: TestGateway
  beforeAll(
    async () =>
      void (gateway = await createTestGateway({ region, trustProxy: '127.0.0.1, 10.0.0.0/8' })),
    60_000,
  )
  afterAll(() => gateway.stop())

  it.each([
    ['KP', { service: 'none', country: 'KP' }],
    ['gb', { service: 'limited', country: 'GB' }],
    ['T1', { service: 'limited', country: 'T1' }],
    ['DE', { service: 'full' }],
    ['XX', { service: 'full' }],
    ['', { service: 'full' }],
    [undefined, { service: 'full' }],
  ])('a proxy that says %s: %o', async (country, expected) =>
    expect(await ask(gateway, country === undefined ? {} : { country })).toEqual(expected),
  )

  it("trusts the proxy's header over the visitor's", async () => {
    expect(await ask(gateway, { country: 'DE, KP' })).toEqual({ service: 'none', country: 'KP' })
  })
  it('trusts a network of proxies, also IPv4 in IPv6', async () => {
    expect(await ask(gateway, { country: 'KP', from: '10.1.2.3' })).toEqual({
      service: 'none',
      country: 'KP',
    })
    expect(await ask(gateway, { country: 'KP', from: '::ffff:10.1.2.3' })).toEqual({
      service: 'none',
      country: 'KP',
    })
  })
  it('shows the scanner the country named by the proxy (SR8)', async () => {
    const phone = (await gateway.newUser()).client
    const forwarded = { 'cf-ipcountry': 'de', 'x-forwarded-for': '203.0.113.45' }
    const created = await gateway
      .client({ address: '127.0.0.1' })
      .post('/v1/user/qr/create', {}, { headers: forwarded })
    const { serialNO } = created.data as { serialNO: string }
    expect(await phone.post('/v1/user/qr/scan', { serialNO })).toMatchObject({
      code: '0',
      data: { address: '203.0.113.*', country: 'DE' },
    })
  })
  it('a visitor that comes without a proxy is not believed', async () => {
    expect(await ask(gateway, { country: 'KP', from: '198.51.100.9' })).toEqual({ service: 'full' })
  })
})

describe('without the settings', () => {
  let gateway: TestGateway
  beforeAll(
    async () => void (gateway = await createTestGateway({ trustProxy: '127.0.0.1' })),
    60_000,
  )
  afterAll(() => gateway.stop())

  it('every region is served in full', async () =>
    expect(await ask(gateway, { country: 'KP' })).toEqual({ service: 'full' }))
})

it('trusts no header without a trusted proxy', async () => {
  const gateway = await createTestGateway({ region })
  expect(await ask(gateway, { country: 'KP' })).toEqual({ service: 'full' })
  await gateway.stop()
})
