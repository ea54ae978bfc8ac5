import { browserPorts } from '@x/kit/browser'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAsyncStorage } from './createAsyncStorage.ts'

const { openChannel } = browserPorts()

afterEach(() => {
  indexedDB.deleteDatabase('x_test_async')
  localStorage.clear()
})

describe('createAsyncStorage in a browser', () => {
  it('serves from the database and hears other tabs', async () => {
    const here = createAsyncStorage({ name: 'x_test_async', openChannel })
    const there = createAsyncStorage({ name: 'x_test_async', openChannel })
    const heard: string[] = []
    there.subscribe((key) => heard.push(key))
    expect([await here.driver(), await there.driver()]).toEqual(['indexeddb', 'indexeddb'])
    await here.set('a', { n: 1 })
    await expect.poll(() => heard).toContain('a')
    expect(await there.get('a')).toEqual({ n: 1 })
    // Probes are entries too: none may be left.
    expect(await there.keys()).toEqual(['a'])
    here.close()
    there.close()
  })

  it('falls through to the local area where the database is denied', async () => {
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
