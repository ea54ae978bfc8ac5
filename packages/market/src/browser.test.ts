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

it('runs all tasks in one callback of the frame', () => {
  const frame = browserFrame()
  const ran: number[] = []
  for (const index of [0, 1, 2]) frame.request(() => ran.push(index))
  expect(frames.size).toBe(1)
  draw()
  expect(ran).toEqual([0, 1, 2])
})

it('leaves what a task asks for to the next frame', () => {
  const frame = browserFrame()
  const next = vi.fn<() => void>()
  frame.request(() => frame.request(next))
  draw()
  expect(next).not.toHaveBeenCalled()
  draw()
  expect(next).toHaveBeenCalledOnce()
})

it('runs the other tasks of a frame where one fails', () => {
  const report = vi.fn<typeof reportError>()
  vi.stubGlobal('reportError', report)
  const frame = browserFrame()
  const [error, other] = [new Error('of one task'), vi.fn<() => void>()]
  frame.request(() => {
    throw error
  })
  frame.request(other)
  draw()
  expect(other).toHaveBeenCalledOnce()
  expect(report.mock.calls).toEqual([[error]])
})

it('keeps one timer for all tasks, and none without tasks', () => {
  const frame = browserFrame()
  for (let index = 0; index < 60; index++) {
    frame.request(() => {})
    const unused = frame.request(() => {})
    expect(vi.getTimerCount()).toBe(1)
    unused.cancel()
    draw()
    expect(vi.getTimerCount()).toBe(0)
  }
  const [first, second] = [frame.request(() => {}), frame.request(() => {})]
  first.cancel()
  expect(vi.getTimerCount()).toBe(1)
  second.cancel()
  expect([vi.getTimerCount(), frames.size]).toEqual([0, 0])
})

it('does not run a task that another of its frame cancels', () => {
  const frame = browserFrame()
  const run = vi.fn<() => void>()
  frame.request(() => late.cancel())
  const late = frame.request(run)
  draw()
  expect(run).not.toHaveBeenCalled()
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
