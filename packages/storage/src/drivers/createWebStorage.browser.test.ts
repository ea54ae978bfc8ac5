import type { StorageChange } from '@x/kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalStorage, createSessionStorage } from './createWebStorage.ts'

const clear = () => {
  localStorage.clear()
  sessionStorage.clear()
}
beforeEach(clear)
afterEach(clear)

/** A frame of the same origin: its writes reach this page as those of another tab do. */
async function openFrame(): Promise<{ window: Window; close: () => void }> {
  const frame = document.createElement('iframe')
  frame.src = new URL('/favicon.ico', location.href).href
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  if (!frame.contentWindow) throw new Error('the frame has no window')
  return { window: frame.contentWindow, close: () => frame.remove() }
}

describe('local storage in a browser', () => {
  it('is separate from the session area', () => {
    createLocalStorage({ prefix: 'x:' }).set('a', 'é€\u0000')
    expect(localStorage.getItem('x:a')).toBe('é€\u0000')
    expect(createLocalStorage({ prefix: 'x:' }).get('a')).toBe('é€\u0000')
    expect(createSessionStorage({ prefix: 'x:' }).get('a')).toBeNull()
  })

  it("throws a typed quota error when the browser's own quota is reached", () => {
    const storage = createLocalStorage()
    expect(() => storage.set('big', 'x'.repeat(6_000_000))).toThrow(
      expect.objectContaining({ code: 'quota' }),
    )
    expect(storage.get('big')).toBeNull()
  })

  it('reports changes by another tab under its own prefix only', async () => {
    const other = await openFrame()
    const storage = createLocalStorage({ prefix: 'x:' })
    const changes: StorageChange[] = []
    const stop = storage.subscribe((change) => changes.push(change))
    storage.get('seen')
    other.window.localStorage.setItem('foreign', '1')
    other.window.localStorage.setItem('x:a', '1')
    other.window.localStorage.removeItem('x:a')
    other.window.localStorage.clear()
    await expect.poll(() => changes).toHaveLength(3)
    expect(changes).toEqual([
      { key: 'a', value: '1' },
      { key: 'a', value: null },
      { key: 'seen', value: null },
    ])
    stop()
    other.window.localStorage.setItem('x:a', '2')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(changes).toHaveLength(3)
    other.close()
  })

  it('reports neither its own changes nor those of the session area', async () => {
    const changes: StorageChange[] = []
    const storage = createLocalStorage()
    const stop = storage.subscribe((change) => changes.push(change))
    storage.set('a', '1')
    const other = await openFrame()
    other.window.sessionStorage.setItem('a', '2')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(changes).toEqual([])
    stop()
    other.close()
  })
})
