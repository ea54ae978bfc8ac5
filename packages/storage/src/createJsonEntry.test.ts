import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createJsonEntry } from './createJsonEntry.ts'

interface Layout {
  readonly columns: number
}
const parse = (value: unknown): Layout | undefined => {
  const columns = (value as Partial<Layout> | null)?.columns
  return typeof columns === 'number' && Number.isInteger(columns) ? { columns } : undefined
}
const entryOn = (storage: ReturnType<typeof createMemoryStorage>) =>
  createJsonEntry({ storage, key: 'layout', parse })

describe('createJsonEntry', () => {
  it('stores a typed value', () => {
    const storage = createMemoryStorage()
    const entry = entryOn(storage)
    expect(entry.get()).toBeUndefined()
    entry.set({ columns: 3 })
    expect([entry.get(), storage.get('layout')]).toEqual([{ columns: 3 }, '{"columns":3}'])
    entry.remove()
    expect([entry.get(), storage.keys()]).toEqual([undefined, []])
  })

  it.each(['', '{', 'null', '3', '[]', '{"columns":"3"}', '{"columns":1.5}'])(
    'takes %j for absent',
    (text) => {
      expect(entryOn(createMemoryStorage({ layout: text })).get()).toBeUndefined()
    },
  )

  it('accepts a parser that throws', () => {
    const throws = (): never => {
      throw new Error('no')
    }
    expect(
      createJsonEntry({ storage: createMemoryStorage({ a: '1' }), key: 'a', parse: throws }).get(),
    ).toBeUndefined()
  })

  it('discards what the parser does not return', () => {
    expect(
      entryOn(
        createMemoryStorage({ layout: '{"columns":2,"__proto__":{"x":1},"more":true}' }),
      ).get(),
    ).toEqual({ columns: 2 })
  })

  it('reports the parsed value of its own key from other tabs', () => {
    const storage = createMemoryStorage()
    const tab = storage.openTab()
    const received: (Layout | undefined)[] = []
    const stop = entryOn(storage).subscribe((value) => received.push(value))
    tab.set('other', '{"columns":9}')
    tab.set('layout', '{"columns":4}')
    tab.set('layout', 'broken')
    tab.remove('layout')
    stop()
    tab.set('layout', '{"columns":5}')
    expect(received).toEqual([{ columns: 4 }, undefined, undefined])
  })
})
