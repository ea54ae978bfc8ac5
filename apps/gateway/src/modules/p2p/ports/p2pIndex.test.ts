import { describe, expect, it } from 'vitest'
import type { AdvertTerms } from '../../../exchange/state/p2pState.ts'
import { createP2pIndex, priceText } from './p2pIndex.ts'

/** Fiat for a whole coin has eight decimals. */
const ONE = 10n ** 8n
const index = (
  rates: Readonly<Record<string, string>> = { USD: '1', EUR: '0.92', VND: '25000', JPY: '0' },
  ticks: number | undefined = 5_000_000,
) =>
  createP2pIndex({
    market: { lastTicks: (symbol) => (symbol === 'BTCUSDT' ? ticks : undefined) },
    rates: { rates } as never,
  })
const terms = (changes: Partial<AdvertTerms>) =>
  ({ price: null, marginBp: null, ...changes }) as AdvertTerms

describe('the index of P2P trading (products 2)', () => {
  it.each([
    ['USDT', 'USD', ONE],
    ['USDT', 'EUR', 92_000_000n],
    ['USDT', 'VND', 25_000n * ONE],
    ['BTC', 'USD', 50_000n * ONE],
    ['BTC', 'EUR', 46_000n * ONE],
  ])('is for %s in %s %d', (asset, fiat, price) => {
    expect(index().of(asset, fiat)).toBe(price)
  })

  it.each([
    ['a currency without a rate', 'USDT', 'CHF'],
    ['a rate of nothing', 'USDT', 'JPY'],
    ['a coin without a price', 'ETH', 'USD'],
    ['an asset without a pair', 'NONE', 'USD'],
  ])('is unknown for %s', (_, asset, fiat) => {
    expect(index().of(asset, fiat)).toBeUndefined()
  })

  it('is unknown where a rate is no number', () => {
    for (const rate of ['', 'x', '1e3', '0.000000001'])
      expect(index({ USD: rate }).of('USDT', 'USD')).toBeUndefined()
  })

  it('is cut, never rounded up', () => {
    // 0.01 USDT for a coin, and a rate of eight decimals.
    expect(index({ EUR: '0.00000199' }, 1).of('BTC', 'EUR')).toBe(1n)
    expect(index({ EUR: '0.00000099' }, 1).of('BTC', 'EUR')).toBeUndefined()
  })
})

describe('the price of an advert (products 2)', () => {
  const priceOf = (changes: Partial<AdvertTerms>, asset = 'BTC', fiat = 'USD') =>
    index().priceOf({ asset, fiat, terms: terms(changes) })

  it('is the one that was set, whatever the index is', () => {
    expect(priceOf({ price: '123' })).toBe(123n)
    expect(priceOf({ price: '123' }, 'NONE', 'XXX')).toBe(123n)
  })

  it.each([
    [null, 50_000n * ONE],
    [0, 50_000n * ONE],
    [100, 50_500n * ONE],
    [-100, 49_500n * ONE],
    [1, 50_005n * ONE],
  ])('follows the index by a margin of %s basis points', (marginBp, price) => {
    expect(priceOf({ marginBp } as never)).toBe(price)
  })

  it('is unknown where the margin leaves nothing', () => {
    expect(priceOf({ marginBp: -10_000 } as never)).toBeUndefined()
  })

  it('is unknown without an index', () => {
    expect(priceOf({ marginBp: 100 } as never, 'ETH')).toBeUndefined()
  })

  it.each([
    [0n, '0'],
    [1n, '0.00000001'],
    [50_000n * ONE, '50000'],
    [92_000_000n, '0.92'],
  ])('is written without zeros that say nothing: %d', (price, text) => {
    expect(priceText(price)).toBe(text)
  })
})
