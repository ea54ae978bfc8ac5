import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKeyClient, type ApiKeyClient } from '../../testing/createApiKeyClient.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'

/** `npm run nightly -- malformed` makes 5,000. */
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
  [
    'POST',
    '/api/v3/orderList/oto',
    {
      symbol: 'BTCUSDT',
      workingType: 'LIMIT',
      workingSide: 'BUY',
      workingPrice: '50000',
      workingQuantity: '0.01',
      workingTimeInForce: 'GTC',
      pendingType: 'MARKET',
      pendingSide: 'SELL',
      pendingQuantity: '0.01',
    },
  ],
  ['POST', '/fapi/v1/order', { ...ORDER, positionSide: 'BOTH', reduceOnly: 'false' }],
  ['PUT', '/fapi/v1/order', { ...ORDER, orderId: '1' }],
  ['DELETE', '/fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId: 'x' }],
  [
    'POST',
    '/fapi/v1/algoOrder',
    {
      algoType: 'CONDITIONAL',
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: '50000',
      quantity: '0.01',
    },
  ],
  ['POST', '/fapi/v1/batchOrders', { batchOrders: JSON.stringify([ORDER, ORDER]) }],
  ['DELETE', '/fapi/v1/batchOrders', { symbol: 'BTCUSDT', orderIdList: '[1,2]' }],
  ['POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: '10' }],
  ['POST', '/fapi/v1/marginType', { symbol: 'BTCUSDT', marginType: 'ISOLATED' }],
  ['POST', '/fapi/v1/positionSide/dual', { dualSidePosition: 'true' }],
  ['POST', '/fapi/v1/positionMargin', { symbol: 'BTCUSDT', amount: '1', type: '1' }],
  ['GET', '/fapi/v1/income', { symbol: 'BTCUSDT', incomeType: 'COMMISSION', startTime: '1' }],
  ['GET', '/fapi/v1/allOrders', { symbol: 'BTCUSDT', orderId: '1', limit: '5' }],
  ['GET', '/fapi/v1/userTrades', { symbol: 'BTCUSDT', fromId: '1', endTime: '2' }],
  ['GET', '/fapi/v1/markPriceKlines', { symbol: 'BTCUSDT', interval: '1m', endTime: '2' }],
  ['GET', '/fapi/v1/depth', { symbol: 'BTCUSDT', limit: '5' }],
  ['POST', '/sapi/v1/asset/transfer', { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '1' }],
  ['POST', '/sapi/v1/margin/loan', { asset: 'USDT', amount: '1', isIsolated: 'FALSE' }],
  ['POST', '/sapi/v1/margin/order', { ...ORDER, sideEffectType: 'MARGIN_BUY' }],
  ['GET', '/sapi/v1/margin/interestHistory', { asset: 'USDT', startTime: '1', size: '5' }],
  [
    'POST',
    '/sapi/v1/capital/withdraw/apply',
    { coin: 'USDT', address: '0x00', amount: '1', network: 'evm-a' },
  ],
  ['GET', '/sapi/v1/capital/deposit/hisrec', { coin: 'USDT', status: '1', startTime: '1' }],
  [
    'POST',
    '/sapi/v1/sub-account/universalTransfer',
    {
      fromAccountType: 'SPOT',
      toAccountType: 'SPOT',
      toEmail: '1',
      asset: 'USDT',
      amount: '1',
      clientTranId: 'x',
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
  bot = await createApiKeyClient(gateway, {
    userId,
    realm: 'live',
    permissions: ['read', 'spot', 'margin', 'futures', 'transfer', 'withdraw'],
    addresses: ['10.0.0.0/8'],
    address: '10.255.0.1',
  })
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
  for (const path of ['/api/v3/openOrders', '/fapi/v1/openOrders', '/fapi/v3/positionRisk'])
    expect((await bot.signed('GET', path)).body).toEqual([])
  expect((await bot.signed('GET', '/fapi/v2/balance')).body).toMatchObject([
    { balance: '0.00000000' },
  ])
  expect(await checkLedger(gateway.db)).toEqual([])
})
