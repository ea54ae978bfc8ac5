import { expect, it } from 'vitest'
import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../../market-data/book/createDisplayedMarket.ts'
import { createMarketLog } from '../tradeLog.ts'
import { depthView } from './depthView.ts'

function pairAt(index: number): Instrument {
  const spec = SPOT_SYMBOLS[index]
  if (!spec) throw new Error('No such pair')
  return spec
}
const pair = pairAt(0)
const other = pairAt(1)

function open() {
  const symbols = [pair.id, other.id]
  const market = createDisplayedMarket({ symbols, liveTrading: true })
  const marketLog = createMarketLog({ market, now: () => 1 })
  let books = 0
  const counted = {
    book: (id: string, depth: number) => (books++, market.book(id, depth)),
    deepBook: (id: string, depth: number) => (books++, market.deepBook(id, depth)),
  }
  return {
    market,
    marketLog,
    books: () => books,
    view: (limit: number, spec = pair) => depthView(spec, { market: counted, marketLog, limit }),
  }
}

it('makes one view for all who ask between two changes', () => {
  const { market, view, books } = open()
  market.onLevel(pair.id, 'buy', 100, 7)
  const first = view(100)
  expect([first.bids.length, Object.isFrozen(first)]).toEqual([1, true])
  expect([view(100) === first, view(100, other) === first, books()]).toEqual([true, false, 2])
  expect([view(20) === first, view(20).bids, books()]).toEqual([false, first.bids, 3])
})

it('shows each change at once, under a number of its own', () => {
  const { market, view } = open()
  market.onLevel(pair.id, 'buy', 100, 7)
  const before = view(100)
  market.onLevel(pair.id, 'sell', 101, 3)
  const after = view(100)
  market.onLevel(pair.id, 'buy', 100, 0)
  const last = view(100)
  expect([before, after, last].map(({ bids, asks }) => [bids.length, asks.length])).toEqual([
    [1, 0],
    [1, 1],
    [0, 1],
  ])
  expect(after.lastUpdateId).toBe(before.lastUpdateId + 1)
  market.rebuild(pair.id)
  expect([view(100).asks, view(100).lastUpdateId > last.lastUpdateId]).toEqual([[], true])
})

it('notifies the source of depths that nobody quotes unasked', () => {
  const { market, view } = open()
  const read: string[] = []
  market.subscribe({ deepRead: (symbol) => void read.push(symbol) })
  view(100)
  expect(read).toEqual([])
  view(101)
  expect(read).toEqual([pair.id])
})

it('keeps nothing for depths that few ask for', () => {
  const { view, books } = open()
  for (let limit = 101; limit < 111; limit++) expect(view(limit)).not.toBe(view(limit))
  expect(books()).toBe(20)
})
