import { describe, expect, it } from 'vitest'
import { crossingOf } from './crossing.ts'

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
