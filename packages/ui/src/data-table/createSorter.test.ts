import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SortRule } from './columns.ts'
import { createSorter } from './createSorter.ts'
import { sortRows } from './sortRows.ts'

interface Row {
  readonly id: number
  readonly price: string
}

const reads: number[] = []
const rule: SortRule<Row> = { as: 'decimal', by: (row) => (reads.push(row.id), row.price) }
const quiet: SortRule<Row> = { as: 'decimal', by: (row) => row.price }
const table = (...prices: string[]): Row[] => prices.map((price, id) => ({ id, price }))
const price = (row: Row) => row.price

describe('createSorter', () => {
  it('reads keys of changed rows only', () => {
    const sorter = createSorter<Row>()
    const rows = table('3', '1', '2')
    sorter(rows, { rule, direction: 'ascending' })
    reads.length = 0
    const next = rows.with(0, { id: 0, price: '1.5' })
    expect(sorter(next, { rule, direction: 'ascending' }).map(price)).toEqual(['1', '1.5', '2'])
    expect(reads).toEqual([0])
    reads.length = 0
    expect(sorter(next, { rule, direction: 'descending' }).map(price)).toEqual(['2', '1.5', '1'])
    expect(reads).toEqual([])
  })

  it('returns the same list for the same rows', () => {
    const sorter = createSorter<Row>()
    const rows = table('3', '1', '2')
    const first = sorter(rows, { rule, direction: 'ascending' })
    expect(sorter([...rows], { rule, direction: 'ascending' })).toBe(first)
  })

  it('returns the new object of a row with an unchanged key', () => {
    const sorter = createSorter<Row>()
    const rows = table('3', '1')
    sorter(rows, { rule, direction: 'ascending' })
    const changed = { id: 1, price: '1.0' }
    expect(sorter([rows[0] as Row, changed], { rule, direction: 'ascending' })[0]).toBe(changed)
  })

  it('sorts again for another language (U15.62)', () => {
    const sorter = createSorter<string>()
    const text: SortRule<string> = { as: 'text', by: (name) => name }
    const names = ['Zug', 'Örebro']
    const inLanguage = (language: string | undefined) =>
      sorter(names, { rule: text, direction: 'ascending', language })
    expect(inLanguage('de')).toEqual(['Örebro', 'Zug'])
    expect(inLanguage('sv')).toEqual(['Zug', 'Örebro'])
    expect(inLanguage('sv')).toBe(inLanguage('sv'))
  })

  it('matches a full sort after any changes (U15.4)', () => {
    const value = fc.constantFrom('', '1', '1.0', '2', '-3', '10', '9.99', '0.1', 'nothing')
    const change = fc.record({
      at: fc.nat(30),
      price: value,
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
      grow: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 30 }),
        fc.array(change, { maxLength: 12 }),
        (prices, changes) => {
          const sorter = createSorter<Row>()
          let rows = table(...prices)
          for (const { at, price: next, direction, grow } of changes) {
            rows =
              grow === 0
                ? [...rows, { id: rows.length, price: next }]
                : rows.with(at % rows.length, { id: at % rows.length, price: next })
            expect(sorter(rows, { rule: quiet, direction })).toEqual(
              sortRows(rows, { rule: quiet, direction }),
            )
          }
        },
      ),
    )
  })

  it('does not change the lists passed in', () => {
    const sorter = createSorter<Row>()
    const rows = table('2', '1')
    sorter(rows, { rule, direction: 'ascending' })
    sorter(rows.with(0, { id: 0, price: '0' }), { rule, direction: 'ascending' })
    expect(rows.map(price)).toEqual(['2', '1'])
  })
})
