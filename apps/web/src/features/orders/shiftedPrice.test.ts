import { expect, it } from 'vitest'
import { shiftedPrice } from './shiftedPrice.ts'

it.each([
  ['60000.00', '-1', 'buy', '59400.00'],
  ['60000.00', '0.5', 'sell', '60300.00'],
  ['0.07', '10', 'buy', '0.07'],
  ['0.07', '10', 'sell', '0.08'],
] as const)('moves %s by %s percent for a %s', (price, percent, side, moved) => {
  expect(shiftedPrice(price, { percent, tick: '0.01', side })).toBe(moved)
})

it('leaves no price where nothing is left', () => {
  expect(shiftedPrice('1', { percent: '-100', tick: '0.01', side: 'buy' })).toBeNull()
})

it.each([
  ['a buy down', 'buy', '59400.59'],
  ['a sale up', 'sell', '59400.60'],
] as const)('moves %s to its tick', (_what, side, moved) => {
  // 60,000.60 less 1 % is 59,400.594.
  expect(shiftedPrice('60000.60', { percent: '-1', tick: '0.01', side })).toBe(moved)
})

it('never moves a price that is on its tick by nothing', () => {
  for (const side of ['buy', 'sell'] as const)
    expect(shiftedPrice('60000.05', { percent: '0', tick: '0.05', side })).toBe('60000.05')
})

it.each([
  ['a buy that rounds to nothing', 'buy', null],
  ['a sale that keeps its last tick', 'sell', '0.01'],
] as const)('leaves %s', (_what, side, moved) => {
  expect(shiftedPrice('0.01', { percent: '-50', tick: '0.01', side })).toBe(moved)
})
