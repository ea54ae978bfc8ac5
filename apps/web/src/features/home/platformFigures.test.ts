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
