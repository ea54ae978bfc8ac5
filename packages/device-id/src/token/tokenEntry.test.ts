import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_ENTRY, parseEntry, parseEntryText } from './tokenEntry.ts'

const whole = { token: 'a'.repeat(40), issuedAt: 5, status: 'error', at: 7 } as const

describe('parseEntry', () => {
  it('reads back what was written', () => {
    expect(parseEntryText(JSON.stringify(whole))).toEqual(whole)
  })

  it.each([[null], [undefined], [1], ['text'], [[]], [() => {}]])(
    'returns no entry for %s',
    (value) => {
      expect(parseEntry(value)).toEqual(NO_ENTRY)
    },
  )

  it.each([[null], [''], ['{'], ['null'], ['"x"']])(
    'returns no entry for the stored text %j',
    (text) => {
      expect(parseEntryText(text)).toEqual(NO_ENTRY)
    },
  )

  it('replaces invalid fields by defaults', () => {
    expect(parseEntry({ ...whole, token: 5 }).token).toBe('')
    expect(parseEntry({ ...whole, issuedAt: 'now' }).issuedAt).toBe(0)
    expect(parseEntry({ ...whole, at: Number.NaN }).at).toBe(0)
    expect(parseEntry({ ...whole, status: 'toString' }).status).toBe('uninitialised')
    expect(parseEntry({ ...whole, more: 1 })).toEqual(whole)
  })

  it('returns a well-formed entry for any value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const entry = parseEntry(value)
        expect(typeof entry.token).toBe('string')
        expect(Number.isFinite(entry.issuedAt) && Number.isFinite(entry.at)).toBe(true)
      }),
    )
  })
})
