import { expect, it } from 'vitest'
import { isListed } from './isListed.ts'

it.each([
  ['/spot/:symbol', 'BTCUSDT', true],
  ['/spot/:symbol', 'ethusdt', true],
  ['/spot/:symbol', 'NOPE', false],
  ['/spot/:symbol', '1000SHIBUSDT', false],
  ['/trade-margin/:symbol', 'DOGEUSDT', true],
  ['/trade-swap/:symbol', '1000SHIBUSDT', true],
  ['/trade-swap/:symbol', 'BTCUSD', true],
  ['/trade-swap/:symbol', 'NOPE', false],
  ['/futures/usdt/:symbol', 'ETHUSDT', true],
  ['/futures/usdt/:symbol', 'BTCUSD', false],
  ['/futures/coin/:symbol', 'btcusd', true],
  ['/futures/coin/:symbol', 'SOLUSD', false],
] as const)('finds for %s the name %s: %s (spec 2)', (route, name, isThere) => {
  expect(isListed(route, name)).toBe(isThere)
})
