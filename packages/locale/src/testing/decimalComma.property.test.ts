import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPastedAmount, readTypedAmount } from '../amounts/readAmount.ts'
import { LOCALES, type Locale } from '../locales/localeTable.ts'
import { formatCompact } from '../numbers/formatCompact.ts'
import { formatNumber, formatPercent } from '../numbers/formatNumber.ts'
import { numberPattern } from '../numbers/numberPatterns.ts'

/**
 * What a careful clerk would say a text means to a reader of `locale`: every value it can have, in
 * units of 10^-12. Written another way than the code under test: it tries all meanings of each sign
 * instead of two forms.
 */
function meanings(text: string): Set<string> {
  const values = new Set<string>()
  for (const decimal of ['.', ',', '']) {
    const at = decimal === '' ? -1 : text.lastIndexOf(decimal)
    if (decimal !== '' && (at < 0 || text.indexOf(decimal) !== at)) continue
    const integer = at < 0 ? text : text.slice(0, at)
    const fraction = at < 0 ? '' : text.slice(at + 1)
    if (/\D/.test(fraction)) continue
    const signs = new Set(integer.replace(/\d/g, ''))
    if (signs.size > 1) continue
    const groups = integer.split(/\D/)
    if (
      groups.length > 1 &&
      (!/^[1-9]\d{0,2}$/.test(groups[0] ?? '') ||
        groups.slice(1).some((group) => group.length !== 3))
    )
      continue
    values.add(BigInt(groups.join('') + fraction.padEnd(12, '0')).toString())
  }
  return values
}

const unitsOf = (amount: string) => {
  const [integer = '', fraction = ''] = amount.split('.')
  return BigInt(integer + fraction.padEnd(12, '0')).toString()
}

/** 100,000 at night. */
const RUNS = Number(process.env['DECIMAL_COMMA_CASES'] ?? 5_000)

/**
 * What AmountField holds after the keys, one after the other: what is read stands as its normalised
 * form, what is refused stays as it was typed and is no amount.
 */
function keyed(keys: string, locale: Locale): { readonly shown: string; readonly amount: string } {
  return [...keys].reduce(
    ({ shown }, key) => {
      const reading = readTypedAmount(shown + key, { locale, decimals: 12 })
      return reading.status === 'amount'
        ? { shown: reading.text, amount: reading.text }
        : { shown: reading.text, amount: '' }
    },
    { shown: '', amount: '' },
  )
}

/**
 * Of a text that means nothing to anybody (`1,2,3`) no amount is right or wrong; the spec's rule
 * cuts it.
 */
function wrongByKeys(text: string, locale: Locale): string | undefined {
  const { amount } = keyed(text, locale)
  const possible = meanings(text)
  return amount === '' || possible.size === 0 || possible.has(unitsOf(amount))
    ? undefined
    : `${locale}: ${text} became ${amount}`
}

/** 40 ways in which traders write amounts. */
const FORMS = [
  '1',
  '10',
  '1234',
  '0,5',
  '0.5',
  '1,5',
  '1.5',
  '1,50',
  '1.50',
  '12,34',
  '12.34',
  '0,125',
  '0.125',
  '0,001',
  '0.001',
  '1,234',
  '1.234',
  '12,345',
  '12.345',
  '1234,5',
  '1234.5',
  '1,234.5',
  '1.234,5',
  '1,234.56',
  '1.234,56',
  '1,234,567',
  '1.234.567',
  '1,234,567.8',
  '1.234.567,8',
  '12,345,678.9',
  '12.345.678,9',
  '90000,1',
  '90000.1',
  '1234,567',
  '1234.567',
  '100,0',
  '100.0',
  '1,2,3',
  '1,234.567,8',
  '00,5',
]

describe('the decimal comma', () => {
  it.each<Locale>(LOCALES)(
    '%s reads 40 typed and 40 pasted forms without one wrong amount (locale Numbers)',
    (locale) => {
      expect(FORMS).toHaveLength(40)
      const wrong: string[] = []
      for (const [kind, read] of [
        ['typed', readTypedAmount],
        ['pasted', readPastedAmount],
      ] as const) {
        for (const text of FORMS) {
          const reading = read(text, { locale, decimals: 12 })
          if (reading.status === 'amount' && !meanings(text).has(unitsOf(reading.text)))
            wrong.push(`${kind} ${text}: ${reading.text}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it.each<Locale>(LOCALES)(
    '%s reads the 40 forms key by key without one wrong amount (locale Numbers)',
    (locale) => {
      expect(FORMS.map((text) => wrongByKeys(text, locale)).filter(Boolean)).toEqual([])
    },
  )

  it('reads random amounts typed key by key as written (locale Numbers)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.oneof(
          fc.stringMatching(/^\d{1,4}([.,]\d{1,4}){0,3}$/),
          fc.stringMatching(/^[1-9]\d{0,2}(,\d{3}){1,3}(\.\d{0,4})?$/),
          fc.stringMatching(/^[1-9]\d{0,2}(\.\d{3}){1,3}(,\d{0,4})?$/),
        ),
        (locale, text) => {
          expect(wrongByKeys(text, locale)).toBeUndefined()
        },
      ),
      { numRuns: RUNS },
    )
  })

  it.each<Locale>(LOCALES)(
    '%s reads a native amount as what it is, or asks (locale Numbers)',
    (locale) => {
      const { decimal, group } = numberPattern(locale)
      for (const [native, value] of [
        [`1${decimal}5`, '1.5'],
        [`0${decimal}125`, '0.125'],
        [`1${group}234${decimal}5`, '1234.5'],
        [`12${group}345${group}678${decimal}25`, '12345678.25'],
      ] as const) {
        const reading = readPastedAmount(native, { locale, decimals: 12 })
        expect(reading, native).toEqual({ status: 'amount', text: value })
        const keyed = readTypedAmount(native, { locale, decimals: 12 })
        if (keyed.status === 'amount') expect(keyed.text, native).toBe(value)
      }
    },
  )

  it('accepts pasted text with one meaning only (locale Numbers)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.stringMatching(/^\d{1,4}([.,]\d{0,4}){0,3}$/),
        (locale, text) => {
          const reading = readPastedAmount(text, { locale, decimals: 12 })
          if (reading.status === 'refused') return
          const possible = meanings(text)
          expect(possible.has(unitsOf(reading.text)), `${locale} ${text} ${reading.text}`).toBe(
            true,
          )
          // `1,234.` and the like: one more meaning is possible only through the trailing sign.
          if (!/[.,]$/.test(text) && !text.startsWith('0'))
            expect(possible.size, `${locale} ${text}`).toBe(1)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('reads a number copied from our pages exactly or refuses it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 6 }),
        (locale, units, digits) => {
          const base = 10n ** BigInt(digits)
          const decimals = String(units % base).padStart(digits, '0')
          const value = `${units / base}${digits > 0 ? `.${decimals}` : ''}`
          for (const shown of [
            formatNumber(value, { locale, digits }),
            formatNumber(value, { digits }),
          ]) {
            const reading = readPastedAmount(shown, { locale, decimals: 12 })
            if (reading.status === 'amount')
              expect(unitsOf(reading.text), `${locale} ${shown}`).toBe(unitsOf(value))
            else expect(reading.reason, `${locale} ${shown}`).toBe('three-digits')
          }
          // Cut or scaled, a figure is no amount: `12.50K` is not 12.5, nor is `<0.01` a hundredth
          // or 5 % a five.
          for (const shown of [
            formatCompact(value, { locale }),
            formatNumber(value, { locale }),
            formatPercent(value, { locale }),
          ]) {
            const reading = readPastedAmount(shown, { locale, decimals: 12 })
            if (/[KMBT<%]/.test(shown)) expect(reading.status, `${locale} ${shown}`).toBe('refused')
          }
        },
      ),
      { numRuns: RUNS },
    )
  })
})
