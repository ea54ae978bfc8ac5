import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitColumns, fits } from './fitColumns.ts'

const columns = [
  { key: 'time', minWidth: 150 },
  { key: 'pair', minWidth: 100 },
  { key: 'side' },
  { key: 'price', minWidth: 120 },
]
const keysAt = (width: number | undefined, expendable: readonly string[]) =>
  fitColumns(columns, { width, expendable }).map(({ key }) => key)

it('keeps every column inside the box (visual Rules)', () => {
  expect(keysAt(450, ['side'])).toEqual(['time', 'pair', 'side', 'price'])
  expect(keysAt(undefined, ['side']), 'not measured yet').toHaveLength(4)
})

it('drops the most expendable columns first (visual Rules)', () => {
  expect(keysAt(449, ['side', 'time'])).toEqual(['time', 'pair', 'price'])
  expect(keysAt(369, ['side', 'time'])).toEqual(['pair', 'price'])
})

it('never leaves out what is not expendable, however narrow the box', () => {
  expect(keysAt(10, ['side', 'time'])).toEqual(['pair', 'price'])
})

it('leaves columns that fit, in their order', () => {
  const sized = fc.uniqueArray(
    fc.record({
      key: fc.stringMatching(/^[a-z]{1,3}$/),
      minWidth: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
    }),
    { selector: ({ key }) => key, maxLength: 12 },
  )
  fc.assert(
    fc.property(
      sized,
      fc.integer({ min: 0, max: 2_000 }),
      fc.func(fc.boolean()),
      (all, width, isExpendable) => {
        const expendable = all.map(({ key }) => key).filter((key) => isExpendable(key))
        const kept = fitColumns(all, { width, expendable })
        expect(fits(kept, width) || kept.every(({ key }) => !expendable.includes(key))).toBe(true)
        expect(all.filter((column) => kept.includes(column))).toEqual(kept)
      },
    ),
  )
})
