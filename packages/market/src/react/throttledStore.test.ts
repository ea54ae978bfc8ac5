import { createStore } from '@x/kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttledStore } from './throttledStore.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('throttledStore', () => {
  const setup = () => {
    const store = createStore(0)
    const throttled = throttledStore(store, 250)
    const seen: number[] = []
    const stop = throttled.subscribe(() => seen.push(throttled.getState()))
    return { store, throttled, seen, stop }
  }

  it('publishes the first change at once and the last of an interval', () => {
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

  it('aligns its intervals with those of other stores', () => {
    vi.setSystemTime(0)
    const [early, late] = [createStore(0), createStore(0)]
    const frames: string[] = []
    const [throttledEarly, throttledLate] = [throttledStore(early, 250), throttledStore(late, 250)]
    throttledEarly.subscribe(() => frames.push(`early ${performance.now()}`))
    throttledLate.subscribe(() => frames.push(`late ${performance.now()}`))
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

  it('publishes what one frame changed together, though the interval ends within it', () => {
    const [first, second] = [createStore(0), createStore(0)]
    const [shownFirst, shownSecond] = [throttledStore(first, 250), throttledStore(second, 250)]
    const stops = [shownFirst, shownSecond].map((shown) => shown.subscribe(() => {}))
    const shown = () => [shownFirst.getState(), shownSecond.getState()]
    const frame = (value: number, betweenMs: number) => {
      first.setState(value)
      vi.advanceTimersByTime(betweenMs)
      second.setState(value)
    }
    frame(1, 0)
    vi.advanceTimersByTime(249 - (performance.now() % 250))
    frame(2, 2)
    expect(shown()).toEqual([2, 2])
    frame(3, 0)
    expect(shown()).toEqual([2, 2])
    for (const stop of stops) stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("publishes with the store's own change after the interval", () => {
    const { store, seen } = setup()
    store.setState(1)
    store.setState(2)
    vi.advanceTimersByTime(260)
    store.setState(3)
    expect(seen).toEqual([1, 3])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns the same state between two changes', () => {
    const { store, throttled } = setup()
    store.setState(1)
    store.setState(2)
    expect(throttled.getState()).toBe(1)
  })

  it('leaves no timer behind and restarts from the current state', () => {
    const { store, throttled, seen, stop } = setup()
    store.setState(1)
    store.setState(2)
    stop()
    stop()
    expect(vi.getTimerCount()).toBe(0)
    store.setState(3)
    throttled.subscribe(() => seen.push(throttled.getState()))
    expect(throttled.getState()).toBe(3)
    expect(seen).toEqual([1])
  })
})
