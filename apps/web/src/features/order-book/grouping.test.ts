import { compare, decimal, formatDecimal, sum } from '@x/decimal'
import { createStore } from '@x/kit'
import { type BookLevel, type BookView, type MarketClient, VIEW_DEPTH } from '@x/market'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOfStep } from './decimalsOfStep.ts'
import { createGrouping, groupedSides, groupingSteps } from './grouping.ts'

describe('the steps of a book', () => {
  const ladder = (best: number, away: number, levels = VIEW_DEPTH) =>
    Array.from({ length: levels }, (_, index) => ({
      price: (best + index * away).toFixed(2),
      size: '1',
      total: '1',
    }))
  const book = (spacing: number, levels = VIEW_DEPTH) => ({
    asks: ladder(62000.01, spacing, levels),
    bids: ladder(62000, -spacing, levels),
  })
  const steps = (...[shown, known]: [Parameters<typeof groupingSteps>[1], string[]?]) =>
    groupingSteps('0.01', shown, known)

  it('are tick multiples that fill at least eight rows a side', () => {
    expect(steps(book(0.01))).toEqual(['0.01'])
    expect(steps(book(0.1))).toEqual(['0.01', '0.1', '0.5'])
    expect(steps(book(2))).toEqual(['0.01', '0.1', '0.5', '1', '5', '10'])
    for (const spacing of [0.01, 0.07, 0.5, 3, 40]) {
      for (const step of steps(book(spacing)).slice(1)) {
        expect(
          Object.values(groupedSides(book(spacing), step)).map((levels) => levels.length >= 8),
        ).toEqual([true, true])
      }
    }
  })
  it('are as coarse as the thinner side bears', () => {
    expect(steps({ asks: book(2).asks, bids: book(0.1).bids })).toEqual(['0.01', '0.1', '0.5'])
  })
  it('includes the tick itself without a book or with few levels', () => {
    expect(steps(undefined)).toEqual(['0.01'])
    expect(steps({ asks: [], bids: [] })).toEqual(['0.01'])
    expect(steps(book(1, 5))).toEqual(['0.01'])
  })
  it('keeps a known step in order where the book dropped it', () => {
    expect(steps(book(0.1), ['5'])).toEqual(['0.01', '0.1', '0.5', '5'])
  })
  it('reach further with the levels of a deep book', () => {
    expect(steps(book(0.1, 1_000))).toEqual(['0.01', '0.1', '0.5', '1', '5', '10'])
  })
  it('leave a row of a side that has shrunk since', () => {
    expect(Object.values(groupedSides(book(0.01), '100')).map((levels) => levels.length)).toEqual([
      1, 1,
    ])
  })
  it('need no decimals finer than themselves', () => {
    expect([decimalsOfStep('0.01'), decimalsOfStep('0.5'), decimalsOfStep('10')]).toEqual([2, 1, 0])
  })
})

describe('a book by steps', () => {
  const cents = (value: number): string => (value / 100).toFixed(2)
  /** Levels from the best on, in hundredths: how far each is from the last, and its size. */
  const levels = fc.array(
    fc.record({ away: fc.integer({ min: 1, max: 700 }), size: fc.integer({ min: 1, max: 500 }) }),
    { minLength: 1, maxLength: VIEW_DEPTH - 1 },
  )
  const sideOf = (
    rows: readonly { readonly away: number; readonly size: number }[],
    way: 1 | -1,
  ): readonly BookLevel[] => {
    let [price, total] = [1_000_000, 0]
    return rows.map(({ away, size }) => {
      price += way * away
      total += size
      return { price: cents(price), size: cents(size), total: cents(total) }
    })
  }
  const books = fc
    .record({ asks: levels, bids: levels })
    .map(({ asks, bids }) => ({ asks: sideOf(asks, 1), bids: sideOf(bids, -1) }))
  const steps = fc.constantFrom('0.1', '0.5', '1', '5', '10')
  const total = (side: readonly BookLevel[]): string =>
    formatDecimal(sum(side.map(({ size }) => decimal(size))), { trim: true })
  const trimmed = (text: string): string => formatDecimal(decimal(text), { trim: true })

  it('offers as much as the levels do', () => {
    fc.assert(
      fc.property(books, steps, (book, step) => {
        const grouped = groupedSides(book, step)
        for (const side of ['asks', 'bids'] as const) {
          expect(total(grouped[side])).toBe(total(book[side]))
          expect(trimmed(grouped[side].at(-1)?.total ?? '0')).toBe(total(book[side]))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('asks never less and bids never more than the levels', () => {
    fc.assert(
      fc.property(books, steps, (book, step) => {
        const { asks, bids } = groupedSides(book, step)
        const best = (side: readonly BookLevel[]) => decimal(side[0]?.price ?? '0')
        expect(compare(best(asks), best(book.asks))).toBeGreaterThanOrEqual(0)
        expect(compare(best(bids), best(book.bids))).toBeLessThanOrEqual(0)
      }),
      { numRuns: 40 },
    )
  })

  it('has each price once, best first, on multiples of the step', () => {
    fc.assert(
      fc.property(books, steps, (book, step) => {
        const { asks, bids } = groupedSides(book, step)
        for (const [side, way] of [
          [asks, 1],
          [bids, -1],
        ] as const)
          for (const [index, { price }] of side.entries()) {
            expect(Math.round(Number(price) * 100) % Math.round(Number(step) * 100)).toBe(0)
            const before = side[index - 1]
            if (before) expect(compare(decimal(price), decimal(before.price))).toBe(way)
          }
      }),
      { numRuns: 40 },
    )
  })

  it('leaves the last step of a cut book out', () => {
    const full = sideOf(
      Array.from({ length: VIEW_DEPTH }, () => ({ away: 1, size: 100 })),
      1,
    )
    const { asks } = groupedSides({ asks: full, bids: [] }, '0.1')
    // 50 levels from 10000.01 on fill five steps, of which the last may go on.
    expect(asks.map(({ price }) => trimmed(price))).toEqual([
      '10000.1',
      '10000.2',
      '10000.3',
      '10000.4',
    ])
  })
})

describe('the steps while a deep book arrives', () => {
  const sides = (count: number, away = 1) => {
    const side = (way: 1 | -1): readonly BookLevel[] =>
      Array.from({ length: count }, (_, index) => ({
        price: (60_000 + (way * (index + 1) * away) / 100).toFixed(2),
        size: '1',
        total: String(index + 1),
      }))
    return { asks: side(1), bids: side(-1) }
  }
  function bench() {
    const store = createStore<BookView | undefined>(undefined)
    const topic = () => ({ store, release: () => undefined })
    const market = { book: topic, deepBook: topic } as unknown as MarketClient
    const grouping = createGrouping(market, { symbol: 'BTCUSDT', tickSize: '0.01' })
    const stop = grouping.book.subscribe(() => undefined)
    const arrive = (count: number, away?: number) => {
      store.setState({ ...sides(count, away), seq: count, status: 'live' } as unknown as BookView)
      return grouping.steps.getState()
    }
    return { grouping, arrive, stop }
  }

  it('are the tick alone at first', () => {
    const { grouping, stop } = bench()
    expect(grouping.steps.getState()).toEqual(['0.01'])
    stop()
  })

  it('grow with the levels and never leave', () => {
    const { arrive, stop } = bench()
    expect(arrive(100)).toEqual(['0.01', '0.1'])
    expect(arrive(1_000)).toEqual(['0.01', '0.1', '0.5', '1'])
    expect(arrive(20)).toEqual(['0.01', '0.1', '0.5', '1'])
    stop()
  })

  it('stay the same list while nothing is added', () => {
    const { arrive, stop } = bench()
    const before = arrive(100)
    expect(arrive(105)).toBe(before)
    expect(arrive(200)).toBe(before)
    stop()
  })
})

describe('the multiples of a tick', () => {
  it.each([
    ['0.01', ['0.01', '0.1', '0.5', '1', '5', '10', '100']],
    [
      '0.00000001',
      ['0.00000001', '0.0000001', '0.0000005', '0.000001', '0.000005', '0.00001', '0.0001'],
    ],
    ['5', ['5', '50', '250', '500', '2500', '5000', '50000']],
  ])('are written without zeros at their end: %s', (tick, all) => {
    expect(groupingSteps(tick, undefined, all)).toEqual(all)
  })

  it.each([
    ['1', 0],
    ['0.00000001', 8],
    ['0.50', 2],
    ['10000', 0],
  ])('need as many decimals as they have: %s, %i', (step, digits) =>
    expect(decimalsOfStep(step)).toBe(digits),
  )
})
