import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '../locales/localeTable.ts'
import { numberPattern } from '../numbers/numberPatterns.ts'
import { readPastedAmount, readTypedAmount } from './readAmount.ts'

const COMMA = LOCALES.filter((locale) => numberPattern(locale).decimal === ',')
const DOT = LOCALES.filter((locale) => numberPattern(locale).decimal === '.')

const typed = (text: string, locale: Locale, decimals = 8) => {
  const reading = readTypedAmount(text, { locale, decimals })
  return reading.status === 'amount' ? reading.text : reading.reason
}
const pasted = (text: string, locale: Locale, decimals = 8) => {
  const reading = readPastedAmount(text, { locale, decimals })
  return reading.status === 'amount' ? reading.text : reading.reason
}

describe('typed amounts', () => {
  it.each(COMMA)('reads a typed comma as decimal sign in %s (locale Numbers)', (locale) => {
    expect(
      ['1,5', '1,', '0,125', ',5', '1,234', '12345,6'].map((text) => typed(text, locale)),
    ).toEqual(['1.5', '1.', '0.125', '0.5', '1.234', '12345.6'])
  })

  it.each(DOT)('refuses a comma that cannot group in %s (locale Numbers)', (locale) => {
    expect(
      ['1,5', '1,', '1,23', ',5', '1,234', '1,2,3'].map((text) => typed(text, locale)),
    ).toEqual([
      'decimal-comma',
      'decimal-comma',
      'decimal-comma',
      'decimal-comma',
      'three-digits',
      'mixed-signs',
    ])
    expect(['1,234.5', '1,234,567', '12,345,678.9'].map((text) => typed(text, locale))).toEqual([
      '1234.5',
      '1234567',
      '12345678.9',
    ])
  })

  it.each(LOCALES)('reads the displayed dot as decimal sign in %s (locale Numbers)', (locale) => {
    expect(
      ['1.5', '1.', '0.125', '1.234', '90000.125', '7'].map((text) => typed(text, locale)),
    ).toEqual(['1.5', '1.', '0.125', '1.234', '90000.125', '7'])
  })

  it.each(LOCALES)('normalises the result in %s as its last step (spec 5.5)', (locale) => {
    expect(typed('12abc.5', locale)).toBe('12.5')
    expect(typed('.5', locale)).toBe('5')
    expect(typed('000.5', locale)).toBe('0.5')
    expect(typed('1.23456', locale, 2)).toBe('1.23')
    expect(typed('1.5', locale, 0)).toBe('1')
    expect(typed('123456789012345678901234', locale)).toBe('12345678901234567890')
    expect(typed('', locale)).toBe('')
  })

  it('keeps only the first dot (spec 5.5)', () => {
    expect([typed('1.2.3', 'en'), typed('1..5', 'en'), typed('1.2.', 'de')]).toEqual([
      '1.23',
      '1.5',
      '1.2',
    ])
  })

  it.each(LOCALES)(
    'refuses a million grouped by dots that arrives whole in %s (locale Numbers)',
    (locale) => {
      expect([typed('1.234.567', locale), typed('12.345.678.901', locale)]).toEqual([
        'mixed-signs',
        'mixed-signs',
      ])
    },
  )

  it('normalises digits and signs of other scripts (locale Numbers)', () => {
    expect([
      typed('１．５', 'ja'),
      typed('１２。３', 'zh-CN'),
      typed('١٫٥', 'ar'),
      typed('۱۲', 'ar'),
      typed('１，５', 'de'),
      typed('1،5', 'ar'),
      typed('１，５', 'zh-CN'),
    ]).toEqual(['1.5', '12.3', '1.5', '12', '1.5', 'decimal-comma', 'decimal-comma'])
  })

  it('reads typed and pasted Thai digits with a dot (locale Numbers)', () => {
    expect([
      typed('๑๒.๕', 'th'),
      typed('๑๒.5', 'th'),
      typed('๑,๕', 'th'),
      pasted('๑,๒๓๔.๕๐', 'th'),
      pasted('฿ ๐.๐๐๑', 'th'),
    ]).toEqual(['12.5', '12.5', 'decimal-comma', '1234.50', '0.001'])
  })

  it('spaces and marks of direction between digits are nothing', () => {
    expect([
      typed('1 234,5', 'fr'),
      typed('1\u202f234', 'fr'),
      typed('\u200e12\u200f', 'ar'),
    ]).toEqual(['1234.5', '1234', '12'])
  })

  it.each(LOCALES)('refuses a second dot after three digits in %s (locale Numbers)', (locale) => {
    expect(
      ['1.234.', '1.234.5', '1.234.567', '12.345.6'].map((text) => typed(text, locale)),
    ).toEqual(Array(4).fill('mixed-signs'))
    expect(typed('0.234.', locale)).toBe('0.234')
  })

  it.each(COMMA)('refuses a dot before a comma in %s (locale Numbers)', (locale) => {
    expect(
      ['1.234,', '1.234,5', '1.234,56', '1.5,3', '1,5.3', '1,2,3'].map((text) =>
        typed(text, locale),
      ),
    ).toEqual(Array(6).fill('mixed-signs'))
  })

  it.each(COMMA)('ignores a trailing second sign in %s', (locale) => {
    expect(['1.5,', '1,5,', '0.125,'].map((text) => typed(text, locale))).toEqual([
      '1.5',
      '1.5',
      '0.125',
    ])
  })

  it('reads commas that can only group as groups in every language', () => {
    for (const locale of LOCALES)
      expect([typed('1,234,567', locale), typed('1,234,567.8', locale)]).toEqual([
        '1234567',
        '1234567.8',
      ])
  })

  it('returns refused text unchanged', () => {
    expect(readTypedAmount('1,5 ', { locale: 'en', decimals: 2 })).toEqual({
      status: 'refused',
      reason: 'decimal-comma',
      text: '1,5 ',
    })
  })

  it('reads amounts typed key by key in the language of the keyboard', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.stringMatching(/^\d{1,6}$/),
        (locale, integer, fraction) => {
          let field = ''
          for (const key of `${integer}${numberPattern(locale).decimal}${fraction}`) {
            const reading = readTypedAmount(field + key, { locale, decimals: 6 })
            if (reading.status === 'refused') return void expect.unreachable(`${field}${key}`)
            field = reading.text
          }
          expect(field).toBe(`${integer}.${fraction}`)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('accepts an accepted amount again without a change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.stringMatching(/^[\d.,]{0,12}$/),
        (locale, text) => {
          const once = readTypedAmount(text, { locale, decimals: 4 })
          if (once.status === 'amount')
            expect(readTypedAmount(once.text, { locale, decimals: 4 })).toEqual(once)
        },
      ),
      { numRuns: 5000 },
    )
  })
})

describe('pasted amounts', () => {
  it.each(LOCALES)('reads its own form and the invariant form in %s (locale Numbers)', (locale) => {
    const { decimal, group } = numberPattern(locale)
    expect(pasted(`1${group}234${decimal}56`, locale)).toBe('1234.56')
    expect(pasted(`1${group}234${group}567${decimal}8`, locale)).toBe('1234567.8')
    expect(pasted(`12${decimal}5`, locale)).toBe('12.5')
    expect([
      pasted('1,234.56', locale),
      pasted('12.5', locale),
      pasted('1234', locale),
      pasted('90000.125', locale),
      pasted('0.125', locale),
    ]).toEqual(['1234.56', '12.5', '1234', '90000.125', '0.125'])
  })

  it.each(LOCALES)(
    'refuses a lone sign before exactly three digits in %s (locale Numbers)',
    (locale) => {
      for (const text of [
        '1,234',
        '1.234',
        '12,345',
        '12.345',
        '123.456',
        ' 1,234 USDT',
        '１，２３４',
      ])
        expect(pasted(text, locale), text).toBe('three-digits')
    },
  )

  it.each(LOCALES)(
    'refuses several of both signs and impossible orders in %s (locale Numbers)',
    (locale) => {
      for (const text of [
        '1,234.567,8',
        '1.2.3',
        '1,2,3',
        '1.234.56',
        '1,23.4',
        '1..5',
        '12,34,56',
      ])
        expect(pasted(text, locale), text).toBe('mixed-signs')
    },
  )

  it.each(DOT)('refuses to read 1,5 as 15 in %s', (locale) => {
    expect([
      pasted('1,5', locale),
      pasted('0,125', locale),
      pasted('1.234,56', locale),
      pasted('1.234.567', locale),
    ]).toEqual(['decimal-comma', 'decimal-comma', 'mixed-signs', 'mixed-signs'])
  })

  it.each(COMMA)('reads 1,5 and 0,125 as decimals in %s', (locale) => {
    expect([
      pasted('1,5', locale),
      pasted('0,125', locale),
      pasted('1234,567', locale),
      pasted(',5', locale),
    ]).toEqual(['1.5', '0.125', '1234.567', '0.5'])
  })

  it('reads several dots as groups only where dots group', () => {
    expect([
      pasted('1.234.567', 'de'),
      pasted('1.234.567', 'fr'),
      pasted('1.234,56', 'fr'),
    ]).toEqual(['1234567', 'mixed-signs', 'mixed-signs'])
  })

  it('accepts a currency, unit, sign or blanks around the number', () => {
    expect(
      [
        '$1,234.56',
        '≈ 0.5 BTC',
        '1.5 USDT',
        '5 Kč',
        '-5',
        'Rp 12.5',
        '\u200e+3',
        'Preis: 7.',
        '\t42\n',
      ].map((text) => pasted(text, 'en')),
    ).toEqual(['1234.56', '0.5', '1.5', '5', '5', '12.5', '3', '7.', '42'])
    expect([
      pasted('1.234,56 €', 'de'),
      pasted('1\u00a0234,56\u00a0₽', 'ru'),
      pasted("1'234.5", 'de'),
    ]).toEqual(['1234.56', '1234.56', '1234.5'])
  })

  it('refuses text that is not one number', () => {
    for (const text of [
      '',
      '   ',
      'abc',
      '1e-7',
      '1h5',
      '0.1 BTC 0.2',
      '1 2 3',
      '12 34',
      '5-6',
      '1/2',
      '0x1f',
      '.',
      ',',
    ])
      expect(pasted(text, 'en'), text).toMatch(/^(not-a-number|mixed-signs)$/)
  })

  it.each(LOCALES)('refuses a compact figure such as 12.5K in %s (locale Numbers)', (locale) => {
    for (const text of [
      '12.5K',
      '12.5 k',
      '1.5M',
      '444.40B',
      '2T USDT',
      '1,5 mln',
      '3 тыс.',
      '1.2 млн',
      '5万',
      '3억',
      '1.5 tr',
      '2 triệu',
      '10 ล้าน',
      '5 مليون',
    ])
      expect(pasted(text, locale), text).toBe('not-a-number')
  })

  it("refuses a percentage, a bound and a number with a word's dot", () => {
    for (const text of [
      '5%',
      '% 5',
      '12,5 %',
      '<0.01',
      '>-0.01',
      '< $0.01',
      'Rs.500',
      'Rp.500',
      'S/.500',
    ])
      expect([pasted(text, 'en'), pasted(text, 'tr')], text).toEqual([
        'not-a-number',
        'not-a-number',
      ])
  })

  it('a unit that begins like a multiple is a unit', () => {
    for (const text of [
      '5 BTC',
      '5BTC',
      '5 TRX',
      '5 MANA',
      '5 KAVA',
      '5 TL',
      '5 Kč',
      '5 тенге',
      '5 jetons',
    ])
      expect(pasted(text, 'en'), text).toBe('5')
  })

  it('refuses rather than truncates more than 20 integer digits (spec 5.5)', () => {
    expect([
      pasted('1'.repeat(20), 'en'),
      pasted('1'.repeat(21), 'en'),
      pasted(`${'1'.repeat(21)},5`, 'de'),
    ]).toEqual(['1'.repeat(20), 'too-long', 'too-long'])
  })

  it('truncates decimals beyond those of the field (spec 5.5)', () => {
    expect(pasted('1.239', 'en', 2)).toBe('three-digits')
    expect([pasted('12.2399', 'en', 2), pasted('0.9999', 'de', 0)]).toEqual(['12.23', '0'])
  })

  it('reads foreign leading signs before a fraction', () => {
    expect([pasted('.5', 'en'), pasted('.5', 'de'), pasted('5.', 'en')]).toEqual([
      '0.5',
      '0.5',
      '5.',
    ])
  })
})
