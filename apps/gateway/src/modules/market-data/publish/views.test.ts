import { expect, it } from 'vitest'
import { tickerView } from './views.ts'

const candle = { open: 600_000, high: 610_000, low: 590_000, close: 605_000 }
const day = [
  { ...candle, openTime: 0, lots: 20, turnover: 12_000_000n },
  { ...candle, openTime: 60_000, lots: 5, turnover: 3_025_000n },
  // A minute without trades repeats the close: its prices do not count.
  { ...candle, openTime: 120_000, high: 999_999, low: 1, lots: 0, turnover: 0n },
]
const spec = { symbol: 'BTCUSDT', pricePlace: 1, quantityPlace: 3 }

it('has no ticker before the first candle', () => {
  expect(tickerView([], { spec, now: 1 })).toBeUndefined()
})

it('counts the volume of a day in base and quote (trading 6)', () => {
  expect(tickerView(day, { spec, now: 7 })).toEqual({
    symbol: 'BTCUSDT',
    last: '60500.0',
    open24h: '60000.0',
    high24h: '61000.0',
    low24h: '59000.0',
    volumeBase: '0.025',
    volumeQuote: '1502.5000',
    changePercent: '0.83',
    ts: 7,
  })
})

it('counts inverse contracts by their contract value (futures 1)', () => {
  const inverse = {
    symbol: 'BTCUSD',
    pricePlace: 1,
    quantityPlace: 0,
    settlement: { kind: 'inverse', contractValue: '100' },
  } as const
  const { volumeBase, volumeQuote } = tickerView(day, { spec: inverse, now: 7 }) ?? {}
  expect({ volumeBase, volumeQuote }).toEqual({ volumeBase: '25', volumeQuote: '2500' })
})
