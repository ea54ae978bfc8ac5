import { createStore } from '@x/kit'
import { describe, expect, it } from 'vitest'
import type { BookView } from '../model.ts'
import { subscribingStore } from './subscribingStore.ts'
import { trustStore } from './trustStore.ts'

function setup() {
  const store = createStore(1)
  const counts = { subscribed: 0, released: 0 }
  const lazy = subscribingStore(() => {
    counts.subscribed++
    return { store, release: () => void counts.released++ }
  }, 'none')
  return { store, counts, lazy }
}

describe('a store that subscribes when it is listened to', () => {
  it('has no effect by being read', () => {
    const { counts, lazy } = setup()
    expect([lazy.getState(), counts]).toEqual(['none', { subscribed: 0, released: 0 }])
  })

  it('subscribes once for all its listeners, and lets go once, with the last', () => {
    const { store, counts, lazy } = setup()
    const heard: unknown[] = []
    const stops = [1, 2, 3].map(() => lazy.subscribe(() => heard.push(lazy.getState())))
    store.setState(2)
    expect([heard, counts]).toEqual([[2, 2, 2], { subscribed: 1, released: 0 }])
    stops[0]?.()
    stops[1]?.()
    expect([lazy.getState(), counts.released]).toEqual([2, 0])
    stops[2]?.()
    expect([lazy.getState(), counts]).toEqual(['none', { subscribed: 1, released: 1 }])
  })

  it('subscribes anew after it let go', () => {
    const { counts, lazy } = setup()
    lazy.subscribe(() => {})()
    const stop = lazy.subscribe(() => {})
    expect([lazy.getState(), counts]).toEqual([1, { subscribed: 2, released: 1 }])
    stop()
    expect(counts.released).toBe(2)
  })
})

describe('how far a book can be believed', () => {
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

  it('is one value as long as the status is one, and tells since when', () => {
    const book = createStore<BookView | undefined>(undefined)
    const trust = trustStore(book)
    expect(trust.getState()).toBeUndefined()
    book.setState(view('live', 5))
    const first = trust.getState()
    expect(first).toEqual({ status: 'live', receivedAt: 5 })
    book.setState(view('live', 6))
    expect(trust.getState()).toBe(first)
    book.setState(view('stale', 6))
    expect(trust.getState()).toEqual({ status: 'stale', receivedAt: 6 })
    book.setState(undefined)
    expect(trust.getState()).toBeUndefined()
  })
})
