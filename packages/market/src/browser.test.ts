import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserFrame, browserWake } from './browser.ts'

let frames: Map<number, () => void>

beforeEach(() => {
  frames = new Map()
  let last = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => (frames.set(++last, run), last))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function draw(): void {
  const due = [...frames.values()]
  frames.clear()
  for (const run of due) run()
}

it('tells of the network that goes and comes, of a page that comes back, and of nothing once nobody listens', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const heard = vi.fn<() => void>()
  const stop = browserWake().subscribe(heard)
  const all = () =>
    ['online', 'offline', 'visibilitychange', 'pageshow', 'focus', 'blur'].forEach((name) =>
      page.dispatchEvent(new Event(name)),
    )
  all()
  expect(heard).toHaveBeenCalledTimes(5)
  stop()
  all()
  expect(heard).toHaveBeenCalledTimes(5)
})

it('runs a task with the next frame, once', () => {
  const run = vi.fn<() => void>()
  browserFrame().request(run)
  expect(run).not.toHaveBeenCalled()
  draw()
  draw()
  vi.advanceTimersByTime(5_000)
  expect(run).toHaveBeenCalledOnce()
})

it('runs what no frame comes for after a second, for a hidden page draws none', () => {
  const frame = browserFrame()
  const run = vi.fn<() => void>(() => void (run.mock.calls.length < 3 && frame.request(run)))
  frame.request(run)
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(3)
  expect(frames.size, 'what ran without a frame gives its frame back').toBe(0)
})

it('gives a task its whole second, also when it was asked for while others waited', () => {
  const frame = browserFrame()
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  frame.request(first)
  vi.advanceTimersByTime(600)
  frame.request(second)
  vi.advanceTimersByTime(400)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
  vi.advanceTimersByTime(600)
  expect(second).toHaveBeenCalledOnce()
})

it('keeps one timer for all frames, and none once nothing waits', () => {
  const frame = browserFrame()
  for (let index = 0; index < 60; index++) {
    frame.request(() => {})
    expect(vi.getTimerCount()).toBe(1)
    draw()
  }
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

it('forgets a task that was cancelled', () => {
  const run = vi.fn<() => void>()
  browserFrame().request(run).cancel()
  draw()
  vi.advanceTimersByTime(5_000)
  expect(run).not.toHaveBeenCalled()
})
