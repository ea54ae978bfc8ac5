import { createStore } from '@x/kit'
import type { BookLevel, BookView } from '@x/market'
import { describe, expect, it } from 'vitest'
import { type BookViewOptions, bookViewStore, hasVastTotals } from './bookView.ts'
import { groupedSides } from './grouping.ts'

const ladder = (prices: readonly string[]): BookLevel[] =>
  prices.map((price, index) => ({ price, size: '1', total: String(index + 1) }))
const view = (bids: readonly string[], asks: readonly string[]): BookView => ({
  symbol: 'BTCUSDT',
  bids: ladder(bids),
  asks: ladder(asks),
  seq: 1,
  ts: 1,
  receivedAt: 1,
  status: 'live',
  gaps: 0,
  checksumFailures: 0,
})
const BOOK = view(['100.3', '100.2', '99.9', '99.8'], ['100.4', '100.6', '101.2'])
const OPTIONS: BookViewOptions = {
  tick: '0.1',
  step: '0.1',
  group: groupedSides,
  sides: 'both',
  rows: { asks: 2, bids: 3 },
}
const viewOf = (options: Partial<BookViewOptions> = {}) =>
  bookViewStore(createStore<BookView | undefined>(BOOK), { ...OPTIONS, ...options }).getState()
const prices = (levels: readonly BookLevel[]) => levels.map(({ price }) => price)

it('shows the levels that fit and their larger total', () => {
  const shown = viewOf()
  expect([prices(shown.asks), prices(shown.bids), shown.deepest]).toEqual([
    ['100.4', '100.6'],
    ['100.3', '100.2', '99.9'],
    '3',
  ])
})

it('shows one side alone with its own bars (product Spot)', () => {
  expect([viewOf({ sides: 'sell' }).bids, viewOf({ sides: 'sell' }).deepest]).toEqual([[], '2'])
  expect([viewOf({ sides: 'buy' }).asks, viewOf({ sides: 'buy' }).deepest]).toEqual([[], '3'])
})

it('rounds grouped bids down and asks up (trading 6)', () => {
  const { asks, bids } = viewOf({ step: '1' })
  expect([prices(asks), prices(bids)]).toEqual([
    ['101', '102'],
    ['100', '99'],
  ])
})

it('is empty and without depth before the first snapshot', () => {
  expect(bookViewStore(createStore<BookView | undefined>(undefined), OPTIONS).getState()).toEqual({
    asks: [],
    bids: [],
    deepest: '0',
  })
})

it('is computed once a state of the book', () => {
  const book = createStore<BookView | undefined>(BOOK)
  const shown = bookViewStore(book, OPTIONS)
  const first = shown.getState()
  expect(shown.getState()).toBe(first)
  book.setState(view(['100.1'], ['100.5']))
  expect(prices(shown.getState().bids)).toEqual(['100.1'])
})

it('is vast where a side reaches a thousand million', () => {
  const totalling = (asks: string, bids: string): BookView => ({
    ...BOOK,
    asks: [{ price: '2', size: '1', total: asks }],
    bids: [{ price: '1', size: '1', total: bids }],
  })
  expect(
    [
      totalling('999999999.999', '1'),
      totalling('1', '1000000000'),
      totalling('1000000000.5', '1'),
    ].map(hasVastTotals),
  ).toEqual([false, true, true])
  expect([hasVastTotals(undefined), hasVastTotals({ ...BOOK, asks: [], bids: [] })]).toEqual([
    false,
    false,
  ])
})

describe('the rows that fit', () => {
  it.each([
    [{ asks: 0, bids: 0 }, [], [], '0'],
    [{ asks: 1, bids: 0 }, ['100.4'], [], '1'],
    [{ asks: 9, bids: 9 }, ['100.4', '100.6', '101.2'], ['100.3', '100.2', '99.9', '99.8'], '4'],
  ] as const)('are the best of each side: %j', (rows, asks, bids, deepest) => {
    const shown = viewOf({ rows })
    expect([prices(shown.asks), prices(shown.bids), shown.deepest]).toEqual([asks, bids, deepest])
  })

  it('compares totals as numbers, not as texts', () => {
    const book = {
      ...BOOK,
      asks: [{ price: '2', size: '9', total: '9' }],
      bids: [{ price: '1', size: '10', total: '10' }],
    }
    expect(bookViewStore(createStore<BookView | undefined>(book), OPTIONS).getState().deepest).toBe(
      '10',
    )
  })

  it('shows levels by the tick while grouping is not here yet', () => {
    const { asks } = viewOf({ step: '1', group: undefined })
    expect(prices(asks)).toEqual(['100.4', '100.6'])
  })

  it('is empty again when the book is gone', () => {
    const book = createStore<BookView | undefined>(BOOK)
    const shown = bookViewStore(book, OPTIONS)
    expect(shown.getState().bids).toHaveLength(3)
    book.setState(undefined)
    expect(shown.getState()).toEqual({ asks: [], bids: [], deepest: '0' })
  })

  it('notifies its subscribers of each state', () => {
    const book = createStore<BookView | undefined>(BOOK)
    let states = 0
    const stop = bookViewStore(book, OPTIONS).subscribe(() => void states++)
    book.setState({ ...BOOK, seq: 2 })
    stop()
    book.setState({ ...BOOK, seq: 3 })
    expect(states).toBe(1)
  })
})
