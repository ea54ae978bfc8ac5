import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKeyClient, type ApiKeyClient } from '../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

/** `FUZZ_CALLS=5000` for the full run. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 400)

const ORDER = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '0.01',
  price: '60000',
}
const BASES = [
  ['POST', '/api/v3/order', ORDER],
  ['POST', '/api/v3/order/test', ORDER],
  [
    'POST',
    '/api/v3/order/cancelReplace',
    { ...ORDER, cancelReplaceMode: 'ALLOW_FAILURE', cancelOrderId: '1' },
  ],
  ['PUT', '/api/v3/order/amend/keepPriority', { symbol: 'BTCUSDT', orderId: '1', newQty: '1' }],
  ['DELETE', '/api/v3/order', { symbol: 'BTCUSDT', orderId: '1' }],
  ['GET', '/api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: 'x' }],
  ['GET', '/api/v3/allOrders', { symbol: 'BTCUSDT', startTime: '1', limit: '5' }],
  ['GET', '/api/v3/myTrades', { symbol: 'BTCUSDT', fromId: '1' }],
  ['GET', '/api/v3/klines', { symbol: 'BTCUSDT', interval: '1m', startTime: '1', endTime: '2' }],
  ['GET', '/api/v3/depth', { symbol: 'BTCUSDT', limit: '5' }],
  ['GET', '/api/v3/ticker', { symbols: '["BTCUSDT"]', windowSize: '1h' }],
  [
    'POST',
    '/api/v3/orderList/oco',
    {
      symbol: 'BTCUSDT',
      side: 'SELL',
      quantity: '0.01',
      aboveType: 'LIMIT_MAKER',
      abovePrice: '65000',
      belowType: 'STOP_LOSS',
      belowStopPrice: '59000',
    },
  ],
] as const
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '1,5',
  '１２',
  '00000000000000000000000001',
  '9'.repeat(19),
  '9'.repeat(400),
  `0.${'0'.repeat(60)}1`,
  'null',
  'undefined',
  '[]',
  '{}',
  '["BTCUSDT","BTCUSDT"]',
  '["__proto__"]',
  '__proto__',
  'constructor',
  '\u0000',
  '\u202e',
  '𝟙𝟚',
  '💥',
  "'; drop table users --",
  '<script>',
  '%',
  '../..',
  'true',
  '9007199254740993',
]
const RAW_TAILS = ['&x=%zz', '&x=%ff', '&symbol=ETHUSDT', '&=', '&&&', '&x', '&x[]=1', '&x=%00']

let gateway: TestGateway
let bot: ApiKeyClient
beforeAll(async () => {
  gateway = await createTestGateway()
  const { userId } = await gateway.newUser()
  // An account without funds: nothing that happens to be right can trade.
  bot = await createApiKeyClient(gateway, { userId, realm: 'live' })
}, 600_000)
afterAll(() => gateway.stop())

/** The same numbers each time. */
function createDice(seed: number) {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % sides
  }
}

it('answers malformed calls with a code and moves nothing (open-api.md)', async () => {
  const dice = createDice(7)
  const faults: unknown[] = []
  for (let call = 0; call < CALLS; call++) {
    const [method, path, fields] = BASES[dice(BASES.length)] ?? BASES[0]
    const names = Object.keys(fields)
    const changed: Record<string, string> = { ...fields }
    for (let change = dice(3); change >= 0; change--)
      changed[names[dice(names.length)] ?? 'symbol'] = VALUES[dice(VALUES.length)] ?? ''
    if (dice(4) === 0) delete changed[names[dice(names.length)] ?? 'symbol']
    const query = new URLSearchParams({ ...changed, timestamp: String(gateway.clock.now()) })
    const payload =
      query.toString() + (dice(5) === 0 ? (RAW_TAILS[dice(RAW_TAILS.length)] ?? '') : '')
    const text = `${payload}&signature=${bot.sign(payload)}`
    const inBody = method !== 'GET' && dice(2) === 0
    const response = await gateway.app.inject({
      method,
      url: inBody ? path : `${path}?${text}`,
      // Each from another address: what is tested are not the limits.
      remoteAddress: `10.${call >> 16}.${(call >> 8) & 255}.${call & 255}`,
      headers: { host: 'localhost', 'x-mbx-apikey': bot.key.apiKey },
      ...(inBody ? { payload: text } : {}),
    })
    const { statusCode } = response
    const body = response.json<{ readonly code?: unknown }>()
    const isCoded = statusCode < 500 && Number.isInteger(body.code)
    if (statusCode !== 200 && !isCoded && statusCode !== 400) faults.push([text, statusCode, body])
    if (statusCode >= 500) faults.push([text, statusCode, body])
    // Its account may send so many orders in ten seconds.
    if (call % 150 === 149) gateway.leap(10_000)
  }
  expect(faults).toEqual([])
  const { body } = await bot.signed('GET', '/api/v3/account', { omitZeroBalances: 'true' })
  expect(body).toMatchObject({ balances: [] })
  expect((await bot.signed('GET', '/api/v3/openOrders')).body).toEqual([])
})
