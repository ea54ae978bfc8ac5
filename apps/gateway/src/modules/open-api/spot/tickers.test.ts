import { describe, expect, it } from 'vitest'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import { MINUTE_MS, NOON, sampleCandle, sampleMarket } from '../testing/sampleMarket.ts'
import { createTickers } from './tickers.ts'

const BTC = requireSymbol('BTCUSDT')
/** The minute that runs at `NOON`. */
const MINUTE = NOON - 30_000
const MIDNIGHT = Date.UTC(2026, 0, 5)

/** Minutes of BTCUSDT by how long before the running one they opened, and their prices. */
function open(minutes: readonly (readonly [ago: number, prices: readonly number[]])[] = []) {
  const sample = sampleMarket()
  sample.series.set(
    BTC.id,
    minutes.map(([ago, prices]) => sampleCandle(MINUTE - ago * MINUTE_MS, prices)),
  )
  return { ...sample, tickers: createTickers(sample) }
}
const trade = (at: number, ticks: number, lots = 10) =>
  ({ symbol: BTC.id, ticks, lots, takerSide: 'buy', at }) as const

describe('the figures of a window', () => {
  it('sum up its minutes', () => {
    const { tickers } = open([
      [3, [900]],
      [2, [1_000, 1_300]],
      [1, [1_200]],
      [0, [800, 1_100]],
    ])
    expect(tickers.window(BTC, 2)).toEqual({
      symbol: 'BTCUSDT',
      priceChange: '1.00',
      // 100 of 1,000 ticks.
      priceChangePercent: '10.000',
      // 5,400 ticks over five trades of the same size.
      weightedAvgPrice: '10.80',
      openPrice: '10.00',
      highPrice: '13.00',
      lowPrice: '8.00',
      lastPrice: '11.00',
      volume: '0.00050',
      quoteVolume: '0.0054000',
      openTime: MINUTE - 2 * MINUTE_MS,
      closeTime: NOON,
      firstId: -1,
      lastId: -1,
      count: 0,
    })
  })

  it('begin with a minute, and so reach up to one further back', () => {
    const { tickers } = open([
      [2, [700]],
      [1, [1_000]],
      [0, [1_100]],
    ])
    expect(tickers.window(BTC, 1)).toMatchObject({
      openTime: MINUTE - MINUTE_MS,
      openPrice: '10.00',
      volume: '0.00020',
    })
  })

  it('show a fall with its sign, and no negative zero', () => {
    const fallen = open([[0, [1_000, 999]]]).tickers.window(BTC, 1)
    expect([fallen?.priceChange, fallen?.priceChangePercent]).toEqual(['-0.01', '-0.100'])
    const still = open([[0, [1_000, 1_000]]]).tickers.window(BTC, 1)
    expect([still?.priceChange, still?.priceChangePercent]).toEqual(['0.00', '0.000'])
  })

  it('leave out the prices of minutes without a trade', () => {
    const { tickers, series } = open([[0, [1_000]]])
    const idle = { ...sampleCandle(MINUTE - MINUTE_MS, [5_000]), lots: 0, turnover: 0n }
    series.set(BTC.id, [idle, ...(series.get(BTC.id) ?? [])])
    expect(tickers.window(BTC, 5)).toMatchObject({
      highPrice: '10.00',
      lowPrice: '10.00',
      openPrice: '50.00',
    })
  })

  it('are of the last price where nothing was traded at all', () => {
    const { tickers, series } = open()
    series.set(BTC.id, [{ ...sampleCandle(MINUTE, [1_000]), lots: 0, turnover: 0n }])
    expect(tickers.window(BTC, 5)).toMatchObject({
      highPrice: '10.00',
      lowPrice: '10.00',
      weightedAvgPrice: '0.00',
      volume: '0.00000',
      quoteVolume: '0.0000000',
    })
  })

  it('are absent before the pair has a price', () => {
    const { tickers } = open()
    expect([tickers.window(BTC, 5), tickers.day(BTC), tickers.today(BTC)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('count and number the trades of the window alone', () => {
    const { tickers, market, marketLog } = open([[0, [1_000]]])
    for (const at of [MINUTE - 60_001, MINUTE - 60_000, NOON]) market.onTrade(trade(at, 1_000))
    const [, first, last] = marketLog.trades(BTC.id)
    expect(tickers.window(BTC, 1)).toMatchObject({
      firstId: first?.id,
      lastId: last?.id,
      count: 2,
    })
  })
})

describe('the figures of a day', () => {
  it('begin 24 hours ago to the millisecond', () => {
    const { tickers } = open([
      [1_440, [500]],
      [1_439, [1_000]],
      [0, [1_100]],
    ])
    expect(tickers.day(BTC)).toMatchObject({
      openTime: NOON - 86_400_000,
      closeTime: NOON,
      openPrice: '10.00',
      prevClosePrice: '10.00',
    })
  })

  it('have the best prices and the last trade', () => {
    const { tickers, market } = open([[0, [1_000]]])
    market.onLevel(BTC.id, 'buy', 998, 3)
    market.onLevel(BTC.id, 'buy', 999, 7)
    market.onLevel(BTC.id, 'sell', 1_001, 5)
    market.onTrade(trade(NOON, 1_000, 42))
    expect(tickers.day(BTC)).toMatchObject({
      lastQty: '0.00042',
      bidPrice: '9.99',
      bidQty: '0.00007',
      askPrice: '10.01',
      askQty: '0.00005',
    })
  })

  it('have zeros for a side of the book that is empty', () => {
    expect(open([[0, [1_000]]]).tickers.day(BTC)).toMatchObject({
      lastQty: '0.00000',
      bidPrice: '0.00',
      askQty: '0.00000',
    })
  })

  it('begin at midnight where the running day is asked for', () => {
    const sinceMidnight = (MINUTE - MIDNIGHT) / MINUTE_MS
    const { tickers } = open([
      [sinceMidnight + 1, [500]],
      [sinceMidnight, [1_000]],
      [0, [1_100]],
    ])
    expect(tickers.today(BTC)).toMatchObject({
      openTime: MIDNIGHT,
      openPrice: '10.00',
      volume: '0.00020',
    })
  })

  it('has its first candle in the first second of a day', () => {
    const { tickers, clock, series } = open()
    clock.jump(Date.UTC(2026, 0, 6) - NOON)
    series.set(BTC.id, [
      sampleCandle(Date.UTC(2026, 0, 5, 23, 59), [500]),
      sampleCandle(Date.UTC(2026, 0, 6), [1_000]),
    ])
    expect(tickers.today(BTC)).toMatchObject({ openPrice: '10.00', volume: '0.00010' })
  })
})

describe('single prices', () => {
  it('shows the last price once there is one', () => {
    const { tickers, market } = open()
    expect(tickers.price(BTC)).toBeUndefined()
    market.onTrade(trade(NOON, 6_000_001))
    expect(tickers.price(BTC)).toEqual({ symbol: 'BTCUSDT', price: '60000.01' })
  })

  it('shows the best of each side', () => {
    const { tickers, market } = open()
    market.onLevel(BTC.id, 'sell', 1_002, 1)
    market.onLevel(BTC.id, 'sell', 1_001, 2)
    expect(tickers.book(BTC)).toEqual({
      symbol: 'BTCUSDT',
      bidPrice: '0.00',
      bidQty: '0.00000',
      askPrice: '10.01',
      askQty: '0.00002',
    })
  })

  it('averages the last five minutes by volume', () => {
    const { tickers } = open([
      [5, [9_000]],
      [4, [1_000, 1_100]],
      [0, [1_300]],
    ])
    // 3,400 ticks over three trades of the same size.
    expect(tickers.average(BTC)).toEqual({ mins: 5, price: '11.33', closeTime: NOON })
  })

  it('averages nothing to the last price', () => {
    const { tickers, market } = open([[60, [900]]])
    expect(tickers.average(BTC).price).toBe('0.00')
    market.onTrade(trade(NOON, 1_234))
    expect(tickers.average(BTC).price).toBe('12.34')
  })
})
