import { legacy_createStore, type UnknownAction } from 'redux'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareAutoBatched } from '@reduxjs/toolkit'
import { batchNotifications } from './batchNotifications.ts'

const soon = { type: 'soon', ...prepareAutoBatched<number>()(1) }
const now = { type: 'now' }
const MAX_WAIT_MS = 100

const createCounter = () => {
  const store = legacy_createStore(
    (state: number = 0, { type }: UnknownAction) =>
      /^(?:soon|now)$/.test(type) ? state + 1 : state,
    batchNotifications,
  )
  const seen: number[] = []
  const stop = store.subscribe(() => void seen.push(store.getState()))
  return { store, seen, stop }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('the store', () => {
  it('notifies late and once of low-priority actions', () => {
    const { store, seen } = createCounter()
    for (let time = 0; time < 3; time++) store.dispatch(soon)
    expect([seen, store.getState()]).toEqual([[], 3])
    vi.advanceTimersByTime(MAX_WAIT_MS)
    expect(seen).toEqual([3])
  })
  it('notifies at once of any other action', () => {
    const { store, seen } = createCounter()
    store.dispatch(soon)
    store.dispatch(now)
    vi.advanceTimersByTime(MAX_WAIT_MS)
    expect(seen).toEqual([2])
  })
  it('notifies again of what follows', () => {
    const { store, seen } = createCounter()
    store.dispatch(soon)
    vi.advanceTimersByTime(MAX_WAIT_MS)
    store.dispatch(soon)
    vi.advanceTimersByTime(MAX_WAIT_MS)
    expect(seen).toEqual([1, 2])
  })
  it('notifies nobody who has unsubscribed', () => {
    const { store, seen, stop } = createCounter()
    store.dispatch(soon)
    stop()
    store.dispatch(now)
    vi.advanceTimersByTime(MAX_WAIT_MS)
    expect(seen).toEqual([])
  })
})
