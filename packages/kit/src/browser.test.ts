import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserClock, browserConnectivityHints } from './browser.ts'

describe('browserClock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads wall and monotonic time in milliseconds', () => {
    vi.setSystemTime(1_732_238_512_345)
    const clock = browserClock()
    const before = clock.monotonic()
    vi.advanceTimersByTime(250)
    expect(clock.now()).toBe(1_732_238_512_595)
    expect(clock.monotonic() - before).toBeCloseTo(250)
  })

  it('runs once after the delay', () => {
    const run = vi.fn()
    browserClock().after(1000, run)
    vi.advanceTimersByTime(999)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5000)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('does not run once cancelled', () => {
    const run = vi.fn()
    const timer = browserClock().after(1000, run)
    timer.cancel()
    vi.advanceTimersByTime(2000)
    expect(run).not.toHaveBeenCalled()
  })

  it('waits out a delay of 30 days, which overflows the platform timer', () => {
    const run = vi.fn()
    const days30 = 30 * 86_400_000
    browserClock().after(days30, run)
    vi.advanceTimersByTime(days30 - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('cancels a long delay after its first leg too', () => {
    const run = vi.fn()
    const timer = browserClock().after(60 * 86_400_000, run)
    vi.advanceTimersByTime(40 * 86_400_000)
    timer.cancel()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(40 * 86_400_000)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('browserConnectivityHints', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('calls for network and page events until unsubscribed', () => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    const listener = vi.fn<() => void>()
    const unsubscribe = browserConnectivityHints().subscribe(listener)
    const dispatchAll = () =>
      ['online', 'offline', 'visibilitychange', 'pageshow', 'focus', 'blur'].forEach((name) =>
        page.dispatchEvent(new Event(name)),
      )
    dispatchAll()
    expect(listener).toHaveBeenCalledTimes(5)
    unsubscribe()
    dispatchAll()
    expect(listener).toHaveBeenCalledTimes(5)
  })
})
