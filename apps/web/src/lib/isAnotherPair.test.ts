import { expect, it } from 'vitest'
import { isAnotherPair } from './isAnotherPair.ts'

it.each([
  ['/en/spot/ETHUSDT', true],
  ['/SPOT/ethusdt/', true],
  ['/en/spot/BTCUSDT', false],
  ['/spot/btcusdt/', false],
  // To leave the terminal is to choose no pair: what is on screen is still what is meant.
  ['/en/asset/spot', false],
  ['/en/spot', false],
  ['/en/spot/%42TCUSDT', false],
] as const)('%s names another pair than BTCUSDT: %s', (path, forceNew) => {
  expect(isAnotherPair(path, { symbol: 'BTCUSDT' })).toBe(forceNew)
})

it.each([
  ['/en/futures/usdt/ETHUSDT', true],
  ['/en/futures/coin/BTCUSD', true],
  ['/en/spot/BTCUSDT', true],
  ['/futures/USDT/btcusdt/', false],
  ['/en/trade-swap', false],
] as const)('%s names another contract than usdt/BTCUSDT: %s', (path, isAnother) => {
  expect(isAnotherPair(path, { symbol: 'usdt/BTCUSDT' })).toBe(isAnother)
})

it.each([
  ['', false],
  ['/', false],
  ['/en/spot/', false],
  ['/en/spot//', false],
  ['/en/spotted/ETHUSDT', false],
  ['/ar/spot/Ethusdt', true],
])('reads %j as another pair: %s', (path, isAnother) => {
  expect(isAnotherPair(path, { symbol: 'BTCUSDT' })).toBe(isAnother)
})
