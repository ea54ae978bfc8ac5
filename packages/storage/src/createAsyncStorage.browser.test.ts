import { browserPorts } from '@x/kit/browser'
import { createManualClock } from '@x/kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAsyncStorage } from './createAsyncStorage.ts'

const { openChannel } = browserPorts()

afterEach(() => {
  indexedDB.deleteDatabase('x_test_async')
  localStorage.clear()
})

describe('createAsyncStorage in a browser', () => {
  it('uses the database and reports changes by other tabs', async () => {
    const here = createAsyncStorage({ name: 'x_test_async', openChannel })
    const there = createAsyncStorage({ name: 'x_test_async', openChannel })
    const changed: string[] = []
    there.subscribe((key) => changed.push(key))
    expect([await here.driver(), await there.driver()]).toEqual(['indexeddb', 'indexeddb'])
    await here.set('a', { n: 1 })
    await expect.poll(() => changed).toContain('a')
    expect(await there.get('a')).toEqual({ n: 1 })
    // Probes are entries too: none may be left.
    expect(await there.keys()).toEqual(['a'])
    here.close()
    there.close()
  })

  it('falls back to the local area where the database is denied', async () => {
    const denied = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const storage = createAsyncStorage({ name: 'x_test_async', openChannel })
    expect(await storage.driver()).toBe('local')
    await storage.set('a', [1])
    expect(localStorage.getItem('a')).toBe('[1]')
    denied.mockRestore()
  })
})

describe('a database that is slow to open', () => {
  /** Holds every `open` back until `release` is called, as a busy machine does. */
  function delayOpening() {
    const { open } = IDBFactory.prototype
    const held: (() => void)[] = []
    const spy = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (
      this: IDBFactory,
      ...args: Parameters<IDBFactory['open']>
    ) {
      const facade = new EventTarget() as IDBOpenDBRequest
      held.push(() => {
        const request = open.apply(this, args)
        for (const name of ['success', 'error', 'blocked', 'upgradeneeded'])
          request.addEventListener(name, (event) => {
            Object.assign(facade, { result: request.result, transaction: request.transaction })
            const handler = (facade as unknown as Record<string, unknown>)[`on${name}`]
            if (typeof handler === 'function') handler.call(facade, event)
          })
      })
      return facade
    })
    return {
      release() {
        spy.mockRestore()
        for (const run of held) run()
      },
    }
  }

  it('is waited for when it contains a value (spec 9.3)', async () => {
    const before = createAsyncStorage({ name: 'x_test_async', openChannel })
    await before.set('token-key', { n: 1 })
    before.close()
    const { release } = delayOpening()
    const clock = createManualClock()
    const storage = createAsyncStorage({ name: 'x_test_async', openChannel, clock })
    const first = storage.get('token-key').catch((error: unknown) => error)
    await expect.poll(() => clock.pendingTimers()).toBe(1)
    await clock.advance(3_000)
    expect(await storage.driver()).toBe('local')
    await expect.poll(() => clock.pendingTimers()).toBe(1)
    await clock.advance(3_000)
    expect(await first).toMatchObject({ name: 'StorageError', code: 'timeout' })
    const second = storage.get('token-key')
    release()
    expect([await second, await storage.driver()]).toEqual([{ n: 1 }, 'indexeddb'])
    storage.close()
  })
})
