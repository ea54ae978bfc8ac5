import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byFigure, type MarketRow, rangeShare, rowsOf, VIEWS } from './marketRow.ts'

interface RowFigures {
  readonly change?: string
  readonly volume?: string
  readonly isFavourite?: boolean
}

const ticker = (symbol: string, changePercent: string, volumeQuote: string) => ({
  symbol,
  last: '15',
  open24h: '12',
  high24h: '20',
  low24h: '10',
  volumeBase: '1',
  volumeQuote,
  changePercent,
  ts: 0,
})

const row = (
  base: string,
  { change, volume = '1', isFavourite = false }: RowFigures = {},
): MarketRow => ({
  spec: {
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    tickSize: '1',
    stepSize: '1',
    minNotional: '5',
    pricePlace: 0,
    quantityPlace: 0,
  },
  isFavourite,
  ticker: change === undefined ? undefined : ticker(`${base}USDT`, change, volume),
})
const bases = (rows: readonly MarketRow[]) => rows.map(({ spec }) => spec.base)

const ROWS = [
  row('BTC', { change: '-0.10', volume: '900' }),
  row('ETH', { change: '1.20', volume: '800', isFavourite: true }),
  row('XRP', { change: '0.00', volume: '100' }),
  row('DOGE', { change: '4.00', volume: '200' }),
  row('LINK', { change: '-2.00', volume: '700' }),
  row('NEW', { change: '3.00', volume: '300' }),
  row('ADA'),
]

describe('the tabs of the markets page', () => {
  it.each([
    ['favourites', ['ETH']],
    ['all', ['BTC', 'ETH', 'XRP', 'DOGE', 'LINK', 'NEW', 'ADA']],
    ['hot', ['BTC', 'ETH', 'LINK', 'NEW', 'DOGE']],
    ['gainers', ['ETH', 'DOGE', 'NEW']],
    ['losers', ['BTC', 'LINK']],
    ['layer1', ['BTC', 'ETH', 'ADA']],
    ['payments', ['XRP']],
    ['infrastructure', ['LINK']],
    ['meme', ['DOGE']],
  ] as const)('list %s', (view, expected) => {
    expect(bases(rowsOf(view, ROWS))).toEqual(expected)
  })
  it('list nothing that is not a pair of the exchange', () => {
    for (const view of VIEWS)
      expect(rowsOf(view, ROWS).every((found) => ROWS.includes(found))).toBe(true)
  })
  it('put pairs without a ticker last by any figure', () => {
    expect(bases(byFigure(ROWS, ({ volumeQuote }) => volumeQuote)).at(-1)).toBe('ADA')
    expect(bases(byFigure(ROWS, ({ changePercent }) => changePercent))).toEqual([
      'DOGE',
      'NEW',
      'ETH',
      'XRP',
      'BTC',
      'LINK',
      'ADA',
    ])
  })
  it('keep the order of pairs that trade alike', () => {
    const same = ['A', 'B', 'C'].map((base) => row(base, { change: '0', volume: '5.0' }))
    expect(bases(byFigure(same, ({ volumeQuote }) => volumeQuote))).toEqual(['A', 'B', 'C'])
  })
  it('compare volumes beyond the digits of a float', () => {
    const rows = ['9007199254740993', '9007199254740992', '9007199254740994'].map((volume) =>
      row(volume.slice(-1), { change: '0', volume }),
    )
    expect(bases(byFigure(rows, ({ volumeQuote }) => volumeQuote))).toEqual(['4', '3', '2'])
  })
  it('list five hot pairs at most, and no more than there are', () => {
    expect(rowsOf('hot', ROWS.slice(0, 2))).toHaveLength(2)
    expect(rowsOf('hot', [])).toEqual([])
  })
})

describe('the place of a price in its range', () => {
  const known = ticker('BTCUSDT', '0', '1')
  it('is the share of the way from low to high', () => {
    expect(rangeShare(known)).toBe('50.0')
  })
  it('stays between the ends for a price outside of them', () => {
    expect(rangeShare({ ...known, last: '9' })).toBe('0')
    expect(rangeShare({ ...known, last: '21' })).toBe('100')
  })
  it.each([
    ['10', '0.0'],
    ['20', '100.0'],
    ['12.5', '25.0'],
    ['13.3333', '33.3'],
    ['16.6666', '66.7'],
    ['10.005', '0.1'],
    ['10.0049', '0.0'],
  ])('is rounded to a tenth of a percent: %s', (last, share) => {
    expect(Number(rangeShare({ ...known, last }))).toBe(Number(share))
  })
  it.each(['', 'n/a', '-'])('is not known of a price that is none: %j', (last) => {
    expect(rangeShare({ ...known, last })).toBeUndefined()
  })
  it('is not known without a ticker or a range', () => {
    expect([rangeShare(undefined), rangeShare({ ...known, high24h: '10' })]).toEqual([
      undefined,
      undefined,
    ])
  })
  it('is a percentage for any prices', () => {
    const price = fc.integer({ min: 1, max: 1e9 }).map(String)
    fc.assert(
      fc.property(price, price, price, (last, low24h, high24h) => {
        const share = rangeShare({ ...known, last, low24h, high24h })
        return share === undefined || (Number(share) >= 0 && Number(share) <= 100)
      }),
    )
  })
})
