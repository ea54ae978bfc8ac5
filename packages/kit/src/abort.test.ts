import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { abortable, linkController, sleep, whenAborted } from './abort.ts'
import { createManualClock } from './testing.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe('linkController', () => {
  it('aborts with its parent, for the same reason', () => {
    const parent = new AbortController()
    const { controller } = linkController(parent.signal)
    parent.abort('gone')
    expect(controller.signal.reason).toBe('gone')
  })

  it('is aborted from the start when the parent was', () => {
    expect(linkController(AbortSignal.abort('early')).controller.signal.reason).toBe('early')
  })

  it('maps the reason', () => {
    const parent = new AbortController()
    const { controller } = linkController(parent.signal, {
      reasonOf: (reason) => `because ${String(reason)}`,
    })
    parent.abort('so')
    expect(controller.signal.reason).toBe('because so')
  })

  it('leaves no listener once unlinked, and none without a parent (Q9)', () => {
    const parent = new AbortController()
    const { controller, unlink } = linkController(parent.signal)
    expect(listeners(parent.signal)).toBe(1)
    unlink()
    expect(listeners(parent.signal)).toBe(0)
    parent.abort()
    expect(controller.signal.aborted).toBe(false)
    linkController(undefined).unlink()
  })
})

describe('abortable', () => {
  it('settles as the work does and removes its listener', async () => {
    const { signal } = new AbortController()
    await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    expect(listeners(signal)).toBe(0)
  })

  it('rejects at once on abort and ignores what the work does later', async () => {
    const controller = new AbortController()
    let fail: (error: Error) => void = () => {}
    const work = new Promise((_, reject) => (fail = reject))
    const result = abortable(work, controller.signal)
    controller.abort(new Error('enough'))
    await expect(result).rejects.toThrow('enough')
    fail(new Error('late'))
    await Promise.resolve()
    expect(listeners(controller.signal)).toBe(0)
  })

  it('rejects when the signal had aborted before', async () => {
    await expect(
      abortable(Promise.resolve(1), AbortSignal.abort(new Error('before'))),
    ).rejects.toThrow('before')
  })
})

describe('whenAborted', () => {
  it('resolves on abort, also a past one, and leaves no listener', async () => {
    const controller = new AbortController()
    let isDone = false
    const done = whenAborted(controller.signal).then(() => (isDone = true))
    await Promise.resolve()
    expect(isDone).toBe(false)
    controller.abort()
    await done
    await whenAborted(controller.signal)
    expect(listeners(controller.signal)).toBe(0)
  })
})

describe('sleep', () => {
  it('resolves after the time', async () => {
    const clock = createManualClock()
    let isDone = false
    void sleep(100, { clock, signal: new AbortController().signal }).then(() => (isDone = true))
    await clock.advance(99)
    expect(isDone).toBe(false)
    await clock.advance(1)
    expect(isDone).toBe(true)
  })

  it('resolves on abort before or during it and leaves no timer', async () => {
    const clock = createManualClock()
    const abort = new AbortController()
    const sleeping = sleep(100, { clock, signal: abort.signal })
    abort.abort()
    await sleeping
    await sleep(100, { clock, signal: abort.signal })
    expect([clock.pendingTimers(), listeners(abort.signal)]).toEqual([0, 0])
  })

  it('resolves on the other event and unsubscribes from it', async () => {
    const clock = createManualClock()
    let wake = () => {}
    let unsubscribed = 0
    const sleeping = sleep(100, {
      clock,
      signal: new AbortController().signal,
      wakeOn(end) {
        wake = end
        return () => void unsubscribed++
      },
    })
    wake()
    await sleeping
    expect([unsubscribed, clock.pendingTimers()]).toEqual([1, 0])
  })
})
