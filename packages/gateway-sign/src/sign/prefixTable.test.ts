import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createPrefixTable } from './prefixTable.ts'

const tableOf = (...prefixes: string[]) =>
  createPrefixTable(new Map(prefixes.map((prefix) => [prefix, prefix])))

/** How many entries a look-up compares with the text, besides the binary search. */
function stepsOf(run: () => unknown): number {
  const spy = vi.spyOn(String.prototype, 'startsWith')
  run()
  const steps = spy.mock.calls.length
  spy.mockRestore()
  return steps
}

describe('longest prefix (wire 2)', () => {
  it('is undefined in an empty table', () => {
    expect(tableOf().find('/v1/a')).toBeUndefined()
  })

  it.each([
    ['/v1/spot/order', '/v1/spot/'],
    ['/v1/spot/public/x', '/v1/spot/public/'],
    ['/v1/spot/publi', '/v1/spot/'],
    ['/v1/spot/', '/v1/spot/'],
    ['/v1/spot', '/v1/'],
    ['/v1/zzz', '/v1/'],
    ['/v1', undefined],
    ['/', undefined],
    ['/v2/', undefined],
    ['', undefined],
  ])('finds the longest prefix of %s: %s', (text, expected) => {
    expect(
      tableOf('/v1/spot/public/', '/v1/', '/v1/spot/', '/v1/user/', '/v1/spot/zzz').find(text),
    ).toBe(expected)
  })

  it('is found behind greater entries that are not prefixes', () => {
    expect(tableOf('/a', '/ab', '/abc', '/abd', '/abz/').find('/abx')).toBe('/ab')
  })

  it('matches a linear search for any entries', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'é', '\u{1f680}'), maxLength: 8 })
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 30 }), text, (prefixes, wanted) => {
        const longest = prefixes
          .filter((prefix) => wanted.startsWith(prefix))
          .sort((a, b) => b.length - a.length)[0]
        expect(tableOf(...prefixes).find(wanted)).toBe(longest)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['of one length', (index: number) => `/v1/${String(index).padStart(4, '0')}/`],
    ['of ninety lengths', (index: number) => `/v1/${'x'.repeat(index % 90)}${index}/`],
    ['of many branches', (index: number) => `/v1/${index % 50}/${index}/`],
  ])('compares at most three of 2,500 entries %s (wire 2)', (_, prefixOf) => {
    const prefixes = Array.from({ length: 2_500 }, (__, index) => prefixOf(index))
    const table = tableOf(...prefixes)
    for (const prefix of prefixes.filter((__, index) => index % 100 === 0)) {
      expect(stepsOf(() => expect(table.find(`${prefix}order`)).toBe(prefix))).toBeLessThanOrEqual(
        3,
      )
      expect(stepsOf(() => table.find(`${prefix.slice(0, -1)}~`))).toBeLessThanOrEqual(3)
    }
    expect(stepsOf(() => table.find(`/v2/${'x'.repeat(500)}`))).toBeLessThanOrEqual(3)
  })
})
