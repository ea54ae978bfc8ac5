import { expect, it } from 'vitest'
import { prependPage } from './prependPage.ts'

const row = (id: number) => ({ id: String(id) })
const run = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => row(from - at))
const keyOf = ({ id }: { id: string }) => id
const known = [
  { items: run(20, 11), next: '11' },
  { items: run(10, 6), next: '6' },
]

it('puts new rows first once and keeps known objects', () => {
  const list = prependPage(known, { items: run(23, 14), next: '14' }, keyOf)
  expect(list).toEqual({ items: run(23, 6), next: '6' })
  expect(
    list?.items.slice(3).every((each) => known.some(({ items }) => items.includes(each))),
  ).toBe(true)
})

it('starts a new list when rows do not reach the old', () => {
  expect(prependPage(known, { items: run(40, 22), next: '22' }, keyOf)).toBeUndefined()
  expect(prependPage(known, { items: run(40, 20), next: '20' }, keyOf)).toEqual({
    items: run(40, 6),
    next: '6',
  })
})

it.each([
  ['the whole list', known, { items: run(23, 1), next: null }],
  ['a list that was empty', [{ items: [], next: null }], { items: run(3, 1), next: null }],
  ['an empty list', known, { items: [], next: null }],
])('%s takes the place of what was known', (_what, before, newest) => {
  expect(prependPage(before, newest, keyOf)).toEqual(newest)
})
