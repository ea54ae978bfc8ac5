import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const BTC = 'usdt/BTCUSDT'
let harness: Harness
let ann: string
let bob: string
let count = 0

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

beforeEach(async () => {
  // Each test has users of its own, and a mark of 60,000.
  ;[ann, bob] = [`${(count += 1) + 1_000_000_000}`, `${(count += 1) + 1_000_000_000}`]
  prices(600_000)
})

const prices = (mark: number, symbol = BTC) =>
  void harness.trading.service.run({
    kind: 'prices',
    at: Date.now(),
    rows: [[symbol, mark, mark]],
  })

const print = (ticks: number) =>
  void harness.market.print({ symbol: BTC, ticks, lots: 1, takerSide: 'buy' })

const post = (path: string, userId: string, body: Record<string, unknown>, realm?: 'paper') =>
  harness.call(`/v1/futures/${path}`, { userId, body, ...(realm ? { realm } : {}) })
const get = <T = Record<string, unknown>>(
  path: string,
  userId: string,
  query: Record<string, string> = {},
  realm: 'live' | 'paper' = 'live',
) => harness.call<T>(`/v1/futures/${path}`, { userId, query, realm })
const refusal = async (path: string, userId: string, body: Record<string, unknown>) =>
  (await harness.refusal(`/v1/futures/${path}`, { userId, body })).code

const move = (userId: string, amount: string, changes: Record<string, unknown> = {}) => ({
  userId,
  body: { from: 'spot', to: 'futures', asset: 'USDT', amount, clientOid: randomUUID(), ...changes },
})

/** USDT in the futures wallet of a live user. */
async function fund(userId: string, amount: number): Promise<void> {
  harness.trading.service.run({
    kind: 'grant',
    at: Date.now(),
    realm: 'live',
    userId,
    key: `g${userId}`,
    funds: { USDT: String(BigInt(amount) * 10n ** 8n) },
  })
  await harness.call('/v1/asset/move', move(userId, String(amount)))
}

const limit = (side: 'buy' | 'sell', price: string, size: string) => ({
  symbol: 'BTCUSDT',
  side,
  orderType: 'limit',
  price,
  size,
})

/** Ann is long and Bob short, at 60,000. */
async function trade(size = '0.1'): Promise<void> {
  await fund(ann, 10_000)
  await fund(bob, 10_000)
  await post('order/place', bob, limit('sell', '60000', size))
  await post('order/place', ann, limit('buy', '60000', size))
}

interface Position {
  readonly positionsCount: string
  readonly positionSide: number
  readonly liquidationPrice: string | null
  readonly takeProfit: { readonly triggerPrice: string } | null
}
const positionsOf = (userId: string) => get<readonly Position[]>('position/list', userId)

describe('contracts in public (futures 1, futures 11)', () => {
  it('lists every contract with its rules (futures 11)', async () => {
    const symbols = await get<readonly Record<string, unknown>[]>('public/symbols', ann)
    expect(symbols).toHaveLength(8)
    expect(symbols[0]).toMatchObject({
      symbol: 'BTCUSDT',
      product: 'usdt',
      tickSize: '0.1',
      stepSize: '0.001',
      maxLeverage: 125,
      fundingCap: '0.00300000',
      contractValue: null,
    })
    const coin = await get<readonly unknown[]>('public/symbols', ann, { product: 'coin' })
    expect(coin).toHaveLength(2)
  })

  it('gives the tiers of a contract with their amounts (futures 1)', async () => {
    const tiers = await get<readonly { readonly maintenanceAmount: string }[]>(
      'public/tiers',
      ann,
      {
        symbol: 'BTCUSDT',
      },
    )
    expect(tiers.map(({ maintenanceAmount }) => maintenanceAmount)).toEqual([
      '0',
      '50',
      '950',
      '11450',
      '131450',
      '481450',
    ])
    const unknown = await harness.refusal('/v1/futures/public/tiers', {
      userId: ann,
      query: { symbol: 'NONE' },
    })
    expect(unknown.code).toBe('40401')
  })
})

describe('public calls that read the ledger (futures 11)', () => {
  it('count for the address that asks', async () => {
    const limited = await openHarness({ publicAllowance: { burst: 2, perSecond: 0.001 } })
    const codeOf = async (path: string) => {
      const query = { symbol: 'BTCUSDT', interval: '1m', hash: '0'.repeat(64) }
      const of = { userId: ann, query }
      return (await limited.refusal(`/v1/futures/public/${path}`, of)).code
    }
    expect(await codeOf('fund')).toBe('0')
    const paths = 'fund funding funding/samples liquidations prices prices/roots prices/proof index'
    for (const path of [...paths.split(' '), 'depth', 'candles'])
      expect([path, await codeOf(path)]).toEqual([path, '42901'])
    await limited.close()
  })
})

describe('moves between wallets (futures 8)', () => {
  it('moves funds once for each clientOid (futures 8)', async () => {
    await fund(ann, 1_000)
    const back = move(ann, '400', { from: 'futures', to: 'spot' })
    const first = await harness.call('/v1/asset/move', back)
    expect(await harness.call('/v1/asset/move', back)).toEqual(first)
    const { wallets } = await get<{ readonly wallets: readonly Record<string, string>[] }>(
      'account',
      ann,
    )
    expect(wallets[0]).toMatchObject({ marginCoin: 'USDT', balance: '600', transferable: '600' })
  })

  it('refuses another move under the same clientOid (futures 8)', async () => {
    await fund(ann, 1_000)
    const back = move(ann, '400', { from: 'futures', to: 'spot', clientOid: 'k1' })
    await harness.call('/v1/asset/move', back)
    const other = { ...back, body: { ...back.body, amount: '401' } }
    expect((await harness.refusal('/v1/asset/move', other)).code).toBe('40902')
  })

  it('refuses more than may leave, and other wallets (futures 3)', async () => {
    await fund(ann, 100)
    const codes = await Promise.all(
      [
        move(ann, '101', { from: 'futures', to: 'spot' }),
        move(ann, '0'),
        move(ann, '1', { to: 'spot' }),
        move(ann, '1', { to: 'earn' }),
        move(ann, '1', { asset: 'DOGE' }),
      ].map(async (call) => (await harness.refusal('/v1/asset/move', call)).code),
    )
    expect(codes).toEqual(['40201', '40010', '40010', '40010', '40010'])
  })

  it('brings paper funds into the futures wallet (futures 8)', async () => {
    await harness.call('/v1/asset/move', { ...move(ann, '500'), realm: 'paper' })
    const { wallets } = await get<{ readonly wallets: readonly Record<string, string>[] }>(
      'account',
      ann,
      {},
      'paper',
    )
    expect(wallets[0]).toMatchObject({ balance: '500', available: '500' })
  })
})

describe('orders of contracts (futures 4)', () => {
  it('places, lists and cancels an order (futures 11)', async () => {
    await fund(ann, 10_000)
    const { orderId } = await post('order/place', ann, limit('buy', '59000', '0.1'))
    const open = await get<{ readonly items: readonly Record<string, unknown>[] }>(
      'order/open',
      ann,
      { symbol: 'BTCUSDT' },
    )
    expect(open.items).toMatchObject([{ orderId, price: '59000.0', size: '0.100', leverage: 20 }])
    expect(await post('order/cancel', ann, { orderId })).toMatchObject({ status: 'cancelled' })
    expect(await refusal('order/cancel', ann, { orderId })).toBe('40401')
  })

  it('answers a repeated clientOid like the first time (futures 4)', async () => {
    await fund(ann, 10_000)
    const order = { ...limit('buy', '59000', '0.1'), clientOid: 'same' }
    const first = await post('order/place', ann, order)
    expect(await post('order/place', ann, { ...order, size: '0.100' })).toEqual(first)
    expect(await refusal('order/place', ann, { ...order, size: '0.2' })).toBe('40902')
  })

  it('refuses what the rules of an order forbid (futures 4)', async () => {
    await fund(ann, 100)
    const codes = await Promise.all(
      [
        limit('buy', '59000.05', '0.1'),
        limit('buy', '59000', '0.0001'),
        limit('buy', '63001', '0.001'),
        limit('buy', '59000', '0.1'),
        { ...limit('buy', '59000', '0.001'), tradeSide: 'open' },
        { ...limit('buy', '59000', '0.001'), symbol: 'NONE' },
        { ...limit('sell', '61000', '0.001'), reduceOnly: true },
        { ...limit('buy', '59000', '0.001'), triggerPrice: '60000' },
      ].map((body) => refusal('order/place', ann, body)),
    )
    expect(codes).toEqual(['40202', '40203', '40205', '40201', '40010', '40401', '40210', '40010'])
  })

  it('takes the size as value and as margin (futures 4)', async () => {
    await fund(ann, 10_000)
    await post('order/place', ann, { ...limit('buy', '50000', '1000'), sizeUnit: 'value' })
    await post('order/place', ann, { ...limit('buy', '50000', '50'), sizeUnit: 'margin' })
    const open = await get<{ readonly items: readonly Record<string, unknown>[] }>(
      'order/open',
      ann,
    )
    expect(open.items.map(({ size }) => size)).toEqual(['0.020', '0.020'])
  })

  it('cancels all orders of a side (futures 11)', async () => {
    await fund(ann, 10_000)
    await post('order/place', ann, limit('buy', '59000', '0.01'))
    await post('order/place', ann, limit('sell', '61000', '0.01'))
    const { cancelled } = await post('order/cancelAll', ann, { side: 'buy' })
    expect(cancelled).toHaveLength(1)
  })

  it('lists a stop order among those that wait (futures 4)', async () => {
    await trade()
    await post('order/place', ann, {
      symbol: 'BTCUSDT',
      side: 'sell',
      orderType: 'stop_market',
      closePosition: true,
      triggerPrice: '59000',
      triggerBy: 'mark',
    })
    const waiting = await get<{ readonly items: readonly Record<string, unknown>[] }>(
      'order/trigger',
      ann,
    )
    expect(waiting.items).toMatchObject([{ closePosition: true, status: 'waiting' }])
  })

  it('stops a paper position no further than at bankruptcy (futures 4, futures 8)', async () => {
    const { market } = harness
    const isolated = { symbol: 'BTCUSDT', marginMode: 1 }
    await harness.call('/v1/asset/move', { ...move(ann, '5000'), realm: 'paper' })
    await post('account/marginMode', ann, isolated, 'paper')
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 }, 'paper')
    market.rebuild(BTC, { bids: [[599_990, 1_000]], asks: [[600_000, 1_000]] })
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '0.1' }
    await post('order/place', ann, order, 'paper')
    print(600_000)
    const stop = { symbol: 'BTCUSDT', side: 'sell', orderType: 'stop_market', size: '0.1' }
    const waits = { ...stop, triggerPrice: '59900', triggerBy: 'last', reduceOnly: true }
    await post('order/place', ann, waits, 'paper')
    // Nobody buys above 58,500, where it would have lost twice its margin.
    market.rebuild(BTC, { bids: [[585_000, 1_000]], asks: [[600_000, 1_000]] })
    print(598_000)
    expect(await get('position/list', ann, {}, 'paper')).toMatchObject([
      { positionsCount: '0.100' },
    ])
    market.rebuild(BTC, { bids: [], asks: [] })
  })

  it('fills a paper order from the displayed book (futures 8)', async () => {
    await harness.call('/v1/asset/move', { ...move(ann, '5000'), realm: 'paper' })
    harness.market.show(BTC, 'sell', [[600_100, 50]])
    const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '0.02' }
    expect(await post('order/place', ann, order, 'paper')).toMatchObject({ status: 'filled' })
    const positions = await get('position/list', ann, {}, 'paper')
    expect(positions).toMatchObject([{ positionsCount: '0.020', positionsOpenAvgPrice: '60010.0' }])
    expect(await positionsOf(ann)).toEqual([])
    harness.market.show(BTC, 'sell', [[600_100, 0]])
  })
})

describe('positions (futures 2, futures 11)', () => {
  it('shows both sides of a trade with its fields (futures 11)', async () => {
    await trade()
    prices(610_000)
    const [long] = await positionsOf(ann)
    expect(long).toMatchObject({
      symbol: 'BTCUSDT',
      positionSide: 1,
      marginMode: 2,
      positionMode: 1,
      positionsCount: '0.100',
      count: '0.100',
      positionsOpenAvgPrice: '60000.0',
      markPrice: '61000.0',
      unrealisedPnl: '100',
      roe: '32.79',
      fees: '3.6',
    })
    const [short] = await positionsOf(bob)
    expect(short).toMatchObject({ positionSide: 2, unrealisedPnl: '-100', fees: '1.2' })
  })

  it('closes a share, then all (futures 4)', async () => {
    await trade()
    await post('order/place', bob, limit('buy', '60000', '0.1'))
    await post('position/close', ann, { symbol: 'BTCUSDT', share: '40' })
    expect(await positionsOf(ann)).toMatchObject([{ positionsCount: '0.060' }])
    await post('position/close', ann, { symbol: 'BTCUSDT' })
    expect(await positionsOf(ann)).toEqual([])
    expect(await refusal('position/close', ann, { symbol: 'BTCUSDT' })).toBe('40210')
  })

  it('closes all positions in one command (futures 4)', async () => {
    await trade()
    await post('order/place', bob, limit('buy', '60000', '0.1'))
    const answer = await post('position/closeAll', ann, { clientOid: 'all' })
    expect(answer).toMatchObject({ closed: [{ status: 'filled' }], left: [] })
    expect(await refusal('position/closeAll', ann, {})).toBe('40210')
  })

  it('leaves positions in a paused contract as they are (futures 4)', async () => {
    await trade()
    await post('order/place', bob, limit('buy', '60000', '0.1'))
    const { market } = harness
    market.setStatus(BTC, 'paused')
    const whilePaused = await refusal('position/closeAll', ann, {})
    market.setStatus(BTC, 'trading')
    market.setLiveTrading(false)
    const readOnly = await refusal('position/closeAll', ann, {})
    market.setLiveTrading(true)
    expect([whilePaused, readOnly]).toEqual(['00006', '00006'])
    expect(await positionsOf(ann)).toMatchObject([{ positionsCount: '0.100' }])
    expect(await post('position/closeAll', ann, {})).toMatchObject({ left: [] })
  })

  it('answers with orders of its own sender alone (futures 11)', async () => {
    await trade()
    await post('order/place', bob, { ...limit('buy', '60000', '0.1'), clientOid: 'one' })
    const answer = await post('position/closeAll', ann, { clientOid: 'one' })
    expect(answer).toMatchObject({ closed: [{ clientOid: 'one', status: 'filled' }] })
    // The order that it met has the same name, and is of another.
    expect(answer['closed']).toHaveLength(1)
  })

  it('refuses an isolated close past bankruptcy (futures 4)', async () => {
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
    await trade()
    await post('order/place', bob, limit('buy', '59000', '0.1'))
    expect(await refusal('order/place', ann, limit('sell', '59000', '0.1'))).toBe('40216')
    expect(await positionsOf(ann)).toMatchObject([{ positionsCount: '0.100' }])
  })

  it('reverses a position in one command (futures 4)', async () => {
    await trade()
    await post('order/place', bob, limit('buy', '60000', '0.2'))
    const answer = await post('position/reverse', ann, { symbol: 'BTCUSDT' })
    expect(answer).toMatchObject({ closed: { status: 'filled' }, opened: { status: 'filled' } })
    expect(await positionsOf(ann)).toMatchObject([{ positionSide: 2, positionsCount: '0.100' }])
  })

  it('sets exits on their sides and takes them away (futures 4)', async () => {
    await trade()
    const exits = {
      symbol: 'BTCUSDT',
      takeProfitTriggerPrice: '62000',
      stopLossTriggerPrice: '58000',
    }
    expect(await post('position/exits', ann, exits)).toMatchObject({
      takeProfit: { triggerPrice: '62000.0' },
      stopLoss: { triggerPrice: '58000.0' },
    })
    const wrong = { symbol: 'BTCUSDT', takeProfitTriggerPrice: '59000' }
    expect(await refusal('position/exits', ann, wrong)).toBe('40208')
    expect(await post('position/exits', ann, { symbol: 'BTCUSDT' })).toEqual({
      takeProfit: null,
      stopLoss: null,
    })
  })
})

describe('settings of a contract (futures 2)', () => {
  it('sets the leverage within the tier (futures 1)', async () => {
    const leverage = { symbol: 'BTCUSDT', leverage: 50 }
    expect(await post('account/leverage', ann, leverage)).toMatchObject({ longLeverage: 50 })
    expect(await refusal('account/leverage', ann, { ...leverage, leverage: 126 })).toBe('40211')
    expect(await refusal('account/leverage', ann, { ...leverage, positionSide: 1 })).toBe('40211')
  })

  it('changes the margin mode without position and orders (futures 2)', async () => {
    const isolated = { symbol: 'BTCUSDT', marginMode: 1 }
    expect(await post('account/marginMode', ann, isolated)).toMatchObject({ marginMode: 1 })
    await fund(ann, 1_000)
    await post('order/place', ann, limit('buy', '59000', '0.001'))
    expect(await refusal('account/marginMode', ann, { ...isolated, marginMode: 2 })).toBe('40214')
  })

  it('changes the position mode without any position (futures 2)', async () => {
    expect(await post('account/positionMode', ann, { positionMode: 2 })).toEqual({
      positionMode: 2,
    })
    await fund(ann, 10_000)
    expect(await refusal('order/place', ann, limit('buy', '59000', '0.001'))).toBe('40010')
    await post('order/place', ann, { ...limit('buy', '59000', '0.001'), tradeSide: 'open' })
    expect(await refusal('account/positionMode', ann, { positionMode: 1 })).toBe('40214')
  })

  it('adds and removes margin of an isolated position (futures 2)', async () => {
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await trade()
    const [before] = await positionsOf(ann)
    const added = await post('position/margin', ann, { symbol: 'BTCUSDT', amount: '100' })
    expect(added['margin']).toBe('400')
    expect(Number(added['liquidationPrice'])).toBeLessThan(Number(before?.liquidationPrice))
    const taken = { symbol: 'BTCUSDT', amount: '-101' }
    expect(await refusal('position/margin', ann, taken)).toBe('40217')
    const auto = { symbol: 'BTCUSDT', enabled: true }
    expect(await post('position/autoMargin', ann, auto)).toEqual({ enabled: true })
    expect(await refusal('position/autoMargin', bob, auto)).toBe('40214')
  })

  it('says how much profit lies in an isolated margin (futures 2)', async () => {
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await post('account/leverage', ann, { symbol: 'BTCUSDT', leverage: 100 })
    await trade()
    prices(609_000)
    // 0.3 % of 6,090, four times: the margin of 60 and 13.08 of the profit of 90.
    for (const _time of [1, 2, 3, 4]) {
      const funding = { kind: 'funding', symbol: BTC, rate: 300_000, mark: 609_000 } as const
      harness.trading.service.run({ ...funding, at: Date.now(), part: 0 })
    }
    const [position] = await get<readonly Record<string, string>[]>('position/list', ann)
    expect(position).toMatchObject({
      positionsOpenMarginCount: '0',
      unrealisedPnl: '90',
      settled: '13.08',
      // 28.014 over 90 less what was realised.
      marginRatio: '36.42',
    })
  })

  it('adds margin once for each clientOid, after a restart too (futures 8)', async () => {
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await trade()
    const added = { symbol: 'BTCUSDT', amount: '100', clientOid: 'once' }
    const first = await post('position/margin', ann, added)
    expect(first['margin']).toBe('400')
    expect(await post('position/margin', ann, { ...added, amount: '100.0' })).toEqual(first)
    await harness.restartFromJournal()
    expect(await post('position/margin', ann, added)).toEqual(first)
    expect(await refusal('position/margin', ann, { ...added, amount: '-100' })).toBe('40902')
    expect(await checkLedger(harness.db)).toEqual([])
  })

  it('refuses margin under the clientOid of a move (futures 8)', async () => {
    await post('account/marginMode', ann, { symbol: 'BTCUSDT', marginMode: 1 })
    await trade()
    await harness.call(
      '/v1/asset/move',
      move(ann, '0.1', { from: 'futures', to: 'spot', clientOid: 'both' }),
    )
    const added = { symbol: 'BTCUSDT', amount: '10', clientOid: 'both' }
    expect(await refusal('position/margin', ann, added)).toBe('40902')
    // The key is the account's own: the other party may use the same one.
    expect(await refusal('position/margin', bob, added)).toBe('40214')
    const codes = await Promise.all(
      ['1e3', '0', '-99999999999', '99999999999999999999', '0.000000001'].map((amount) =>
        refusal('position/margin', ann, { symbol: 'BTCUSDT', amount }),
      ),
    )
    expect(codes).toEqual(['40010', '40010', '40217', '40217', '40010'])
  })
})

describe('records of orders (futures 11)', () => {
  interface Page {
    readonly items: readonly Record<string, unknown>[]
    readonly next: string | null
  }
  const page = (path: string, userId: string, query: Record<string, string> = {}) =>
    get<Page>(path, userId, query)

  it('lists closed orders and fills in pages, of their owner only (futures 11)', async () => {
    await trade()
    const { orderId } = await post('order/place', ann, limit('buy', '59000', '0.1'))
    await post('order/cancel', ann, { orderId })
    const first = await page('order/history', ann, { limit: '1' })
    expect(first.items).toMatchObject([{ orderId, status: 'cancelled', price: '59000.0' }])
    const second = await page('order/history', ann, { limit: '1', cursor: first.next ?? '' })
    expect(second).toMatchObject({ items: [{ status: 'filled', fee: '3.6' }], next: null })
    expect(await page('order/history', ann, { status: 'filled', symbol: 'ETHUSDT' })).toEqual({
      items: [],
      next: null,
    })
    const fills = await page('order/fills', ann)
    expect(fills.items).toMatchObject([
      {
        symbol: 'BTCUSDT',
        role: 'taker',
        price: '60000.0',
        size: '0.100',
        value: '6000',
        fee: '3.6',
      },
    ])
    expect((await page('order/fills', bob)).items).toMatchObject([{ role: 'maker', fee: '1.2' }])
    const outsider = `${(count += 1) + 1_000_000_000}`
    expect((await page('order/fills', outsider)).items).toEqual([])
    expect(
      await harness.refusal('/v1/futures/order/fills', { userId: ann, query: { cursor: 'x' } }),
    ).toMatchObject({ code: '40010' })
  })

  it('shows one order by either name, to its owner alone (futures 11)', async () => {
    await trade()
    const placed = { ...limit('buy', '59000', '0.1'), clientOid: 'named' }
    const { orderId } = await post('order/place', ann, placed)
    const detail = (userId: string, query: Record<string, string>) =>
      harness.refusal('/v1/futures/order/detail', { userId, query })
    expect(await get('order/detail', ann, { clientOid: 'named' })).toMatchObject({
      order: { orderId, status: 'open' },
      fills: { items: [], next: null },
    })
    await post('order/cancel', ann, { orderId: String(orderId) })
    expect(await get('order/detail', ann, { orderId: String(orderId) })).toMatchObject({
      order: { clientOid: 'named', status: 'cancelled' },
    })
    expect((await detail(bob, { orderId: String(orderId) })).code).toBe('40401')
    expect((await detail(bob, { clientOid: 'named' })).code).toBe('40401')
    expect((await detail(ann, {})).code).toBe('40010')
  })
})

describe('a preview of an order (futures F12)', () => {
  it('says the cost and the liquidation price that the order then has (futures F12)', async () => {
    await trade('1')
    await post('order/place', bob, limit('sell', '60000', '0.5'))
    const asked = { symbol: 'BTCUSDT', side: 'buy', price: '60000', size: '0.5' }
    const preview = await get('order/preview', ann, asked)
    expect(preview).toMatchObject({ fee: '18', cost: '1518' })
    const [before] = await positionsOf(ann)
    expect(preview['liquidationPriceBefore']).toBe(before?.liquidationPrice)
    await post('order/place', ann, limit('buy', '60000', '0.5'))
    const [after] = await positionsOf(ann)
    expect(preview['liquidationPrice']).toBe(after?.liquidationPrice)
    const { equity, requirement } = preview['certificate'] as unknown as Record<string, string>
    // On the tick towards the mark: no more than a tick of the position above the requirement.
    expect(Number(equity) - Number(requirement)).toBeLessThan(0.1 * 1.5 + 1e-6)
  })

  it('takes a margin at the leverage of its own leg (futures 3, futures 4)', async () => {
    await fund(ann, 10_000)
    await post('account/positionMode', ann, { positionMode: 2 })
    const of = { symbol: 'BTCUSDT' }
    await post('account/marginMode', ann, { ...of, marginMode: 1 })
    await post('account/leverage', ann, { ...of, leverage: 50, positionSide: 1 })
    await post('account/leverage', ann, { ...of, leverage: 10, positionSide: 2 })
    const asked = { ...of, side: 'sell', tradeSide: 'open', price: '60000', sizeUnit: 'margin' }
    const preview = await get('order/preview', ann, { ...asked, size: '120' })
    // 0.02 BTC: the margin of 120 and a fee of 0.72.
    expect(preview).toMatchObject({ cost: '120.72', fee: '0.72' })
    await post('order/place', ann, { ...asked, size: '120', orderType: 'limit' })
    const [order] = (await get<{ items: readonly Record<string, unknown>[] }>('order/open', ann))
      .items
    expect(order).toMatchObject({ size: '0.020' })
  })

  it('computes the most that can be opened, which the exchange takes (futures 3)', async () => {
    await fund(ann, 1_000)
    const asked = { symbol: 'BTCUSDT', side: 'buy', price: '60000', size: '0.001' }
    const { maxOpen } = await get<{ readonly maxOpen: string }>('order/preview', ann, asked)
    const more = (Number(maxOpen) + 0.001).toFixed(3)
    expect(await refusal('order/place', ann, limit('buy', '60000', more))).toBe('40201')
    await post('order/place', ann, limit('buy', '60000', maxOpen))
    const left = await get<{ readonly maxOpen: string }>('order/preview', ann, asked)
    expect(Number(left.maxOpen)).toBe(0)
    await post('order/cancelAll', ann, {})
  })

  it('computes with another leverage, and refuses what is not allowed (futures 1)', async () => {
    await fund(ann, 1_000)
    const asked = { symbol: 'BTCUSDT', side: 'buy', price: '60000', size: '0.01' }
    expect(await get('order/preview', ann, { ...asked, leverage: '10' })).toMatchObject({
      cost: '60.36',
    })
    const code = async (changes: Record<string, string>) =>
      (
        await harness.refusal('/v1/futures/order/preview', {
          userId: ann,
          query: { ...asked, ...changes },
        })
      ).code
    expect(await code({ leverage: '126' })).toBe('40211')
    expect(await code({ leverage: '100', size: '20' })).toBe('40212')
    expect(await code({ reduceOnly: 'true' })).toBe('40210')
    expect(await code({ symbol: 'NONE' })).toBe('40401')
    expect(await code({ size: '0.0001' })).toBe('40203')
    expect(await code({ size: '-1' })).toBe('40010')
    expect(await code({ leverage: '1e2' })).toBe('40010')
  })
})

describe('amendments of contract orders (futures 4)', () => {
  it('changes price and size, and answers a repetition the same (futures 4)', async () => {
    await fund(ann, 10_000)
    const { orderId } = await post('order/place', ann, limit('buy', '59000', '0.1'))
    const changed = { orderId, price: '58000', size: '0.2' }
    const answer = await post('order/amend', ann, changed)
    expect(await post('order/amend', ann, changed)).toEqual(answer)
    const { order } = await get<{ readonly order: unknown }>('order/detail', ann, {
      orderId: String(orderId),
    })
    expect(order).toMatchObject({ price: '58000.0', size: '0.200', status: 'open' })
    expect(await refusal('order/amend', bob, changed)).toBe('40401')
    const codes = await Promise.all(
      [
        { orderId },
        { orderId, triggerPrice: '60000' },
        { orderId, price: '58000.05' },
        { orderId, price: '70000' },
        { orderId, size: '9' },
        { orderId, takeProfitTriggerPrice: '65000' },
      ].map((body) => refusal('order/amend', ann, body)),
    )
    expect(codes).toEqual(['40010', '40010', '40202', '40205', '40201', '40010'])
  })

  it('moves the legs of exits with limit prices (futures 4)', async () => {
    await trade()
    const exits = {
      symbol: 'BTCUSDT',
      takeProfitTriggerPrice: '62000',
      takeProfitPrice: '61900',
      stopLossTriggerPrice: '58000',
    }
    expect(await post('position/exits', ann, exits)).toMatchObject({
      takeProfit: { triggerPrice: '62000.0', price: '61900.0' },
      stopLoss: { price: null },
    })
    expect(
      await refusal('position/exits', ann, { symbol: 'BTCUSDT', takeProfitPrice: '61900' }),
    ).toBe('40010')
    const { items } = await get<{ readonly items: readonly { readonly orderId: string }[] }>(
      'order/trigger',
      ann,
    )
    const orderId = items[0]?.orderId ?? ''
    await post('order/amend', ann, { orderId, stopLossTriggerPrice: '59000' })
    const [position] = await positionsOf(ann)
    expect(position).toMatchObject({
      takeProfit: { triggerPrice: '62000.0', price: '61900.0' },
      stopLoss: { triggerPrice: '59000.0', price: null },
    })
    expect(await refusal('order/amend', ann, { orderId, stopLossTriggerPrice: '61000' })).toBe(
      '40208',
    )
  })

  it('moves a stop and the exits that an entry brings (futures 4)', async () => {
    await fund(ann, 10_000)
    const stop = {
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'stop_limit',
      size: '0.01',
      price: '61500',
      triggerPrice: '61000',
    }
    print(600_000)
    const { orderId } = await post('order/place', ann, stop)
    await post('order/amend', ann, { orderId, triggerPrice: '61200', price: '61700' })
    const waiting = await get<{ readonly items: readonly object[] }>('order/trigger', ann)
    expect(waiting.items).toMatchObject([
      { price: '61700.0', triggers: [{ triggerPrice: '61200.0', price: '61700.0' }] },
    ])
    const entry = { ...limit('buy', '59000', '0.01'), takeProfitTriggerPrice: '62000' }
    const placed = await post('order/place', ann, entry)
    await post('order/amend', ann, { orderId: placed['orderId'], takeProfitTriggerPrice: '63000' })
    const open = await get<{ readonly items: readonly object[] }>('order/open', ann)
    expect(open.items).toMatchObject([{ takeProfit: { triggerPrice: '63000.0', price: null } }])
  })
})

describe('trailing orders of contracts (futures 4)', () => {
  it('follows the price and closes when it comes back (futures 4)', async () => {
    await trade()
    print(600_000)
    await post('order/place', bob, limit('buy', '60000', '0.1'))
    const trailing = {
      symbol: 'BTCUSDT',
      side: 'sell',
      orderType: 'trailing',
      size: '0.1',
      callbackRate: '1',
      reduceOnly: true,
    }
    expect(await refusal('order/place', ann, { ...trailing, callbackRate: '11' })).toBe('40010')
    expect(await refusal('order/place', ann, { ...trailing, triggerPrice: '59000' })).toBe('40208')
    const { orderId } = await post('order/place', ann, trailing)
    print(610_000)
    const waiting = await get<{ readonly items: readonly object[] }>('order/trigger', ann)
    expect(waiting.items).toMatchObject([
      { orderId, triggers: [{ callbackRate: '1', extreme: '61000.0', triggerPrice: '60390.0' }] },
    ])
    print(603_900)
    expect(await positionsOf(ann)).toEqual([])
  })
})
