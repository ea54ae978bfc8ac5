import type { BookView } from '@x/market'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitAt, priceAt, queuePrice } from './priceTools.ts'

const level = (price: string) => ({ price, size: '1', total: '1' })
const book = {
  bids: ['100', '99', '98'].map(level),
  asks: ['101', '102'].map(level),
} as unknown as BookView

describe('the price of a place in the book', () => {
  it('counts levels from the best one', () => {
    expect(queuePrice(book, { side: 'bids', level: 1 })).toBe('100')
    expect(queuePrice(book, { side: 'bids', level: 3 })).toBe('98')
    expect(queuePrice(book, { side: 'asks', level: 2 })).toBe('102')
  })

  it('is unknown beyond the last level and without a book', () => {
    expect(queuePrice(book, { side: 'asks', level: 5 })).toBeUndefined()
    expect(queuePrice(undefined, { side: 'bids', level: 1 })).toBeUndefined()
  })
})

describe('a price in percent from another', () => {
  it.each([
    ['1', '60600.00'],
    ['-0.5', '59700.00'],
    ['0.001', '60000.60'],
    ['-100', undefined],
    ['-150', undefined],
    ['abc', undefined],
  ])('moves 60,000 by %s percent', (percent, expected) => {
    expect(priceAt(percent, { price: '60000', tickSize: '0.01' })).toBe(expected)
  })

  it('is unknown without a price', () =>
    expect(priceAt('1', { price: undefined, tickSize: '0.01' })).toBeUndefined())

  it('lies on the tick for every percentage', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999, max: 9_999 }),
        fc.integer({ min: 100, max: 10_000_000 }),
        (hundredths, cents) => {
          const price = priceAt((hundredths / 100).toFixed(2), {
            price: (cents / 100).toFixed(2),
            tickSize: '0.05',
          })
          if (price !== undefined) expect(Math.round(Number(price) * 100) % 5).toBe(0)
        },
      ),
    )
  })
})

describe('an exit in percent of its entry', () => {
  const entry = { price: '100', tickSize: '0.01' }
  it.each([
    ['takeProfit', 'buy', '105.00'],
    ['stopLoss', 'buy', '95.00'],
    ['takeProfit', 'sell', '95.00'],
    ['stopLoss', 'sell', '105.00'],
  ] as const)('puts a %s of a %s on its side', (exit, side, expected) => {
    expect(exitAt('5', { exit, side, ...entry })).toBe(expected)
  })

  it('is empty for a text that is no number', () =>
    expect(exitAt('', { exit: 'stopLoss', side: 'buy', ...entry })).toBeUndefined())
})

describe('a percent and its price', () => {
  it.each([
    ['0.01', '0.00000001', '100', '0.02000000'],
    ['0.00000003', '0.00000001', '50', '0.00000005'],
    ['60000', '0.5', '0.0004', '60000.0'],
    ['60000', '0.5', '0.0005', '60000.5'],
    ['1', '1', '-50', '1'],
    ['1', '1', '-50.1', undefined],
  ])('moves %s on a tick of %s by %s percent to %s', (price, tickSize, percent, moved) => {
    expect(priceAt(percent, { price, tickSize })).toBe(moved)
  })

  it.each(['', 'abc', '1,5'])('is unknown for the price %o', (price) => {
    expect(priceAt('1', { price, tickSize: '0.01' })).toBeUndefined()
  })

  it('puts both exits of a side equally far from their entry', () => {
    const cents = fc.integer({ min: 10_000, max: 10_000_000 })
    const percent = fc.integer({ min: 1, max: 99 })
    fc.assert(
      fc.property(cents, percent, fc.constantFrom('buy', 'sell'), (units, by, side) => {
        const price = (units / 100).toFixed(2)
        const at = (exit: 'takeProfit' | 'stopLoss') =>
          Math.round(
            Number(exitAt(String(by), { exit, side, price, tickSize: '0.01' }) ?? '0') * 100,
          )
        const [gain, loss] = [at('takeProfit') - units, at('stopLoss') - units]
        expect(gain > 0).toBe(side === 'buy')
        // Half a cent is rounded up on both sides.
        expect(Math.abs(gain + loss)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
