import { describe, expect, it } from 'vitest'
import { indicatorRows } from './moreIndicators.ts'

const MINUTE = 60_000

/** High, low, close and volume of a candle; by default one of them is traded. */
type Prices = readonly [high: number, low: number, close: number, volume?: number]

const candlesOf = (prices: readonly Prices[]) =>
  prices.map(([high, low, close, volume = 1], index) => ({
    timestamp: index * MINUTE,
    open: close,
    high,
    low,
    close,
    volume,
  }))
const flat = (closes: readonly number[]): readonly Prices[] =>
  closes.map((close) => [close, close, close] as const)

/** A line of an indicator; `null` where it has no value yet. Twelve digits are compared. */
function lineOf(
  name: string,
  {
    params = [],
    prices,
    key = name,
  }: {
    readonly params?: readonly number[]
    readonly prices: readonly Prices[]
    readonly key?: string
  },
): readonly (number | null)[] {
  const rows = indicatorRows(name, { bars: candlesOf(prices), params }) ?? []
  return rows.map((row) => {
    const value = row[key]
    return value === undefined ? null : Number(value.toPrecision(12))
  })
}
const round = (value: number) => Number(value.toPrecision(12))

/** True ranges 2, 2, 2, 8: the last candle leaps. */
const LEAP = [
  [11, 9, 10],
  [12, 10, 11],
  [13, 11, 12],
  [20, 12, 18],
] as const satisfies readonly Prices[]

describe('averages of closes', () => {
  it('weigh the newest close of the hull average without lag', () => {
    const line = flat([3, 5, 7, 9, 11, 13])
    expect(lineOf('HMA', { params: [4], prices: line })).toEqual([null, null, null, null, 11, 13])
  })

  it('move the hull average by a leap of the last close', () => {
    // Of the last two raw values 1 and 2 · 5 - 3.4 = 6.6, the newest twice.
    const prices = flat([1, 1, 1, 1, 7])
    expect(lineOf('HMA', { params: [4], prices }).at(-1)).toBe(round((1 + 2 * 6.6) / 3))
  })

  it.each([
    ['DEMA', [2, 4, 6, 8, 10, 12], 12],
    ['DEMA', [2, 4, 6, 8, 10, 20], 18],
    ['TEMA', [2, 4, 6, 8, 10, 12, 14], 14],
    ['TEMA', [2, 4, 6, 8, 10, 12, 24], 13.5 + (6 + 8 + 12.5) / 3],
  ] as const)('take the lag of %s out of %j', (name, closes, last) => {
    const values = lineOf(name, { params: [3], prices: flat(closes) })
    expect(values.at(-1)).toBe(round(last))
    const length = { DEMA: 5, TEMA: 7 }[name]
    expect(values.filter((value) => value === null)).toHaveLength(length - 1)
  })

  it.each([
    [3, [1, 2, 6], [null, null, 5.5]],
    [2, [2, 4, 3], [null, 4, 3]],
    [1, [2, 4], [2, 4]],
  ] as const)('end the fitted line of %i closes: %j', (length, closes, values) => {
    expect(lineOf('LSMA', { params: [length], prices: flat(closes) })).toEqual(values)
  })
})

describe('averages by volume', () => {
  it('weigh each close by what was traded', () => {
    const prices: readonly Prices[] = [
      [10, 10, 10, 1],
      [20, 20, 20, 3],
      [40, 40, 40, 1],
    ]
    expect(lineOf('VWMA', { params: [2], prices })).toEqual([null, 17.5, 25])
  })

  it('have no value where nothing was traded', () => {
    const prices: readonly Prices[] = [
      [10, 10, 10, 0],
      [20, 20, 20, 0],
      [40, 40, 40, 5],
    ]
    expect(lineOf('VWMA', { params: [2], prices })).toEqual([null, null, 40])
  })

  it('take the mean of high, low and close as price', () => {
    const prices: readonly Prices[] = [
      [12, 9, 9, 0],
      [24, 18, 18, 2],
      [44, 38, 38, 2],
    ]
    expect(lineOf('VWAP', { prices })).toEqual([10, 20, 30])
  })

  it('average volumes over two lengths', () => {
    const prices = [2, 4, 6].map((volume): Prices => [1, 1, 1, volume])
    expect(lineOf('VOLMA', { params: [1, 3], prices, key: 'MA1' })).toEqual([2, 4, 6])
    expect(lineOf('VOLMA', { params: [1, 3], prices, key: 'MA2' })).toEqual([null, null, 4])
  })
})

describe('bands', () => {
  it.each([
    ['UP', [null, null, 15, 22.5]],
    ['MID', [null, null, 11, 14.5]],
    ['DN', [null, null, 7, 6.5]],
  ] as const)('keep the channel of Keltner two average reaches wide: %s', (key, values) => {
    expect(lineOf('KC', { params: [3, 2], prices: LEAP, key })).toEqual(values)
  })

  it.each([
    ['UP', [null, 12, 13, 20]],
    ['MID', [null, 10.5, 11.5, 15.5]],
    ['DN', [null, 9, 10, 11]],
  ] as const)('span highest and lowest of the channel of Donchian: %s', (key, values) => {
    expect(lineOf('DC', { params: [2], prices: LEAP, key })).toEqual(values)
  })

  it.each([
    ['UP', 110],
    ['MID', 100],
    ['DN', 90],
  ] as const)('lie a share beside the average in the envelope: %s', (key, value) => {
    const prices = flat([90, 110])
    expect(lineOf('ENV', { params: [2, 10], prices, key })).toEqual([null, value])
  })
})

describe('the reach of candles', () => {
  it.each([
    ['within a candle', [11, 9, 10], 2],
    ['with a gap upwards', [15, 14, 14], 5],
    ['with a gap downwards', [6, 5, 6], 5],
  ] as const)('counts %s from the close before', (_, candle, reach) => {
    expect(lineOf('ATR', { params: [1], prices: [[10, 10, 10], candle] })).toEqual([0, reach])
  })

  it('is averaged as Wilder does', () => {
    expect(lineOf('ATR', { params: [3], prices: LEAP })).toEqual([null, null, 2, 4])
  })

  it('spreads closes around their mean', () => {
    const prices = flat([2, 4, 4, 6])
    expect(lineOf('STDDEV', { params: [4], prices }).at(-1)).toBe(round(Math.SQRT2))
  })

  it('is choppy where candles only repeat, and not on a straight way', () => {
    const repeated: readonly Prices[] = [
      [12, 10, 11],
      [12, 10, 11],
    ]
    const straight: readonly Prices[] = [
      [11, 10, 11],
      [12, 11, 12],
    ]
    expect(lineOf('CHOP', { params: [2], prices: repeated }).at(-1)).toBe(100)
    expect(lineOf('CHOP', { params: [2], prices: straight }).at(-1)).toBe(0)
    expect(lineOf('CHOP', { params: [2], prices: flat([5, 5]) }).at(-1)).toBe(100)
  })
})

describe('the trend line', () => {
  const prices: readonly Prices[] = [
    [11, 9, 10],
    [12, 10, 11],
    [14, 12, 13],
    [13, 11, 12],
    [12, 8, 9],
    [10, 8, 9],
    [14, 12, 14],
  ]
  const values = lineOf('ST', { params: [2, 1], prices })

  it('follows rising prices from below and never falls with them', () => {
    expect(values.slice(0, 4)).toEqual([null, 9, 10.5, 10.5])
  })
  it('turns over the candles with a close below it, and falls', () => {
    expect(values.slice(4, 6)).toEqual([13, 11.5625])
  })
  it('turns below the candles with a close above it', () => {
    expect(values[6]).toBe(9.21875)
  })
})

it('draws the cloud from middles, moved forward by the middle length', () => {
  const prices: readonly Prices[] = [
    [12, 8, 9],
    [16, 10, 12],
    [20, 14, 15],
    [18, 6, 8],
    [22, 12, 20],
  ]
  const line = (key: string) => lineOf('ICHIMOKU', { params: [1, 2, 3], prices, key })
  expect(line('T')).toEqual([10, 13, 17, 12, 17])
  expect(line('K')).toEqual([null, 12, 15, 13, 14])
  expect(line('A')).toEqual([null, null, null, 12.5, 16])
  expect(line('B')).toEqual([null, null, null, null, 14])
})

describe('oscillators of closes', () => {
  it('place the strength between its own extremes', () => {
    // Strengths 66.7, 85.7 and 54.5: the second is the highest of two, the third the lowest.
    const prices = flat([10, 12, 11, 13, 12])
    const line = (key: string) => lineOf('STOCHRSI', { params: [2, 2, 1, 2], prices, key })
    expect(line('K')).toEqual([null, null, null, 100, 0])
    expect(line('D')).toEqual([null, null, null, null, 50])
  })

  it('has no place between extremes that are the same', () => {
    const prices = flat([1, 2, 3, 4])
    const params = [2, 2, 1, 1]
    expect(lineOf('STOCHRSI', { params, prices, key: 'K' }).at(-1)).toBe(0)
  })

  it('compare smoothed moves with their smoothed size', () => {
    const prices = flat([10, 12, 11, 14])
    const moves = [0.5, 0.5 + (2 / 3) * 2.5]
    const sizes = [1.5, 1.5 + (2 / 3) * 1.5]
    expect(lineOf('TSI', { params: [2, 1], prices })).toEqual([
      null,
      null,
      round(((moves[0] ?? 0) / (sizes[0] ?? 0)) * 100),
      round(((moves[1] ?? 0) / (sizes[1] ?? 0)) * 100),
    ])
  })

  it('say by how many percent the fast average leads', () => {
    const prices = flat([10, 20, 30])
    const line = (key: string) => lineOf('PPO', { params: [1, 2, 2], prices, key })
    expect(line('PPO')).toEqual([null, round(100 / 3), 20])
    expect(line('SIGNAL')).toEqual([null, null, round((100 / 3 + 20) / 2)])
  })

  it('leave the trend out of a close', () => {
    const prices = flat([1, 2, 3, 4, 5, 6, 7, 8])
    expect(lineOf('DPO', { params: [4], prices })).toEqual([...Array(6).fill(null), 4.5, 4.5])
  })

  it('weigh buying pressure over three lengths, the shortest four times', () => {
    const prices: readonly Prices[] = [
      [10, 8, 9],
      [12, 9, 11],
      [12, 10, 10],
      [14, 10, 13],
    ]
    const shares = { one: 75, two: 50, three: (5 / 9) * 100 }
    expect(lineOf('UO', { params: [1, 2, 3], prices })).toEqual([
      null,
      null,
      null,
      round((4 * shares.one + 2 * shares.two + shares.three) / 7),
    ])
  })
})

describe('the age of extremes', () => {
  it.each([
    ['the newest candle', [1, 2, 3, 4, 9], 100],
    ['the second of five', [1, 9, 2, 3, 4], 25],
    ['the first of five', [9, 1, 2, 3, 4], 0],
    ['the later of two that are the same', [9, 1, 9, 1, 1], 50],
  ] as const)('is read from the highest: %s', (_, highs, value) => {
    const prices = highs.map((high): Prices => [high, 0, 0])
    expect(lineOf('AROON', { params: [4], prices, key: 'UP' }).at(-1)).toBe(value)
  })

  it('is read from the lowest, once there are enough candles', () => {
    const prices = [5, 4, 1, 3, 4].map((low): Prices => [9, low, low])
    expect(lineOf('AROON', { params: [4], prices, key: 'DN' })).toEqual([
      null,
      null,
      null,
      null,
      50,
    ])
  })
})

describe('the flow of money', () => {
  const FLOW: readonly Prices[] = [
    [10, 8, 10, 5],
    [10, 8, 8, 3],
    [10, 8, 9, 7],
  ]

  it('adds volumes by where candles closed', () => {
    expect(lineOf('AD', { prices: FLOW })).toEqual([5, 2, 2])
  })

  it('is a share of all that was traded', () => {
    expect(lineOf('CMF', { params: [2], prices: FLOW })).toEqual([null, 0.25, -0.3])
  })

  it('is nothing without height or without trades', () => {
    expect(lineOf('AD', { prices: [[8, 8, 8, 5]] })).toEqual([0])
    expect(lineOf('CMF', { params: [1], prices: [[10, 8, 10, 0]] })).toEqual([0])
  })

  it('compares a fast average of its sum with a slow one', () => {
    expect(lineOf('CHO', { params: [1, 2], prices: FLOW })).toEqual([null, -1.5, -0.5])
  })

  it('takes the side of each candle from its typical price', () => {
    const prices = [
      [10, 1],
      [11, 2],
      [10, 3],
      [12, 4],
    ].map(([price = 0, volume = 0]): Prices => [price, price, price, volume])
    expect(lineOf('MFI', { params: [2], prices })).toEqual([
      null,
      null,
      round((22 / 52) * 100),
      round((48 / 78) * 100),
    ])
  })

  it('is whole where all candles rise', () => {
    expect(lineOf('MFI', { params: [2], prices: flat([1, 2, 3]) }).at(-1)).toBe(100)
  })

  it('multiplies moves with their volume', () => {
    const prices: readonly Prices[] = [
      [10, 10, 10, 9],
      [12, 12, 12, 5],
      [11, 11, 11, 4],
    ]
    expect(lineOf('EFI', { params: [1], prices })).toEqual([null, 10, -4])
    expect(lineOf('EFI', { params: [2], prices })).toEqual([null, null, 3])
  })
})

describe('candles that lack something', () => {
  it('count without a volume as silent', () => {
    const bars = [{ timestamp: 0, open: 9, high: 10, low: 8, close: 10 }]
    expect(indicatorRows('AD', { bars, params: [] })).toEqual([{ AD: 0 }])
  })

  it('have empty rows while they are too few', () => {
    expect(indicatorRows('KC', { bars: candlesOf(LEAP), params: [5, 2] })).toEqual([{}, {}, {}, {}])
    expect(indicatorRows('KC', { bars: [], params: [5, 2] })).toEqual([])
  })
})
