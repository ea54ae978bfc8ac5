import { createStore } from '@x/kit'
import { describe, expect, it } from 'vitest'
import type { BookView } from '../model.ts'
import { bookStatusStore } from './bookStatusStore.ts'
import { subscribingStore } from './subscribingStore.ts'

function setup() {
  const store = createStore(1)
  const counts = { subscribed: 0, released: 0 }
  const lazy = subscribingStore(() => {
    counts.subscribed++
    return { store, release: () => void counts.released++ }
  }, 'none')
  return { store, counts, lazy }
}

describe('subscribingStore', () => {
  it('has no effect when read', () => {
    const { counts, lazy } = setup()
    expect([lazy.getState(), counts]).toEqual(['none', { subscribed: 0, released: 0 }])
  })

  it('subscribes once for all listeners and releases with the last', () => {
    const { store, counts, lazy } = setup()
    const seen: unknown[] = []
    const stops = [1, 2, 3].map(() => lazy.subscribe(() => seen.push(lazy.getState())))
    store.setState(2)
    expect([seen, counts]).toEqual([[2, 2, 2], { subscribed: 1, released: 0 }])
    stops[0]?.()
    stops[1]?.()
    expect([lazy.getState(), counts.released]).toEqual([2, 0])
    stops[2]?.()
    expect([lazy.getState(), counts]).toEqual(['none', { subscribed: 1, released: 1 }])
  })

  it('subscribes anew after a release', () => {
    const { counts, lazy } = setup()
    lazy.subscribe(() => {})()
    const stop = lazy.subscribe(() => {})
    expect([lazy.getState(), counts]).toEqual([1, { subscribed: 2, released: 1 }])
    stop()
    expect(counts.released).toBe(2)
  })
})

describe('bookStatusStore', () => {
  const view = (status: BookView['status'], receivedAt: number): BookView => ({
    symbol: 'BTCUSDT',
    bids: [],
    asks: [],
    seq: receivedAt,
    ts: 0,
    receivedAt,
    status,
    gaps: 0,
    checksumFailures: 0,
  })

  it('keeps its state while the status stays the same', () => {
    const book = createStore<BookView | undefined>(undefined)
    const bookStatus = bookStatusStore(book)
    expect(bookStatus.getState()).toBeUndefined()
    book.setState(view('live', 5))
    const first = bookStatus.getState()
    expect(first).toEqual({ status: 'live', receivedAt: 5 })
    book.setState(view('live', 6))
    expect(bookStatus.getState()).toBe(first)
    book.setState(view('stale', 6))
    expect(bookStatus.getState()).toEqual({ status: 'stale', receivedAt: 6 })
    book.setState(undefined)
    expect(bookStatus.getState()).toBeUndefined()
  })
})
