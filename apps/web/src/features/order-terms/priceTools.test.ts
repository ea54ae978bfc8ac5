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
