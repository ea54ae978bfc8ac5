import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupInteger, joinDigits, roundDigits, shiftPoint } from './decimalText.ts'
import { numberPattern } from './numberPatterns.ts'

const plainDecimal = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
    fc.option(fc.stringMatching(/^\d{1,12}$/)),
  )
  .map(
    ([negative, integer, fraction]) =>
      `${negative ? '-' : ''}${integer}${fraction === null ? '' : `.${fraction}`}`,
  )

/** Value as a fraction over 10^scale, by another way than the code under test. */
const exact = (text: string, scale: number) => {
  const [integer = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(integer + fraction.padEnd(scale, '0'))
  return text.startsWith('-') ? -units : units
}

describe('roundDigits', () => {
  it('cuts to the digits asked for', () => {
    expect(roundDigits('1234.567', { digits: 2, mode: 'down' })).toEqual({
      sign: '',
      integer: '1234',
      fraction: '56',
    })
    expect(roundDigits('-1234.567', { digits: 2, mode: 'up' })).toEqual({
      sign: '-',
      integer: '1234',
      fraction: '57',
    })
    expect(roundDigits('5', { digits: 0, mode: 'down' })).toEqual({
      sign: '',
      integer: '5',
      fraction: '',
    })
  })

  it('keeps digits that a float would lose (locale Numbers)', () => {
    expect(
      roundDigits('90071992547409929007199254740993.12', { digits: 2, mode: 'down' })?.integer,
    ).toBe('90071992547409929007199254740993')
    expect(
      roundDigits('0.1000000000000000055511151231257827', { digits: 30, mode: 'down' })?.fraction,
    ).toBe('100000000000000005551115123125')
  })

  it('marks what is not zero but vanishes (locale Numbers)', () => {
    expect(roundDigits('0.004', { digits: 2, mode: 'down' })).toEqual({
      sign: '<',
      integer: '0',
      fraction: '01',
    })
    expect(roundDigits('-0.004', { digits: 2, mode: 'half-up' })).toEqual({
      sign: '>-',
      integer: '0',
      fraction: '01',
    })
    expect(roundDigits('0.4', { digits: 0, mode: 'down' })).toEqual({
      sign: '<',
      integer: '1',
      fraction: '',
    })
  })

  it('gives null for everything that is no plain decimal (locale Numbers)', () => {
    for (const value of [
      undefined,
      null,
      '',
      ' ',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e5',
      '1,5',
      '0x10',
      'abc',
      '--',
      '1.2.3',
      '٣',
    ])
      expect(roundDigits(value, { digits: 2, mode: 'down' }), String(value)).toBeNull()
  })

  it('blanks around a number do not matter', () => {
    expect(roundDigits(' 1.5\n', { digits: 1, mode: 'down' })).toEqual({
      sign: '',
      integer: '1',
      fraction: '5',
    })
  })

  it('truncates towards zero by less than one step', () => {
    fc.assert(
      fc.property(plainDecimal, fc.integer({ min: 0, max: 8 }), (text, digits) => {
        const shown = roundDigits(text, { digits, mode: 'down' })
        if (!shown || shown.sign === '<' || shown.sign === '>-') return
        const magnitude = (value: bigint) => (value < 0n ? -value : value)
        const difference =
          magnitude(exact(text, 12)) - exact(`${shown.integer}.${shown.fraction || '0'}`, 12)
        expect(difference >= 0n && difference < 10n ** BigInt(12 - digits)).toBe(true)
      }),
    )
  })
})

describe('shiftPoint', () => {
  it.each([
    ['0.0123', 2, '1.23'],
    ['1', 2, '100'],
    ['-0.5', 2, '-50'],
    ['1234567', -3, '1234.567'],
    ['5', -3, '0.005'],
    ['0', 2, '0'],
    ['12.5', 0, '12.5'],
    ['0.001', 1, '0.01'],
    ['100', -2, '1.00'],
  ])('moves the point of %s by %i: %s', (text, places, result) => {
    expect(shiftPoint(text, places)).toBe(result)
  })

  it('leaves what is no decimal as it is', () => {
    expect([shiftPoint('abc', 2), shiftPoint('1e5', 2), shiftPoint('', 2)]).toEqual([
      'abc',
      '1e5',
      '',
    ])
  })

  it('restores a value shifted there and back', () => {
    fc.assert(
      fc.property(plainDecimal, fc.integer({ min: 0, max: 6 }), (text, places) => {
        expect(exact(shiftPoint(shiftPoint(text, places), -places), 20)).toBe(exact(text, 20))
      }),
    )
  })
})

describe('grouping', () => {
  it('groups by three from the right', () => {
    const pattern = numberPattern('trading')
    expect(
      ['1', '999', '1000', '12345', '1234567'].map((digits) => groupInteger(digits, pattern)),
    ).toEqual(['1', '999', '1,000', '12,345', '1,234,567'])
  })

  it('leaves four digits together where the language does', () => {
    expect(['1000', '10000'].map((digits) => groupInteger(digits, numberPattern('es')))).toEqual([
      '1000',
      '10.000',
    ])
    expect(['1000', '10000'].map((digits) => groupInteger(digits, numberPattern('es-AR')))).toEqual(
      ['1.000', '10.000'],
    )
  })

  it('the digits survive the grouping', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (value) => {
        expect(groupInteger(String(value), numberPattern('de')).replaceAll('.', '')).toBe(
          String(value),
        )
      }),
    )
  })

  it('joins with the decimal sign only where there is a fraction', () => {
    expect(joinDigits({ integer: '1234', fraction: '50' }, numberPattern('fr'))).toBe(
      '1\u202f234,50',
    )
    expect(joinDigits({ integer: '1234', fraction: '' }, numberPattern('fr'))).toBe('1\u202f234')
  })
})
