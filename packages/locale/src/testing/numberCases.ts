import { CURRENCY_CODES, type CurrencyCode } from '../currencies/currencies.ts'
import type { Locale } from '../locales/localeTable.ts'
import { formatNumber, formatPercent, type Scene, SCENES } from '../numbers/formatNumber.ts'
import { formatValuation } from '../numbers/formatValuation.ts'

/**
 * Decimal strings at every place where something turns: grouping, rounding halves, signs, nothing,
 * almost nothing, more than a float can hold.
 */
export const VALUES = [
  '0',
  '-0',
  '-0.00',
  '0.004',
  '-0.004',
  '0.005',
  '-0.005',
  '0.015',
  '0.999999',
  '1',
  '-1.5',
  '9.995',
  '999.99',
  '999.995',
  '1000',
  '1234.5',
  '-1234.5678',
  '9999.999',
  '10000',
  '12345.678901',
  '-100000',
  '1234567.89',
  '-98765432.1',
  '123456789012.345678',
  '0.00000049',
  '90071992547409929007199254740993.123456789',
] as const

export type NumberCase =
  | {
      readonly kind: 'number' | 'percent'
      readonly locale: Locale
      readonly scene: Scene
      readonly value: string
    }
  | {
      readonly kind: 'valuation'
      readonly locale: Locale
      readonly currency: CurrencyCode
      readonly scene: Scene
      readonly value: string
    }

const SCENE_NAMES = Object.keys(SCENES) as Scene[]

/**
 * 26 locales x 13 currencies x 3 scenes x the values, and the bare numbers and percentages of each
 * scene.
 */
export function casesOf(locale: Locale): NumberCase[] {
  return SCENE_NAMES.flatMap((scene) =>
    VALUES.flatMap((value): NumberCase[] => [
      { kind: 'number', locale, scene, value },
      { kind: 'percent', locale, scene, value },
      ...CURRENCY_CODES.map((currency) => ({
        kind: 'valuation' as const,
        locale,
        currency,
        scene,
        value,
      })),
    ]),
  )
}

export function formatCase(given: NumberCase): string {
  const { locale, scene, value } = given
  if (given.kind === 'valuation')
    return formatValuation(value, { locale, currency: given.currency, scene })
  return (given.kind === 'percent' ? formatPercent : formatNumber)(value, { locale, scene })
}

/** What a reader can check by eye, beside the checksum of all. */
export const SAMPLES: readonly NumberCase[] = [
  { kind: 'number', locale: 'en', scene: 'usdt', value: '1234.5' },
  { kind: 'number', locale: 'en', scene: 'btc', value: '-98765432.1' },
  { kind: 'percent', locale: 'en', scene: 'fiat', value: '-1.5' },
  { kind: 'valuation', locale: 'en', currency: 'USD', scene: 'fiat', value: '1234567.89' },
  { kind: 'valuation', locale: 'en', currency: 'IDR', scene: 'fiat', value: '-1234.5678' },
  { kind: 'valuation', locale: 'en', currency: 'EUR', scene: 'fiat', value: '0.004' },
]
