import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from './Decimal.ts'
import { finishAmount, normaliseAmount } from './normaliseAmount.ts'

const two = (text: string) => normaliseAmount(text, { decimals: 2 })

describe('normaliseAmount', () => {
  it('turns every foreign decimal separator into a dot (spec 5.5)', () => {
    expect(['1．5', '1。5', '1｡5', '1٫5'].map(two)).toEqual(['1.5', '1.5', '1.5', '1.5'])
  })

  it('maps Arabic, Persian, Thai and full-width digits before anything is removed (U17)', () => {
    expect(['١٢٣٤٥٦٧٨٩٠', '۱۲۳۴۵۶۷۸۹۰', '๑๒๓๔๕๖๗๘๙๐', '１２３４５６７８９０'].map(two)).toEqual(
      Array(4).fill('1234567890'),
    )
  })

  it('removes everything except digits and a dot (spec 5.5)', () => {
    expect(['1,234.5', ' 12 ', '-3', '+3', '1e5', '$7', '1٬000', '', 'abc'].map(two)).toEqual([
      '1234.5',
      '12',
      '3',
      '3',
      '15',
      '7',
      '1000',
      '',
      '',
    ])
  })

  it('removes a leading dot, and any that would then lead (spec 5.5)', () => {
    expect(['.', '.5', '..5', 'x.5'].map(two)).toEqual(['', '5', '5', '5'])
  })

  it('collapses leading zeros and drops no digit with value (U17, spec 5.5)', () => {
    expect(['0', '00', '007', '00.5', '0.05', '.007', '100'].map(two)).toEqual([
      '0',
      '0',
      '07',
      '0.5',
      '0.05',
      '07',
      '100',
    ])
  })

  it('keeps only the first dot (spec 5.5)', () => {
    expect(['1.2.3', '1..2', '1.', '1...'].map(two)).toEqual(['1.23', '1.2', '1.', '1.'])
  })

  it('limits the integer part to 20 digits (spec 5.5, spec 9.7)', () => {
    const digits = '12345678901234567890'
    expect(two(`${digits}99`)).toBe(digits)
    expect(two(`${digits}99.75`)).toBe(`${digits}.75`)
  })

  it('limits the decimals to the count of the caller (spec 5.5)', () => {
    expect(normaliseAmount('1.23456789', { decimals: 8 })).toBe('1.23456789')
    expect(two('1.239')).toBe('1.23')
    expect(normaliseAmount('1.9', { decimals: 0 })).toBe('1')
    expect(normaliseAmount('1.', { decimals: 0 })).toBe('1')
  })

  it('refuses a count of decimals that is no count', () => {
    expect(() => normaliseAmount('1', { decimals: -1 })).toThrow(
      expect.objectContaining({ code: 'bad-scale' }),
    )
  })

  it('is idempotent and returns only digits and one dot (spec 5.5)', () => {
    const typed = fc.oneof(
      fc.stringMatching(/^[0-9.．,٠-٩ -]{0,40}$/),
      fc.string({ maxLength: 40, unit: 'binary' }),
    )
    fc.assert(
      fc.property(typed, fc.integer({ min: 0, max: 18 }), (text, decimals) => {
        const amount = normaliseAmount(text, { decimals })
        expect(normaliseAmount(amount, { decimals })).toBe(amount)
        expect(amount).toMatch(new RegExp(`^(0?[1-9][0-9]*|0)?(\\.[0-9]{0,${decimals}})?$`))
        expect(amount.replace(/\..*/, '').length).toBeLessThanOrEqual(20)
        expect(amount.startsWith('.')).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves a plain amount within the limits exactly as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(0|[1-9][0-9]{0,19})(\.[0-9]{1,8})?$/), (text) => {
        expect(normaliseAmount(text, { decimals: 8 })).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('finishAmount', () => {
  it('drops on blur what only made sense while typing (U17)', () => {
    expect(['07', '7', '0', '0.7', '0.', '7.', '00', '', '07.50'].map(finishAmount)).toEqual([
      '7',
      '7',
      '0',
      '0.7',
      '0',
      '7',
      '0',
      '',
      '7.50',
    ])
  })

  it('makes any amount but the empty one readable as a decimal', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9.]{0,30}$/), (text) => {
        const amount = finishAmount(normaliseAmount(text, { decimals: 4 }))
        expect(amount === '' || parseDecimal(amount) !== null).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
