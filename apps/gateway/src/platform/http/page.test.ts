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
})
