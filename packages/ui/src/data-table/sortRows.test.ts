import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextSort, type SortDirection } from './sortCycle.ts'
import { sortRows } from './sortRows.ts'

interface Row {
  readonly id: number
  readonly value: string | null | undefined
}

const rows = (...values: (string | null | undefined)[]): Row[] =>
  values.map((value, id) => ({ id, value }))
const sorted = (
  list: readonly Row[],
  as: 'text' | 'decimal',
  direction: SortDirection = 'ascending',
) =>
  sortRows(list, { rule: { as, by: (row: Row) => row.value }, direction }).map((row) => row.value)

describe('nextSort', () => {
  it('cycles ascending, descending, none (U15.22, spec 4.14)', () => {
    const first = nextSort(undefined, 'price')
    const second = nextSort(first, 'price')
    expect([first, second, nextSort(second, 'price')]).toEqual([
      { column: 'price', direction: 'ascending' },
      { column: 'price', direction: 'descending' },
      undefined,
    ])
  })
  it('starts ascending on another column (U15.23)', () => {
    expect(nextSort({ column: 'price', direction: 'descending' }, 'pair')).toEqual({
      column: 'pair',
      direction: 'ascending',
    })
  })
})

describe('sortRows', () => {
  it('compares decimal strings exactly', () => {
    expect(sorted(rows('10', '9', '-1', '0.5'), 'decimal')).toEqual(['-1', '0.5', '9', '10'])
    expect(
      sorted(rows('0.10000000000000000002', '0.10000000000000000001', '0.1'), 'decimal'),
    ).toEqual(['0.1', '0.10000000000000000001', '0.10000000000000000002'])
  })
  it('compares text with its numbers', () => {
    expect(sorted(rows('Address 10', 'address 2', 'Address 1'), 'text')).toEqual([
      'Address 1',
      'address 2',
      'Address 10',
    ])
  })
  it("compares text in the given language, not the platform's (U15.61)", () => {
    const names = rows('Örebro', 'Zug', 'Ahlen', 'chleba', 'cukr', 'had')
    const named = (language: string) =>
      sortRows(names, {
        rule: { as: 'text', by: (row: Row) => row.value },
        direction: 'ascending',
        language,
      }).map((row) => row.value)
    expect(named('de')).toEqual(['Ahlen', 'chleba', 'cukr', 'had', 'Örebro', 'Zug'])
    expect(named('sv')).toEqual(['Ahlen', 'chleba', 'cukr', 'had', 'Zug', 'Örebro'])
    expect(named('cs')).toEqual(['Ahlen', 'cukr', 'had', 'chleba', 'Örebro', 'Zug'])
  })
  it('compares numbers and big integers', () => {
    const list = [{ v: 10n }, { v: 2 }, { v: 3n }, { v: Number.NaN }]
    expect(
      sortRows(list, { rule: { as: 'number', by: (row) => row.v }, direction: 'ascending' }).map(
        (row) => row.v,
      ),
    ).toEqual([2, 3n, 10n, Number.NaN])
  })
  it.each(['ascending', 'descending'] as const)(
    'puts missing values last when %s, in source order (U15.24)',
    (direction) => {
      expect(
        sorted(rows(null, '2', undefined, '', '1', 'no number'), 'decimal', direction).slice(2),
      ).toEqual([null, undefined, '', 'no number'])
    },
  )
  it.each(['ascending', 'descending'] as const)(
    'keeps ties in source order when %s (U15.25)',
    (direction) => {
      const list = rows('1', '1.0', '2', '1.00', '2.0')
      const ids = sortRows(list, {
        rule: { as: 'decimal', by: (row) => row.value },
        direction,
      }).map((row) => row.id)
      expect(ids).toEqual(direction === 'ascending' ? [0, 1, 3, 2, 4] : [2, 4, 0, 1, 3])
    },
  )
  it('does not change the source', () => {
    const list = rows('2', '1')
    sorted(list, 'decimal')
    expect(list.map((row) => row.value)).toEqual(['2', '1'])
  })
  it('returns the same rows in order of value', () => {
    const decimals = fc.array(
      fc.tuple(
        fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        fc.constantFrom('', '.5', '.000000000000000001'),
      ),
      { maxLength: 50 },
    )
    fc.assert(
      fc.property(decimals, (parts) => {
        const list = rows(...parts.map(([integer, rest]) => `${integer}${rest}`))
        const result = sorted(list, 'decimal')
        expect(new Set(result)).toEqual(new Set(list.map((row) => row.value)))
        expect(result).toHaveLength(list.length)
        const scaled = result.map((value) => scale(value ?? ''))
        expect(
          scaled.every((value, index) => index === 0 || (scaled[index - 1] ?? 0n) <= value),
        ).toBe(true)
      }),
    )
  })
})

/** Returns the value in units of 1e-18, independent of the code under test. */
function scale(text: string): bigint {
  const [integer = '0', fraction = ''] = text.split('.')
  const units = BigInt(fraction.padEnd(18, '0'))
  return BigInt(integer) * 10n ** 18n + (text.startsWith('-') ? -units : units)
}
