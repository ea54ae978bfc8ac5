import { expect, it } from 'vitest'
import type { SpotPosition } from './model.ts'
import { holdingProfit } from './holdingProfit.ts'

const position: SpotPosition = {
  asset: 'BTC',
  available: '2',
  held: '0',
  symbol: 'BTCUSDT',
  marketPrice: '200',
  avgBuyPrice: '100.00',
  cost: '100.00',
  buyPrice: '100',
  buyDelegateCount: '1',
  buyDealCount: '1',
  dealCount: '0',
  holdCount: '2',
  trackingType: 0,
  pricePlace: 2,
  quotePrecision: 2,
}

it('counts what was bought here only (spec 3.11)', () => {
  expect(holdingProfit(position, { last: '200', tracking: 0 })).toEqual({
    average: '100.00',
    cost: '100.00',
    profit: '100.000000',
    percent: '100.00',
  })
})

it('counts the rest at the market price (spec 3.11)', () => {
  expect(holdingProfit(position, { last: '200', tracking: 1 })).toEqual({
    average: '150.00',
    cost: '300.00',
    profit: '100.000000',
    percent: '33.33',
  })
})

it('takes the market price of the position before the first tick', () => {
  expect(holdingProfit(position, { last: undefined, tracking: 0 }).percent).toBe('100.00')
})

it('has no profit without a market price', () => {
  const unpriced = { ...position, marketPrice: null }
  expect(holdingProfit(unpriced, { last: undefined, tracking: 0 }).profit).toBeNull()
})
