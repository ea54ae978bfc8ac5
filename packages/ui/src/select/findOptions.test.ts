import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOptions } from './findOptions.ts'
import { foldCase } from './foldCase.ts'

const options = ['Bitcoin', 'bitcoin cash', 'Ether', 'ÉTOILE'].map((label, index) => ({
  key: `${index}`,
  label,
}))
const labels = (text: string) => findOptions(options, text).map(({ label }) => label)

describe('findOptions', () => {
  it('finds labels ignoring case (U8)', () => {
    expect(labels('BIT')).toEqual(['Bitcoin', 'bitcoin cash'])
    expect(labels('étoile')).toEqual(['ÉTOILE'])
    expect(labels('xyz')).toEqual([])
    expect(labels('')).toEqual(options.map(({ label }) => label))
  })

  it.each([
    // A Turkish keyboard with capitals on, and its other letter.
    ['LİNK', 'Chainlink'],
    ['BİTCOİN', 'Bitcoin'],
    ['lınk', 'Chainlink'],
    ['istanbul', 'İSTANBUL'],
    ['ısparta', 'ISPARTA'],
    ['STRASSE', 'Lange Straße'],
    // A Vietnamese keyboard types combining marks after their letters.
    ['tiền'.normalize('NFD'), 'Tiền điện tử'],
    // A Japanese input method with full-width letters.
    ['ｂｔｃ', 'BTC'],
  ])('finds by %s: %s (U8.71)', (query, label) => {
    expect(findOptions([{ label }, { label: 'Ether' }], query)).toEqual([{ label }])
  })

  it('distinguishes accents (U8.72)', () => {
    expect(labels('etoile')).toEqual([])
    expect(foldCase('İ')).toBe(foldCase('i'))
  })

  it('returns the same array for the same query and list (U8)', () => {
    expect(findOptions(options, 'eth')).toBe(findOptions(options, 'ETH'))
    expect(findOptions(options.slice(0, 2), 'eth')).toEqual([])
  })

  it('matches a plain search for any queries (U8)', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', 'İ', 'ß', ' '), maxLength: 3 })
    fc.assert(
      fc.property(fc.array(text), fc.array(text, { minLength: 1 }), (names, queries) => {
        const list = names.map((label, index) => ({ key: `${index}`, label }))
        for (const query of queries)
          expect(findOptions(list, query)).toEqual(
            list.filter(({ label }) => foldCase(label).includes(foldCase(query))),
          )
      }),
    )
  })
})
