import { describe, expect, it } from 'vitest'
import { createDisplayedMarket } from '../../market-data/book/createDisplayedMarket.ts'
import { createFeedQuotes, ownQuote } from './constituents.ts'
import { priceIndex, type Quote } from './priceIndex.ts'

const NOW = Date.UTC(2026, 0, 5, 7)
const quote = (name: string, price: string, more: Partial<Quote> = {}): Quote => ({
  name,
  price,
  weight: '1',
  at: NOW,
  ...more,
})
const indexOf = (...quotes: readonly Quote[]) => priceIndex(quotes, { at: NOW, pricePlace: 1 })

describe('priceIndex', () => {
  it('takes the median of its constituents (futures 5)', () => {
    expect(indexOf(quote('a', '60000'), quote('b', '60010'), quote('c', '60500'))).toBe(600_100)
  })

  it('weighs constituents, and takes the middle at exactly half (futures 5)', () => {
    const heavy = quote('a', '60000', { weight: '2' })
    expect(indexOf(heavy, quote('b', '60010'))).toBe(600_000)
    expect(indexOf(heavy, quote('b', '60010'), quote('c', '60020'))).toBe(600_050)
  })

  it('rounds to the tick, halves away from zero (futures 5)', () => {
    expect(indexOf(quote('a', '60000.05'))).toBe(600_001)
    expect(indexOf(quote('a', '60000.04'))).toBe(600_000)
  })

  it('leaves out quotes older than ten seconds (futures 5)', () => {
    const old = (ms: number) => quote('a', '60000', { at: NOW - ms })
    expect(indexOf(old(10_000))).toBe(600_000)
    expect(indexOf(old(10_001))).toBeUndefined()
    expect(indexOf(old(10_001), quote('b', '60100'))).toBe(601_000)
  })

  it('leaves out quotes from before the clock was set back (futures 5)', () => {
    expect(indexOf(quote('a', '60000', { at: NOW + 1_000 }))).toBe(600_000)
    expect(indexOf(quote('a', '60000', { at: NOW + 3_600_000 }))).toBeUndefined()
  })

  it('leaves out quotes over five per cent from the median (futures 5)', () => {
    const two = [quote('a', '100'), quote('b', '101')]
    expect(indexOf(...two, quote('c', '105'), quote('d', '300'))).toBe(1010)
    expect(indexOf(...two, quote('c', '106.05'))).toBe(1010)
    expect(indexOf(quote('a', '100'), quote('b', '100'), quote('c', '105.1'))).toBe(1000)
  })

  it('has no index without a quote (futures 5, futures 14)', () => {
    expect(indexOf()).toBeUndefined()
    // Two that contradict each other by more than 10 % leave none near their middle.
    expect(indexOf(quote('a', '100'), quote('b', '200'))).toBeUndefined()
  })
})

describe('constituents', () => {
  it('reads the middle of the own pair, a thousand units of SHIB (futures 5)', () => {
    const market = createDisplayedMarket({ symbols: ['SHIBUSDT'], liveTrading: true })
    const pair = { symbol: 'SHIBUSDT', pricePlace: 8, multiple: '1000' }
    expect(ownQuote(market, { pair, at: NOW })).toBeUndefined()
    market.onLevel('SHIBUSDT', 'buy', 1396, 5)
    expect(ownQuote(market, { pair, at: NOW })).toBeUndefined()
    market.onLevel('SHIBUSDT', 'sell', 1399, 5)
    const found = ownQuote(market, { pair, at: NOW })
    expect(found).toMatchObject({ name: 'own', at: NOW })
    expect(priceIndex(found ? [found] : [], { at: NOW, pricePlace: 6 })).toBe(13_975)
    market.setStatus('SHIBUSDT', 'paused')
    expect(ownQuote(market, { pair, at: NOW })).toBeUndefined()
  })

  it('reads a feed as old as its last change (futures 5)', () => {
    let now = NOW
    const market = createDisplayedMarket({ symbols: ['BTCUSDT'], liveTrading: true })
    const feed = createFeedQuotes({ market, name: 'binance', now: () => now })
    const pair = { symbol: 'BTCUSDT', pricePlace: 2, weight: '2' }
    market.onLevel('BTCUSDT', 'buy', 5_999_900, 1)
    market.onLevel('BTCUSDT', 'sell', 6_000_100, 1)
    now = NOW + 7_000
    const quoted = feed.quote(pair)
    expect(quoted).toMatchObject({ name: 'binance', weight: '2', at: NOW })
    expect(priceIndex(quoted ? [quoted] : [], { at: now, pricePlace: 1 })).toBe(600_000)
    market.onTrade({ symbol: 'BTCUSDT', ticks: 1, lots: 1, takerSide: 'buy', at: now })
    expect(feed.quote(pair)?.at).toBe(now)
    feed.stop()
    now = NOW + 20_000
    market.onLevel('BTCUSDT', 'buy', 5_999_901, 1)
    const old = feed.quote(pair)
    expect(priceIndex(old ? [old] : [], { at: now, pricePlace: 1 })).toBeUndefined()
  })
})
