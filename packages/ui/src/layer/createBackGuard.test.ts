import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createBackGuard, type BackHistory } from './createBackGuard.ts'

/** A history whose deferred tasks run on demand, and whose Back steps at once or on demand. */
function fakeHistory({ isSlow = false }: { readonly isSlow?: boolean } = {}) {
  let entries: (string | undefined)[] = [undefined]
  const listeners = new Set<() => void>()
  let deferred: (() => void)[] = []
  let steps = 0
  const push = (mark: string | undefined) => (entries = [...entries, mark])
  const back = () => {
    if (entries.length > 1) entries = entries.slice(0, -1)
    for (const listener of listeners) listener()
  }
  const port: BackHistory = {
    push,
    back: () => (isSlow ? void (steps += 1) : back()),
    mark: () => entries.at(-1),
    onStep: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    later: (task) => void (deferred = [...deferred, task]),
  }
  const step = () => {
    if (steps === 0) return false
    steps -= 1
    back()
    return true
  }
  const settle = () => {
    const tasks = deferred
    deferred = []
    for (const task of tasks) task()
  }
  return {
    port,
    back,
    step,
    settle,
    navigate: () => push(undefined),
    depth: () => entries.length,
    listeners,
  }
}

const setUp = (options: Parameters<typeof fakeHistory>[0] = {}) => {
  const fake = fakeHistory(options)
  return { ...fake, guard: createBackGuard({ history: fake.port }) }
}

describe('createBackGuard (U3)', () => {
  it('closes the popup on Back without navigating (U3.11)', () => {
    const { guard, back, depth, listeners } = setUp()
    const close = vi.fn()
    guard.claim(close)
    expect(depth()).toBe(2)
    back()
    expect(close).toHaveBeenCalledOnce()
    expect([depth(), listeners.size]).toEqual([1, 0])
  })
  it('removes the entry of a popup closed otherwise (U3.12)', () => {
    const { guard, settle, depth, listeners } = setUp()
    const close = vi.fn()
    guard.claim(close)()
    settle()
    expect([depth(), listeners.size, close.mock.calls.length]).toEqual([1, 0, 0])
  })
  it('does not undo a navigation (U3.13)', () => {
    const { guard, settle, navigate, depth, listeners } = setUp()
    const release = guard.claim(vi.fn())
    release()
    navigate()
    settle()
    expect([depth(), listeners.size]).toEqual([3, 0])
  })
  it('closes the newest popup first (U3.14)', () => {
    const { guard, back } = setUp()
    const [lower, upper] = [vi.fn(), vi.fn()]
    guard.claim(lower)
    guard.claim(upper)
    back()
    expect([lower.mock.calls.length, upper.mock.calls.length]).toEqual([0, 1])
    back()
    expect(lower).toHaveBeenCalledOnce()
  })
  it('removes both entries of popups closed together (U3.15)', () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { guard, settle, depth } = setUp()
      const releases = [guard.claim(vi.fn()), guard.claim(vi.fn())]
      for (const index of order) releases[index]?.()
      settle()
      expect(depth()).toBe(1)
    }
  })
  it('delays the entry of a lower popup until the upper closes (U3.16)', () => {
    const { guard, settle, back, depth } = setUp()
    const [lower, upper] = [vi.fn(), vi.fn()]
    const release = guard.claim(lower)
    guard.claim(upper)
    release()
    settle()
    expect(depth()).toBe(3)
    back()
    expect([lower.mock.calls.length, upper.mock.calls.length, depth()]).toEqual([0, 1, 1])
  })
  it('reuses the entry on immediate reopening, as in StrictMode (U3.17)', () => {
    const { guard, settle, back, depth } = setUp()
    const close = vi.fn()
    guard.claim(vi.fn())()
    guard.claim(close)
    settle()
    expect(depth()).toBe(2)
    back()
    expect(close).toHaveBeenCalledOnce()
  })
  it('ignores a second close, also after Back (U3.18)', () => {
    const { guard, settle, back, depth, navigate } = setUp()
    navigate()
    const release = guard.claim(vi.fn())
    back()
    release()
    release()
    settle()
    expect(depth()).toBe(2)
  })
  it('distinguishes entries by their marks', () => {
    const marks: (string | undefined)[] = []
    const { port } = fakeHistory()
    for (const options of [{}, { prefix: 'other' }]) {
      const guard = createBackGuard({
        history: { ...port, push: (mark) => marks.push(mark) },
        ...options,
      })
      guard.claim(vi.fn())
      guard.claim(vi.fn())
    }
    expect(marks).toEqual(['x-back-1', 'x-back-2', 'other-1', 'other-2'])
  })
  it('ignores a second close after its entry was reused', () => {
    const { guard, settle, back } = setUp()
    const close = vi.fn()
    const release = guard.claim(vi.fn())
    release()
    guard.claim(close)
    release()
    settle()
    back()
    expect(close).toHaveBeenCalledOnce()
  })
  it('does not reuse an entry that the page has left', () => {
    const { guard, back, navigate, depth } = setUp()
    const close = vi.fn()
    guard.claim(vi.fn())()
    navigate()
    guard.claim(close)
    expect(depth()).toBe(4)
    back()
    expect([close.mock.calls.length, depth()]).toEqual([1, 3])
  })
  it('waits for a pending step before further steps and entries (U3.27)', () => {
    const { guard, settle, depth, listeners, step } = setUp({ isSlow: true })
    const close = vi.fn()
    guard.claim(vi.fn())()
    settle()
    const release = guard.claim(close)
    expect(depth()).toBe(2)
    release()
    settle()
    guard.claim(close)
    step()
    expect([depth(), close.mock.calls.length, step()]).toEqual([2, 0, false])
    guard.claim(vi.fn())()
    settle()
    step()
    expect([depth(), listeners.size]).toEqual([2, 1])
  })
  it('leaves nothing of a popup closed during a pending step (U3.28)', () => {
    const { guard, settle, depth, listeners, step } = setUp({ isSlow: true })
    guard.claim(vi.fn())()
    settle()
    guard.claim(vi.fn())()
    settle()
    step()
    expect([depth(), listeners.size, step()]).toEqual([1, 0, false])
  })
  it('restores the history depth for any sequence (U3.19)', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.constantFrom('open', 'close', 'back', 'settle', 'step'), { maxLength: 40 }),
        (isSlow, script) => {
          const { guard, settle, step: takeStep, back, depth, listeners } = setUp({ isSlow })
          let open: (() => void)[] = []
          for (const step of script) {
            if (step === 'settle') settle()
            if (step === 'step') takeStep()
            if (step === 'back' && open.length > 0) back()
            if (step === 'close') open.pop()?.()
            if (step === 'open') {
              const release = guard.claim(() => (open = open.filter((one) => one !== release)))
              open.push(release)
            }
          }
          for (const release of open) release()
          settle()
          while (takeStep()) settle()
          expect([depth(), listeners.size]).toEqual([1, 0])
        },
      ),
    )
  })
})
