import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceParts } from './priceParts.ts'

/** As it is read aloud in a bug report: the count in brackets. */
const print = (value: string | null, options = {}) => {
  const { head, zeros, tail } = priceParts(value, options)
  return zeros === undefined ? head : `${head}(${zeros})${tail}`
}

describe('prices', () => {
  it.each([
    ['0.00001234', '0.0(4)1234'],
    ['0.0000123456', '0.0(4)1234'],
    ['0.00000000099999', '0.0(9)9999'],
    ['0.00001', '0.0(4)1'],
    ['0.000012000', '0.0(4)12'],
    ['-0.00001234', '-0.0(4)1234'],
    ['0.0001234', '0.0001234'],
    ['0.001', '0.001'],
    ['1.00001', '1.00001'],
    ['0.00000', '0.00000'],
    ['67123.45', '67,123.45'],
    ['00.00001', '0.0(4)1'],
  ])('%s is set as %s (locale Numbers)', (value, text) => {
    expect(print(value)).toBe(text)
  })

  it('the full value is what is said and what is copied (locale Numbers)', () => {
    expect(priceParts('0.0000123456')).toEqual({
      head: '0.0',
      zeros: 4,
      tail: '1234',
      label: '0.0000123456',
      copy: '0.0000123456',
    })
    expect(priceParts('67123.456', { digits: 2 })).toEqual({
      head: '67,123.45',
      zeros: undefined,
      tail: '',
      label: '67,123.456',
      copy: '67123.456',
    })
  })

  it('follows the separators of a language', () => {
    expect(print('0.00001234', { locale: 'de' })).toBe('0,0(4)1234')
    expect(priceParts('1234.5', { locale: 'de' })).toMatchObject({
      head: '1.234,5',
      label: '1.234,5',
      copy: '1234.5',
    })
  })

  it('takes the decimals of the symbol, or of a scene', () => {
    expect([
      print('1.5', { digits: 4 }),
      print('1.23456789', { scene: 'btc' }),
      print('0.5', { digits: 0 }),
    ]).toEqual(['1.5000', '1.234567', '<1'])
  })

  it('returns the double dash without a price', () => {
    expect(priceParts(null)).toEqual({
      head: '--',
      zeros: undefined,
      tail: '',
      label: '--',
      copy: '',
    })
    expect(priceParts('soon').head).toBe('--')
  })

  it('joins its parts to the price truncated to four significant digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 18 }),
        fc.stringMatching(/^[1-9]\d{0,9}$/),
        (zeros, digits) => {
          const parts = priceParts(`0.${'0'.repeat(zeros)}${digits}`)
          expect(parts.zeros).toBe(zeros)
          expect(`${parts.head}${'0'.repeat(zeros - 1)}${parts.tail}`).toBe(
            `0.${'0'.repeat(zeros)}${digits.slice(0, 4).replace(/0+$/, '')}`,
          )
          expect(parts.copy).toBe(`0.${'0'.repeat(zeros)}${digits}`)
        },
      ),
    )
  })
})
