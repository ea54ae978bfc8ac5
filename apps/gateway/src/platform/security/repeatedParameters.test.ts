import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { repeatedName, repeatedParameter } from './repeatedParameters.ts'

describe('a name that is there twice', () => {
  it.each([
    ['/v1/x', undefined],
    ['/v1/x?', undefined],
    ['/v1/x?a=1&b=1', undefined],
    ['/v1/x?a=1&b=2&a=1', 'a'],
    ['/v1/x?a=1&%61=2', 'a'],
    ['/v1/x?a&a', 'a'],
  ])('is found in the query of %s: %s', (url, name) => expect(repeatedParameter(url)).toBe(name))

  it.each([
    ['{"a":1,"b":2}', undefined],
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{"b":1},"c":{"b":1}}', undefined],
    ['{"x":[{"b":1},{"b":1,"b":2}]}', 'b'],
    ['{"a":["a","a"],"b":"a"}', undefined],
    ['{"a":"b","c":"a\\",\\"a"}', undefined],
    ['{"a":{},"a":[]}', 'a'],
    ['{ "a" : [ { } , "x" ] , "a" : 1 }', 'a'],
    ['[]', undefined],
  ])('is found in the text %s: %s', (text, name) => expect(repeatedName(text)).toBe(name))

  it('is found in no text that was made from a value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => void expect(repeatedName(JSON.stringify(value))).toBeUndefined(),
      ),
    )
  })
  it('is found wherever it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (name, first, second) => {
        const key = JSON.stringify(name)
        expect(
          repeatedName(
            `[0,{"outer":{${key}:${JSON.stringify(first)},${key}:${JSON.stringify(second)}}}]`,
          ),
        ).toBe(name)
      }),
    )
  })
  it('is not found in a long text of many names', () => {
    const text = JSON.stringify({
      long: '\\"'.repeat(400_000),
      list: Array.from({ length: 20_000 }, (_, index) => ({ index })),
    })
    expect(repeatedName(text)).toBeUndefined()
  })
})

describe('what is there twice is refused, over the wire', () => {
  let gateway: TestGateway
  beforeAll(async () => void (gateway = await createTestGateway()), 60_000)
  afterAll(() => gateway.stop())
  const get = async (url: string) =>
    (await gateway.app.inject({ url, headers: { host: 'localhost' } })).json<unknown>()

  it('refuses a repeated query parameter', async () => {
    expect(await get('/v1/spot/public/candles?symbol=BTCUSDT&symbol=ETHUSDT&interval=1m')).toEqual({
      code: '40010',
      status: 'error',
      msg: 'symbol is there twice',
      data: { field: 'symbol' },
    })
  })
  it('refuses a repeated field of the body or an inner object', async () => {
    const post = async (payload: string) =>
      (
        await gateway.app.inject({
          method: 'POST',
          url: '/v1/security/policy/captcha/get-captcha-id',
          headers: { host: 'localhost', 'content-type': 'application/json' },
          payload,
        })
      ).json<unknown>()
    expect(await post('{"scene":"register","scene":"login"}')).toMatchObject({
      code: '40010',
      msg: 'scene is there twice',
      data: { field: 'scene' },
    })
    expect(await post('{"scene":"register","more":{"a":1,"a":2}}')).toMatchObject({
      code: '40010',
      data: { field: 'a' },
    })
    expect(await post('{"scene":"register"}')).toMatchObject({ code: '0' })
  })
  it('answers a pair’s own ticker, and 40401 for an unknown pair (wire 10)', async () => {
    expect(await get('/v1/spot/public/tickers?symbol=NOPE')).toMatchObject({
      code: '40401',
      msg: 'Unknown symbol',
    })
    expect(await get('/v1/spot/public/tickers?symbol=')).toMatchObject({ code: '40401' })
    expect(await get('/v1/spot/public/tickers?symbol=BTCUSDT')).toMatchObject({
      code: '0',
      data: [{ symbol: 'BTCUSDT' }],
    })
    expect(
      ((await get('/v1/spot/public/tickers')) as { data: unknown[] }).data.length,
    ).toBeGreaterThan(1)
  })
})
