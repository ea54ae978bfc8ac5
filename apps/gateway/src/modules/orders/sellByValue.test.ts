import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import type { OrderInput } from './orderInput.ts'
import { lotsForValue, toBaseSize } from './sellByValue.ts'

describe('lots that bring a value (trading 6)', () => {
  it.each([
    ['exactly one level', 300, [[100, 3]], 3],
    [
      'what is left of the second',
      500,
      [
        [100, 3],
        [90, 9],
      ],
      5,
    ],
    [
      'no more than the value',
      479,
      [
        [100, 3],
        [90, 9],
      ],
      4,
    ],
    [
      'all bids and no more',
      9_999,
      [
        [100, 3],
        [90, 9],
      ],
      12,
    ],
    [
      'one more where a whole level leaves enough for it',
      390,
      [
        [100, 3],
        [90, 9],
      ],
      4,
    ],
    [
      'nothing below one lot',
      99,
      [
        [100, 3],
        [90, 9],
      ],
      0,
    ],
  ] as const)('sells %s', (_what, value, bids, lots) => {
    expect(lotsForValue(value, bids)).toBe(lots)
  })
})

describe('a sale by value as one of base (trading 6)', () => {
  const spec = requireSymbol('ETHUSDT')
  const input = (size: string) =>
    ({
      symbol: 'ETHUSDT',
      side: 'sell',
      orderType: 'market',
      sizeUnit: 'quote',
      size,
    }) as OrderInput
  const sized = (size: string, bids: readonly [number, number][] = [[300_000, 10_000_000]]) =>
    toBaseSize(input(size), { spec, bids })
  it('keeps every other field', () => {
    expect(sized('1500')).toEqual({ ...input('0.5'), sizeUnit: 'base', size: expect.any(String) })
  })
  it.each([
    ['0', '40010'],
    ['4.99', '40204'],
    ['100.1234567891', '40203'],
  ])('refuses the value %s with %s', (size, code) => {
    expect(sized(size)).toMatchObject({ code, field: 'size' })
  })
  it('refuses where there is no bid', () => {
    expect(sized('1500', [])).toMatchObject({ code: '40205', refusal: 'protection' })
  })
})

describe('selling by value through the gateway (trading 6)', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness()
    await Promise.all(['ann', 'bob'].map((user) => harness.trading.seedDemo(user)))
    harness.market.print({ symbol: 'ETHUSDT', ticks: 300_000, lots: 1, takerSide: 'buy' })
  })
  afterAll(() => harness.close())
  const place = (userId: string, change: object) =>
    harness.call<{ orderId: string; status: string }>('/v1/spot/order/place', {
      userId,
      body: { symbol: 'ETHUSDT', ...change },
    })
  const usdtOf = async (userId: string) => {
    const assets = await harness.call<{ asset: string; available: string; held: string }[]>(
      '/v1/spot/account/assets',
      { userId },
    )
    return assets.find(({ asset }) => asset === 'USDT')
  }

  it('brings the value less the fee from two levels', async () => {
    for (const price of ['3000', '2900'])
      await place('bob', { side: 'buy', orderType: 'limit', price, size: '0.5' })
    const sold = await place('ann', {
      side: 'sell',
      orderType: 'market',
      size: '2080',
      sizeUnit: 'quote',
      clientOid: 'by-value',
    })
    expect(sold.status).toBe('filled')
    const detail = await harness.call<object>('/v1/spot/order/detail', {
      userId: 'ann',
      query: { symbol: 'ETHUSDT', orderId: sold.orderId },
    })
    // 0.5 at 3,000 and 0.2 at 2,900.
    expect(detail).toMatchObject({
      order: { sizeUnit: 'base', filled: '0.7000', filledQuote: '2080' },
    })
    expect(await usdtOf('ann')).toMatchObject({ available: '102077.92', held: '0' })
  })
  it('answers a repetition with the same order', async () => {
    const terms = { side: 'sell', orderType: 'market', size: '29', sizeUnit: 'quote' }
    const first = await place('ann', { ...terms, clientOid: 'again' })
    expect(await place('ann', { ...terms, clientOid: 'again' })).toEqual(first)
  })
  it('sells demo funds by value too', async () => {
    harness.market.show('ETHUSDT', 'buy', [[300_000, 100_000]])
    const answer = await harness.call<{ status: string }>('/v1/spot/order/place', {
      userId: 'ann',
      realm: 'paper',
      body: {
        symbol: 'ETHUSDT',
        side: 'sell',
        orderType: 'market',
        size: '1500',
        sizeUnit: 'quote',
      },
    })
    expect(answer.status).toBe('filled')
  })
  it('refuses a value for a sale that waits or rests', async () => {
    for (const change of [
      { orderType: 'limit', price: '3000' },
      { orderType: 'stop_market', triggerPrice: '2800' },
    ])
      expect(
        await harness.refusal('/v1/spot/order/place', {
          userId: 'ann',
          body: { symbol: 'ETHUSDT', side: 'sell', size: '100', sizeUnit: 'quote', ...change },
        }),
      ).toMatchObject({ code: '40010' })
  })
  it('keeps the ledger balanced', async () => {
    expect(await checkLedger(harness.db)).toEqual([])
  })
})
