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
