import { describe, expect, it } from 'vitest'
import { platformFigures, topMovers } from './platformFigures.ts'

const row = (base: string, changePercent: string | undefined, volumeQuote = '100.5') => ({
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
  isFavourite: false,
  ticker:
    changePercent === undefined
      ? undefined
      : {
          symbol: `${base}USDT`,
          last: '1',
          open24h: '1',
          high24h: '1',
          low24h: '1',
          volumeBase: '1',
          volumeQuote,
          changePercent,
          ts: 0,
        },
})

describe('the figures of the platform', () => {
  it('sums volumes and counts both directions', () => {
    const rows = [row('BTC', '1.00'), row('ETH', '-2.50', '0.5'), row('SOL', '0.00')]
    expect(platformFigures(rows)).toMatchObject({
      pairs: 3,
      volume: '201.50',
      gainers: 1,
      losers: 1,
    })
  })
  it('knows no volume and no counts before every pair has a ticker', () => {
    const unknown = { volume: undefined, gainers: undefined, losers: undefined }
    expect(platformFigures([row('BTC', '1.00'), row('ETH', undefined)])).toMatchObject(unknown)
    expect(platformFigures([])).toMatchObject(unknown)
  })
  it('lists the largest moves of either direction first', () => {
    const rows = [row('BTC', '1.00'), row('ETH', '-2.50'), row('SOL', '2.00'), row('X', undefined)]
    expect(topMovers(rows, 2).map(({ spec }) => spec.base)).toEqual(['ETH', 'SOL'])
  })
})

describe('the volume of the platform', () => {
  it.each([
    [['0.004', '0.001'], '0.01'],
    [['0.004'], '0.00'],
    [['9007199254740993', '0.01'], '9007199254740993.01'],
    [['1', '2', '3'], '6.00'],
  ])('sums %j to the cent, without a float', (volumes, sum) => {
    const rows = volumes.map((volume, index) => row(`C${index}`, '0', volume))
    expect(platformFigures(rows).volume).toBe(sum)
  })

  it('is not known while one of the volumes is none', () => {
    expect(platformFigures([row('BTC', '0', '1'), row('ETH', '0', '')]).volume).toBeUndefined()
  })
})

describe('the pairs that moved most', () => {
  const names = (count: number, ...changes: readonly string[]) =>
    topMovers(
      changes.map((change, index) => row(`C${index}`, change)),
      count,
    ).map(({ ticker }) => ticker?.changePercent)

  it.each([
    [2, ['1', '-3', '2'], ['-3', '2']],
    [3, ['+1.5', '-1.25', '0'], ['+1.5', '-1.25', '0']],
    [9, ['1'], ['1']],
    [0, ['1'], []],
    [1, ['9.9', '10.1'], ['10.1']],
  ] as const)('are the first %i of %j', (count, changes, expected) => {
    expect(names(count, ...changes)).toEqual(expected)
  })

  it('keep the order of the list where they moved alike', () => {
    expect(names(2, '1', '-1', '1.0')).toEqual(['1', '-1'])
  })

  it('leave the list as it is', () => {
    const rows = [row('BTC', '1'), row('ETH', '2')]
    topMovers(rows, 2)
    expect(rows.map(({ spec }) => spec.base)).toEqual(['BTC', 'ETH'])
  })
})
