import { expect, it } from 'vitest'
import { hasOrderArrived } from './hasOrderArrived.ts'

const sought = { clientOid: 'w1', at: 3_600_000, symbol: 'BTCUSDT', side: 'buy' }

/** Lists of two pages each; `at` names where the order stands. */
function listsWith(at: string | undefined) {
  const asked: string[] = []
  const get = async (path: string, { data }: { readonly data: { readonly cursor?: string } }) => {
    const page = `${path.split('/').at(-1)} ${data.cursor ?? '1'}`
    asked.push(page)
    return {
      items: [{ clientOid: page === at ? 'w1' : 'other' }],
      next: data.cursor === undefined ? '2' : null,
    }
  }
  return { asked, client: { get } as unknown as Parameters<typeof hasOrderArrived>[1]['client'] }
}

it.each([
  ['open 1', true, ['open 1', 'trigger 1', 'trigger 2']],
  ['trigger 2', true, ['open 1', 'open 2', 'trigger 1', 'trigger 2']],
  ['history 1', true, ['history 1', 'open 1', 'open 2', 'trigger 1', 'trigger 2']],
  [undefined, false, ['history 1', 'history 2', 'open 1', 'open 2', 'trigger 1', 'trigger 2']],
] as const)('reads a list only down to the order: %s', async (at, hasArrived, read) => {
  const { asked, client } = listsWith(at)
  expect(await hasOrderArrived(sought, { client })).toBe(hasArrived)
  expect(asked.toSorted()).toEqual(read)
})
