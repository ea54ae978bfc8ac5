import { describe, expect, it } from 'vitest'
import { readPages } from './readPages.ts'

const pages: Readonly<Record<string, { items: number[]; next: string | null }>> = {
  '': { items: [1, 2], next: 'a' },
  a: { items: [3], next: 'b' },
  b: { items: [], next: null },
}

describe('a list in pages', () => {
  it('is read to its end, in its order', async () => {
    const asked: (string | null)[] = []
    const read = async (cursor: string | null) => {
      asked.push(cursor)
      return { data: pages[cursor ?? ''] }
    }
    expect(await readPages<number>(read)).toEqual({
      items: [1, 2, 3],
      next: null,
      error: undefined,
    })
    expect(asked).toEqual([null, 'a', 'b'])
  })
  it('reads no further than wanted and returns the next cursor', async () => {
    const read = async (cursor: string | null) => ({ data: pages[cursor ?? ''] })
    expect(await readPages<number>(read, { isEnough: ({ items }) => items.includes(3) })).toEqual({
      items: [1, 2, 3],
      next: 'b',
      error: undefined,
    })
    expect(
      await readPages<number>(read, { isEnough: (_read, { pages: count }) => count === 1 }),
    ).toEqual({ items: [1, 2], next: 'a', error: undefined })
  })
  it('ends at the first failure and says which', async () => {
    const read = async (cursor: string | null) =>
      cursor === 'a' ? { error: 'gone' } : { data: pages[cursor ?? ''] }
    expect(await readPages<number, string>(read)).toEqual({
      items: [1, 2],
      next: 'a',
      error: 'gone',
    })
  })
})
