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

describe('the terminal code', () => {
  it('is 128 random bits, made with the first read and kept', () => {
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
    'a stored %j is regenerated once (D18, spec 5.1)',
    (stored) => {
      const storage = createMemoryStorage({ terminal: stored })
      const code = open(storage).get()
      expect(code).toMatch(/^[0-9a-f]{32}$/)
      expect(code).not.toBe(stored)
      expect(open(storage, 2).get()).toBe(code)
    },
  )

  it('two tabs that start at once agree on what is stored in the end, though each hears of the other after its own write (D18)', () => {
    const data = new Map<string, string>()
    const announcements: (() => void)[] = []
    const tabs: ((change: StorageChange) => void)[] = []
    const openTab = (): KeyValueStorage => {
      let listener = (_change: StorageChange): void => {}
      const hear = (change: StorageChange) => listener(change)
      tabs.push(hear)
      return {
        ...createMemoryStorage(),
        // Both tabs look before either has written.
        get: (key) => (announcements.length < 2 ? null : (data.get(key) ?? null)),
        set(key, value) {
          data.set(key, value)
          announcements.push(() => {
            for (const tab of tabs) if (tab !== hear) tab({ key, value })
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

  it('another tab that stores rubbish does not change it (D18)', () => {
    const storage = createMemoryStorage()
    const terminal = open(storage)
    const code = terminal.get()
    storage.openTab().set('terminal', LEGACY)
    storage.openTab().set('other', 'b'.repeat(32))
    expect(terminal.get()).toBe(code)
  })

  it('a reset makes a new one, which the other tabs take over (D19)', () => {
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

  it('hears nothing after dispose (D20)', () => {
    const storage = createMemoryStorage()
    const terminal = open(storage)
    const code = terminal.get()
    terminal.dispose()
    storage.openTab().set('terminal', 'b'.repeat(32))
    expect(terminal.get()).toBe(code)
  })
})
