import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../../testing/createTestClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

let gateway: TestGateway
let client: TestClient
beforeAll(async () => {
  gateway = await createTestGateway()
  client = gateway.client()
  await client.register('refusals@example.com')
})
afterAll(() => gateway.stop())

const limit = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', price: '60000', size: '0.01' }
const market = { ...limit, orderType: 'market', price: undefined, size: '100' }

type Row = readonly [what: string, change: object, http: number, msg: string, field: string]
const ORDERS: readonly Row[] = [
  ['a JSON number', { ...limit, price: 60_000 }, 400, 'price must be text', 'price'],
  ['no size', { ...limit, size: undefined }, 400, 'size is missing', 'size'],
  [
    'a size that is no number',
    { ...limit, size: 'much' },
    400,
    'size must be a decimal number as text',
    'size',
  ],
  [
    'a price in exponents',
    { ...limit, price: '6e4' },
    400,
    'price must be a decimal number as text',
    'price',
  ],
  ['a side that is none', { ...limit, side: 'hold' }, 400, 'side must be one of buy, sell', 'side'],
  [
    'a symbol without end',
    { ...limit, symbol: 'B'.repeat(101) },
    400,
    'symbol must have at most 100 characters',
    'symbol',
  ],
  [
    'a clientOid of another form',
    { ...limit, clientOid: 'a b' },
    400,
    'clientOid must be 1 to 64 letters, digits, hyphens or underscores',
    'clientOid',
  ],
  ['a size below zero', { ...limit, size: '-1' }, 200, 'size must be above zero', 'size'],
  ['a size of zero', { ...limit, size: '0' }, 200, 'size must be above zero', 'size'],
  [
    'a limit order without a price',
    { ...limit, price: undefined },
    200,
    'price is missing, limit orders need it',
    'price',
  ],
  [
    'a market order with a price',
    { ...market, price: '60000' },
    200,
    'price does not belong to market orders',
    'price',
  ],
  [
    'a stop order without a trigger',
    { ...limit, orderType: 'stop_limit' },
    200,
    'triggerPrice is missing, stop_limit orders need it',
    'triggerPrice',
  ],
  [
    'a limit order with a trigger',
    { ...limit, triggerPrice: '59000' },
    200,
    'triggerPrice does not belong to limit orders',
    'triggerPrice',
  ],
  [
    'an exit without its trigger',
    { ...limit, stopLossPrice: '50000' },
    200,
    'stopLossPrice does not belong to limit orders without its trigger price',
    'stopLossPrice',
  ],
  [
    'a limit order in quote',
    { ...limit, sizeUnit: 'quote' },
    200,
    'sizeUnit quote is for market orders and for buys at the market',
    'sizeUnit',
  ],
  [
    'a market order that must not trade at once',
    { ...market, timeInForce: 'post_only' },
    200,
    'timeInForce post_only does not go with market orders',
    'timeInForce',
  ],
  [
    'a trailing order that trails too far',
    { ...market, orderType: 'trailing', callbackRate: '11' },
    200,
    'callbackRate must be from 0.1 to 10 in steps of 0.01',
    'callbackRate',
  ],
]

const READS: readonly Row[] = [
  [
    'an interval that is none',
    { path: '/v1/spot/public/candles?symbol=BTCUSDT&interval=7m' },
    400,
    expect.stringMatching(/^interval must be one of 1s, /) as string,
    'interval',
  ],
  [
    'a limit above the most',
    { path: '/v1/spot/public/candles?symbol=BTCUSDT&interval=1m&limit=1001' },
    400,
    'limit must be a whole number from 1 to 1000',
    'limit',
  ],
  [
    'a limit that is no number',
    { path: '/v1/spot/order/history?limit=ten' },
    400,
    'limit must be from 1 to 200',
    'limit',
  ],
  [
    'a cursor that no list gave',
    { path: '/v1/spot/order/history?cursor=x' },
    400,
    'The cursor is none that this list gave',
    'cursor',
  ],
  [
    'a range that is none',
    { path: '/v1/asset/history?range=2d' },
    400,
    expect.stringMatching(/^range must be one of /) as string,
    'range',
  ],
  [
    'a picture of another layer',
    { path: `/v1/captcha/reference/picture?lot=${'0'.repeat(32)}&layer=front` },
    400,
    'layer must be one of background, piece',
    'layer',
  ],
]

const POSTS: readonly Row[] = [
  [
    'a captcha for nothing known',
    { path: '/v1/security/policy/captcha/get-captcha-id', body: { scene: 'lottery' } },
    400,
    'scene must be one of login, register, sendCode, securityVerify, redPacket',
    'scene',
  ],
  [
    'a captcha id of another form',
    { path: '/v1/captcha/reference/load', body: { captchaId: 'x' } },
    400,
    'captchaId does not have the right form',
    'captchaId',
  ],
  [
    'a captcha id that has expired',
    { path: '/v1/captcha/reference/load', body: { captchaId: '0'.repeat(32) } },
    200,
    'This security check has expired, please start again',
    'captchaId',
  ],
  [
    'a kind of captcha that is not there',
    {
      path: '/v1/security/policy/captcha/check-captcha',
      body: { captchaType: 1, captchaValidate: 'x' },
    },
    400,
    'This kind of captcha is not offered',
    'captchaType',
  ],
  [
    'an address that is no address',
    { path: '/v1/user/message/sendCode', body: { scene: 'register', email: 'nobody' } },
    200,
    'The e-mail address is not valid',
    'email',
  ],
  [
    'a code for nowhere',
    { path: '/v1/user/message/sendCode', body: { scene: 'register' } },
    400,
    'An e-mail address or a mobile number is missing',
    'email',
  ],
]

describe('a refused parameter', () => {
  it.each(ORDERS)('is named for an order with %s', async (_, order, http, msg, field) => {
    expect(await client.post('/v1/spot/order/place', { ...order })).toMatchObject({
      http,
      code: '40010',
      msg,
      data: { field },
    })
  })
  it.each(READS)('%s', async (_, { path }: { path?: string }, http, msg, field) => {
    expect(await client.get(path ?? '')).toMatchObject({
      http,
      code: '40010',
      msg,
      data: { field },
    })
  })
  it.each(POSTS)(
    '%s',
    async (
      _,
      { path, body }: { path?: string; body?: Record<string, unknown> },
      http,
      msg,
      field,
    ) => {
      expect(await client.post(path ?? '', body)).toMatchObject({
        http,
        code: '40010',
        msg,
        data: { field },
      })
    },
  )
  it('a page of another site gets a refusal (spec 8)', async () => {
    const answer = await gateway.app.inject({
      method: 'POST',
      url: '/v1/user/logout',
      headers: { host: 'localhost', origin: 'https://evil.example' },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({ msg: 'Request is forbidden' }),
    ])
  })
})
