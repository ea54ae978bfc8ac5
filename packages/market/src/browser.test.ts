import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browserFrame } from './browser.ts'

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

it('runs a task once, with the next frame', () => {
  const run = vi.fn<() => void>()
  browserFrame().request(run)
  expect(run).not.toHaveBeenCalled()
  draw()
  draw()
  vi.advanceTimersByTime(5_000)
  expect(run).toHaveBeenCalledOnce()
})

it('runs a task after one second where no frame is drawn', () => {
  const frame = browserFrame()
  const run = vi.fn<() => void>(() => void (run.mock.calls.length < 3 && frame.request(run)))
  frame.request(run)
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(3)
  expect(frames.size, 'the frame of a task that ran late is cancelled').toBe(0)
})

it('counts the second of each task by itself', () => {
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

it('keeps one timer for all tasks, and none without tasks', () => {
  const frame = browserFrame()
  for (let index = 0; index < 60; index++) {
    frame.request(() => {})
    expect(vi.getTimerCount()).toBe(1)
    draw()
  }
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(0)
})

it('does not run a cancelled task', () => {
  const run = vi.fn<() => void>()
  browserFrame().request(run).cancel()
  draw()
  vi.advanceTimersByTime(5_000)
  expect(run).not.toHaveBeenCalled()
})

it('runs a task after 16 ms on a server, unless cancelled', () => {
  vi.unstubAllGlobals()
  const [run, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()]
  browserFrame().request(run)
  browserFrame().request(cancelled).cancel()
  vi.advanceTimersByTime(15)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
  expect(cancelled).not.toHaveBeenCalled()
})
