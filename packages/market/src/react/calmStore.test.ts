import { createStore } from '@x/kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calmStore } from './calmStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a calm store', () => {
  const setup = () => {
    const store = createStore(0)
    const calm = calmStore(store, 250)
    const seen: number[] = []
    const stop = calm.subscribe(() => seen.push(calm.getState()))
    return { store, calm, seen, stop }
  }

  it('shows the first change at once and of those within its time only the last', () => {
    const { store, seen } = setup()
    for (const value of [1, 2, 3]) store.setState(value)
    expect(seen).toEqual([1])
    vi.advanceTimersByTime(499)
    expect(seen).toEqual([1])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([1, 3])
    vi.advanceTimersByTime(1_000)
    store.setState(5)
    expect(seen).toEqual([1, 3, 5])
  })

  it('beats together with every other: what changed at different moments is shown in the same frame from the next beat on', () => {
    vi.setSystemTime(0)
    const [early, late] = [createStore(0), createStore(0)]
    const frames: string[] = []
    const [calmEarly, calmLate] = [calmStore(early, 250), calmStore(late, 250)]
    calmEarly.subscribe(() => frames.push(`early ${performance.now()}`))
    calmLate.subscribe(() => frames.push(`late ${performance.now()}`))
    const frame = (...stores: (typeof early)[]) => {
      for (const store of stores) store.setState(store.getState() + 1)
    }
    vi.advanceTimersByTime(10)
    const from = performance.now()
    frame(early)
    vi.advanceTimersByTime(100)
    frame(late)
    for (let at = 110; at < 1_000; at += 10) {
      vi.advanceTimersByTime(10)
      frame(early, late)
    }
    const shown = (name: string) =>
      frames
        .filter((line) => line.startsWith(name))
        .map((line) => Number(line.split(' ')[1]) - from)
    expect(shown('late').slice(1)).toEqual(shown('early').slice(1))
    expect(
      shown('early')
        .slice(1)
        .map((at, index, all) => at - (all[index - 1] ?? at)),
    ).toEqual([0, 250, 250, 250].slice(0, shown('early').length - 1))
  })

  it("goes with the store's own change once its time is over, and not beside it", () => {
    const { store, seen } = setup()
    store.setState(1)
    store.setState(2)
    vi.advanceTimersByTime(260)
    store.setState(3)
    expect(seen).toEqual([1, 3])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('holds still between two showings, as React asks of a store', () => {
    const { store, calm } = setup()
    store.setState(1)
    store.setState(2)
    expect(calm.getState()).toBe(1)
  })

  it('leaves no timer and no listener behind, and begins anew with what is then', () => {
    const { store, calm, seen, stop } = setup()
    store.setState(1)
    store.setState(2)
    stop()
    stop()
    expect(vi.getTimerCount()).toBe(0)
    store.setState(3)
    calm.subscribe(() => seen.push(calm.getState()))
    expect(calm.getState()).toBe(3)
    expect(seen).toEqual([1])
  })
})
