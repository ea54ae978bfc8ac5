import type { KeyValueStorage, StorageChange } from '@x/kit'
import { createMemoryStorage, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createTerminalCode } from './createTerminalCode.ts'

const LEGACY = '0'.repeat(32)
const open = (storage: KeyValueStorage, seed = 1) =>
  createTerminalCode({
    storage,
    random: createSeededRandom(seed),
    key: 'terminal',
    legacyTerminalCode: LEGACY,
  })

describe('terminal code', () => {
  it('is 128 random bits, generated on first read and stored', () => {
    const storage = createMemoryStorage()
    const terminal = open(storage)
    expect(storage.keys()).toEqual([])
    const code = terminal.get()
    expect(code).toMatch(/^[0-9a-f]{32}$/)
    expect([terminal.get(), storage.get('terminal'), open(storage, 2).get()]).toEqual([
      code,
      code,
      code,
    ])
    expect(open(createMemoryStorage(), 2).get()).not.toBe(code)
  })

  it.each([[''], ['abc'], ['A'.repeat(32)], ['g'.repeat(32)], ['a'.repeat(33)], [LEGACY]])(
    'replaces a stored %j once (D18, spec 5.1)',
    (stored) => {
      const storage = createMemoryStorage({ terminal: stored })
      const code = open(storage).get()
      expect(code).toMatch(/^[0-9a-f]{32}$/)
      expect(code).not.toBe(stored)
      expect(open(storage, 2).get()).toBe(code)
    },
  )

  it('converges to the stored code when two tabs start together (D18)', () => {
    const data = new Map<string, string>()
    const announcements: (() => void)[] = []
    const tabs: ((change: StorageChange) => void)[] = []
    const openTab = (): KeyValueStorage => {
      let listener = (_change: StorageChange): void => {}
      const notify = (change: StorageChange) => listener(change)
      tabs.push(notify)
      return {
        ...createMemoryStorage(),
        // Both tabs read before either has written.
        get: (key) => (announcements.length < 2 ? null : (data.get(key) ?? null)),
        set(key, value) {
          data.set(key, value)
          announcements.push(() => {
            for (const tab of tabs) if (tab !== notify) tab({ key, value })
          })
        },
        subscribe(next) {
          listener = next
          return () => {}
        },
      }
    }
    const [one, two] = [open(openTab(), 1), open(openTab(), 2)]
    expect(one.get()).not.toBe(two.get())
    for (const announce of announcements) announce()
    expect(one.get()).toBe(two.get())
    expect(one.get()).toBe(data.get('terminal'))
  })

  it('ignores an invalid code stored by another tab (D18)', () => {
    const storage = createMemoryStorage()
    const terminal = open(storage)
    const code = terminal.get()
    storage.openTab().set('terminal', LEGACY)
    storage.openTab().set('other', 'b'.repeat(32))
    expect(terminal.get()).toBe(code)
  })

  it('is replaced in all tabs by a reset (D19)', () => {
    const storage = createMemoryStorage()
    const random = createSeededRandom(5)
    const options = { random, key: 'terminal' }
    const one = createTerminalCode({ ...options, storage })
    const two = createTerminalCode({ ...options, storage: storage.openTab() })
    const code = one.get()
    expect(two.get()).toBe(code)
    one.reset()
    const next = one.get()
    expect(next).not.toBe(code)
    expect(two.get()).toBe(next)
  })

  it('ignores storage changes after dispose (D20)', () => {
    const storage = createMemoryStorage()
    const terminal = open(storage)
    const code = terminal.get()
    terminal.dispose()
    storage.openTab().set('terminal', 'b'.repeat(32))
    expect(terminal.get()).toBe(code)
  })
})
