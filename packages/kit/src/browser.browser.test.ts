import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserPorts } from './browser.ts'

const ports = browserPorts()

afterEach(() => void vi.restoreAllMocks())

describe('browserPorts in a browser', () => {
  it('reports visibilitychange, pageshow, focus and online until unsubscribed', () => {
    expect(ports.visibility.isVisible()).toBe(document.visibilityState === 'visible')
    let received = 0
    const stop = ports.visibility.subscribe(() => void received++)
    const all = () => {
      document.dispatchEvent(new Event('visibilitychange'))
      for (const name of ['pageshow', 'focus', 'online']) window.dispatchEvent(new Event(name))
    }
    all()
    expect(received).toBe(4)
    stop()
    all()
    expect(received).toBe(4)
  })

  it('returns the requested number of random bytes, different each time', () => {
    const one = ports.random.bytes(16)
    expect(one).toHaveLength(16)
    expect(ports.random.bytes(16)).not.toEqual(one)
  })

  it('writes reports to the console', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    ports.reporter.report({ kind: 'sample', message: 'text', detail: { count: 1 } })
    expect(warn).toHaveBeenCalledWith('[sample]', 'text', { count: 1 })
  })
})

describe('browser locks', () => {
  it('grants a lock to one holder, and says so with ifAvailable', async () => {
    const { locks } = ports
    if (!locks) throw new Error('this browser has Web Locks')
    const order: string[] = []
    let release = () => {}
    const first = locks.request('kit-test', {}, async (held) => {
      order.push(`first ${held}`)
      await new Promise<void>((resolve) => (release = resolve))
      order.push('first ends')
      return 1
    })
    await expect.poll(() => order).toEqual(['first true'])
    const hurried = await locks.request('kit-test', { ifAvailable: true }, async (held) => held)
    expect(hurried).toBe(false)
    const second = locks.request('kit-test', {}, async () => void order.push('second'))
    release()
    expect(await first).toBe(1)
    await second
    expect(order).toEqual(['first true', 'first ends', 'second'])
  })

  it('stops waiting when the signal aborts', async () => {
    const { locks } = ports
    let release: (() => void) | undefined
    const holder = locks?.request(
      'kit-abort',
      {},
      () => new Promise<void>((resolve) => (release = resolve)),
    )
    await expect.poll(() => release).toBeDefined()
    const abort = new AbortController()
    const waiter = locks?.request('kit-abort', { signal: abort.signal }, async () => 'never')
    abort.abort(new Error('enough'))
    await expect(waiter).rejects.toThrow('enough')
    release?.()
    await holder
  })

  it('ignores a signal together with ifAvailable', async () => {
    const { signal } = new AbortController()
    expect(
      await ports.locks?.request('kit-both', { ifAvailable: true, signal }, async (held) => held),
    ).toBe(true)
  })
})

describe('browser channels', () => {
  it('sends a message to the other channel, not to its sender', async () => {
    const here = ports.openChannel('kit-channel')
    const there = ports.openChannel('kit-channel')
    const receivedHere: unknown[] = []
    const receivedThere: unknown[] = []
    here?.subscribe((message) => receivedHere.push(message))
    const stop = there?.subscribe((message) => receivedThere.push(message))
    here?.post({ n: 1 })
    await expect.poll(() => receivedThere).toEqual([{ n: 1 }])
    stop?.()
    here?.post({ n: 2 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(receivedThere).toEqual([{ n: 1 }])
    expect(receivedHere).toEqual([])
    here?.close()
    there?.close()
  })

  it('drops a message posted after close, without an error', () => {
    const channel = ports.openChannel('kit-closed')
    channel?.close()
    expect(() => channel?.post('late')).not.toThrow()
  })

  it('is undefined where the platform denies channels', () => {
    const original = globalThis.BroadcastChannel
    const denying = function () {
      throw new DOMException('denied', 'SecurityError')
    }
    globalThis.BroadcastChannel = denying as unknown as typeof BroadcastChannel
    try {
      expect(ports.openChannel('kit-denied')).toBeUndefined()
    } finally {
      globalThis.BroadcastChannel = original
    }
  })
})
