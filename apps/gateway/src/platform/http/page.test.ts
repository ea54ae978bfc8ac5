import { describe, expect, it } from 'vitest'
import { pageOf, readPage } from './page.ts'
import { GatewayError } from './route.ts'

const list = { cursorPattern: /^\d+$/ }
const faultOf = (run: () => unknown) => {
  try {
    run()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [error.code, (error.data as { field?: string } | null)?.field]
  }
}

describe('cursor paging (wire 10)', () => {
  it.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '201' }],
    ['limit', { limit: 'ten' }],
    ['limit', { limit: '-5' }],
    ['cursor', { cursor: 'DROP TABLE' }],
  ])('40010 names %s', (field, query) =>
    expect(faultOf(() => readPage(query, list))).toEqual(['40010', field]),
  )

  it('refuses a symbol that does not exist with 40401', () => {
    expect(faultOf(() => readPage({ symbol: 'NOPE' }, { ...list, isSymbol: () => false }))).toEqual(
      ['40401', undefined],
    )
  })

  it('ignores a symbol where the list is not narrowed by one', () => {
    expect(readPage({ symbol: 'NOPE' }, list)).toMatchObject({ symbol: undefined })
  })

  it('says whether there is more, without an empty page at the end', async () => {
    const rows = Array.from({ length: 5 }, (_, at) => ({ item: at, cursor: `c${at}` }))
    const request = { cursor: undefined, limit: 4, symbol: undefined }
    expect(await pageOf(request, (count) => rows.slice(0, count))).toEqual({
      items: [0, 1, 2, 3],
      next: 'c3',
    })
    expect(await pageOf({ ...request, limit: 5 }, (count) => rows.slice(0, count))).toEqual({
      items: [0, 1, 2, 3, 4],
      next: null,
    })
    expect(await pageOf(request, () => [])).toEqual({ items: [], next: null })
  })

  it.each([
    [undefined, 50],
    ['', 50],
    ['1', 1],
    ['200', 200],
    ['0007', 7],
  ])('reads the limit %j as %d', (limit, expected) =>
    expect(readPage(limit === undefined ? {} : { limit }, list).limit).toBe(expected),
  )

  it.each(['00', '1.5', '1e1', ' 5', '+5', '0x1', '00200', 'null', '٥'])(
    'refuses the limit %j',
    (limit) => expect(faultOf(() => readPage({ limit }, list))).toEqual(['40010', 'limit']),
  )

  it('takes an empty cursor and an empty symbol as none', () => {
    expect(readPage({ cursor: '', symbol: '' }, { ...list, isSymbol: () => false })).toEqual({
      cursor: undefined,
      limit: 50,
      symbol: undefined,
    })
  })

  it('takes a cursor of the list, and a symbol that exists', () => {
    const query = { cursor: '31', limit: '2', symbol: 'BTCUSDT' }
    expect(readPage(query, { ...list, isSymbol: (symbol) => symbol === 'BTCUSDT' })).toEqual({
      cursor: '31',
      limit: 2,
      symbol: 'BTCUSDT',
    })
  })

  it('asks for one item more than it shows, and never shows it', async () => {
    const asked: number[] = []
    const page = await pageOf({ cursor: undefined, limit: 2, symbol: undefined }, async (limit) => {
      asked.push(limit)
      return ['a', 'b', 'c', 'd'].map((item) => ({ item, cursor: `after ${item}` }))
    })
    expect([asked, page]).toEqual([[3], { items: ['a', 'b'], next: 'after b' }])
  })

  it('leads through a list without a gap or a repetition', async () => {
    const rows = Array.from({ length: 11 }, (_, at) => at)
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const after = cursor === undefined ? -1 : Number(cursor)
      // Each page begins where the one before ended.
      // oxlint-disable-next-line no-await-in-loop
      const { items, next } = await pageOf({ cursor, limit: 3, symbol: undefined }, (limit) =>
        rows
          .filter((row) => row > after)
          .slice(0, limit)
          .map((item) => ({ item, cursor: String(item) })),
      )
      seen.push(...items)
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(rows)
  })
})
