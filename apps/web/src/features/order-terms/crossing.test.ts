import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossingOf, isFarther } from './crossing.ts'

const spec = { tickSize: '0.01', stepSize: '0.00001' }
const level = (price: string, size: string) => ({ price, size, total: size })
const book = {
  asks: [level('100', '1'), level('101', '1'), level('110', '5')],
  bids: [level('99', '2'), level('98', '2')],
} as never
const buy = (price: string, size: string) =>
  crossingOf({ side: 'buy', price, size }, { book, spec })

describe('what of a limit order trades at once', () => {
  it('is nothing below the best price of the other side (OT2)', () => {
    expect(buy('99.99', '1')).toBeUndefined()
    expect(crossingOf({ side: 'sell', price: '99.01', size: '1' }, { book, spec })).toBeUndefined()
  })

  it('is nothing where nobody offers the other side (OT2)', () => {
    expect(
      crossingOf({ side: 'buy', price: '100', size: '1' }, { book: { asks: [], bids: [] }, spec }),
    ).toBeUndefined()
    expect(
      crossingOf({ side: 'buy', price: '100', size: '1' }, { book: undefined, spec }),
    ).toBeUndefined()
  })

  it('is filled level by level up to the limit, the rest stays (OT2)', () => {
    expect(buy('101', '3')).toEqual({
      best: '100',
      average: '100.50',
      filledBase: '2',
      filledQuote: '201',
      restBase: '1',
      isComplete: false,
      isBeyondBook: false,
      throughPercent: '1.00',
      isFar: false,
      isKilled: false,
    })
    expect(buy('113', '3')).toMatchObject({
      average: '103.67',
      restBase: '0',
      isComplete: true,
      throughPercent: '13.00',
      isFar: true,
    })
  })

  it('says that a size beyond the visible book is understated (OT2)', () => {
    const asks = Array.from({ length: 50 }, (_, index) => level(String(100 + index), '1'))
    const beyond = (price: string, size: string, levels = asks) =>
      crossingOf({ side: 'buy', price, size }, { book: { asks: levels, bids: [] }, spec })
        ?.isBeyondBook
    expect(beyond('200', '60')).toBe(true)
    // It fits, its limit ends within the book, or the book shows every level.
    expect([
      beyond('200', '50'),
      beyond('120', '60'),
      beyond('200', '60', asks.slice(0, 49)),
    ]).toEqual([false, false, false])
  })

  it('is far beyond one percent from the best price (OT2)', () => {
    expect([buy('101', '1')?.isFar, buy('101.01', '1')?.isFar]).toEqual([false, true])
    const sell = (price: string) => crossingOf({ side: 'sell', price, size: '1' }, { book, spec })
    expect([sell('98.01')?.isFar, sell('98')?.isFar]).toEqual([false, true])
    expect(sell('98')?.throughPercent).toBe('1.01')
  })
})

describe('a limit order that takes a part of the book', () => {
  const sell = (price: string, size: string) =>
    crossingOf({ side: 'sell', price, size }, { book, spec })

  it('sells down to its limit and no further (OT2)', () => {
    expect(sell('99', '5')).toMatchObject({ filledBase: '2', restBase: '3', average: '99.00' })
    expect(sell('98', '3')).toMatchObject({
      filledBase: '3',
      filledQuote: '296',
      average: '98.67',
      isComplete: true,
    })
  })

  it('trades in full at the best price where that has enough', () => {
    expect(buy('105', '0.4')).toMatchObject({
      average: '100.00',
      filledQuote: '40',
      restBase: '0',
      throughPercent: '5.00',
    })
  })

  it.each([
    ['101', '3', true],
    ['101', '2', false],
    ['113', '3', false],
  ])('is killed where it must fill %s for %s and cannot: %s', (price, size, isKilled) => {
    const found = crossingOf({ side: 'buy', price, size, isFillOrKill: true }, { book, spec })
    expect(found?.isKilled).toBe(isKilled)
  })

  it('compares distances beyond a percent, not the prices', () => {
    const far = (now: string, before: string) =>
      isFarther({ throughPercent: now }, { throughPercent: before })
    expect([far('3', '2'), far('3.01', '2'), far('10', '9.5'), far('2', '10')]).toEqual([
      false,
      true,
      false,
      false,
    ])
  })

  it('splits an order into what fills within its limit and what rests', () => {
    const thousandths = fc.integer({ min: 1, max: 9_000 })
    fc.assert(
      fc.property(thousandths, fc.integer({ min: 100, max: 120 }), (size, price) => {
        const found = buy(String(price), (size / 1_000).toFixed(3))
        if (!found) return expect(price).toBeLessThan(100)
        const parts = [found.filledBase, found.restBase].map((text) =>
          Math.round(Number(text) * 1_000),
        )
        expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(size)
        expect(Number(found.average)).toBeLessThanOrEqual(price)
        expect(Number(found.average)).toBeGreaterThanOrEqual(100)
        expect(found.isComplete).toBe(parts[1] === 0)
        return undefined
      }),
    )
  })
})
