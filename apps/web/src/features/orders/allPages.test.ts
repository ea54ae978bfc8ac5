import { describe, expect, it } from 'vitest'
import { allPages } from './allPages.ts'

const pages: Readonly<Record<string, { items: number[]; next: string | null }>> = { '': { items: [1, 2], next: 'a' }, a: { items: [3], next: 'b' }, b: { items: [], next: null } }

describe('a list in pages', () => {
  it('is read to its end, in its order', async () => {
    const asked: (string | null)[] = []
    const read = async (cursor: string | null) => {
      asked.push(cursor)
      return { data: pages[cursor ?? ''] }
    }
    expect(await allPages<number>(read)).toEqual({ items: [1, 2, 3], error: undefined })
    expect(asked).toEqual([null, 'a', 'b'])
  })
  it('ends at the first failure and says which', async () => {
    const read = async (cursor: string | null) => (cursor === 'a' ? { error: 'gone' } : { data: pages[cursor ?? ''] })
    expect(await allPages<number, string>(read)).toEqual({ items: [1, 2], error: 'gone' })
  })
})
