import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { followSignal, untilAborted } from './abort.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe('a linked abort controller', () => {
  it('aborts with its parent, for the same reason', () => {
    const parent = new AbortController()
    const { controller } = followSignal(parent.signal)
    parent.abort('gone')
    expect(controller.signal.reason).toBe('gone')
  })

  it('is aborted from the start when the parent was', () => {
    expect(followSignal(AbortSignal.abort('early')).controller.signal.reason).toBe('early')
  })

  it('maps the reason', () => {
    const parent = new AbortController()
    const { controller } = followSignal(parent.signal, (reason) => `because ${String(reason)}`)
    parent.abort('so')
    expect(controller.signal.reason).toBe('because so')
  })

  it('leaves no listener once unlinked (Q9)', () => {
    const parent = new AbortController()
    const { controller, unlink } = followSignal(parent.signal)
    expect(listeners(parent.signal)).toBe(1)
    unlink()
    expect(listeners(parent.signal)).toBe(0)
    parent.abort()
    expect(controller.signal.aborted).toBe(false)
    followSignal(undefined).unlink()
  })
})

describe('untilAborted', () => {
  it('settles like the work and removes its listener', async () => {
    const { signal } = new AbortController()
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBe(1)
    await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    expect(listeners(signal)).toBe(0)
  })

  it("rejects at once on abort and ignores the work's result", async () => {
    const controller = new AbortController()
    let fail: (error: Error) => void = () => {}
    const work = new Promise((_, reject) => (fail = reject))
    const result = untilAborted(work, controller.signal)
    controller.abort(new Error('enough'))
    await expect(result).rejects.toThrow('enough')
    fail(new Error('late'))
    await Promise.resolve()
    expect(listeners(controller.signal)).toBe(0)
  })

  it('rejects when the signal is already aborted', async () => {
    await expect(
      untilAborted(Promise.resolve(1), AbortSignal.abort(new Error('before'))),
    ).rejects.toThrow('before')
  })
})
