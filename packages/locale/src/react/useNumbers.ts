import { useMemo } from 'react'
import { formatCompact } from '../numbers/formatCompact.ts'
import {
  formatNumber,
  formatPercent,
  type NumberOptions,
  type PercentOptions,
} from '../numbers/formatNumber.ts'
import { formatValuation, type ValuationOptions } from '../numbers/formatValuation.ts'
import { type PriceOptions, priceParts, type PriceParts } from '../numbers/priceParts.ts'
import { useLocale } from './LocaleProvider.tsx'

/**
 * `trading`: books, entry fields, positions, tables of orders. `prose`: everything that is read as
 * a sentence.
 */
export type Surface = 'prose' | 'trading'

type Value = string | null | undefined

/** Number formatters of the current language. */
export interface Numbers {
  number(value: Value, options?: Omit<NumberOptions, 'locale'>): string
  percent(value: Value, options?: Omit<PercentOptions, 'locale'>): string
  compact(value: Value, options?: Omit<NumberOptions, 'locale'>): string
  price(value: Value, options?: Omit<PriceOptions, 'locale'>): PriceParts
  /** Fiat money follows the language on every surface. */
  valuation(value: Value, options: Omit<ValuationOptions, 'locale'>): string
}

/** The number formats of a surface, bound to the provider's language and to the trader's switch. */
export function useNumbers(surface: Surface = 'prose'): Numbers {
  const { locale: language, tradingNumbers } = useLocale()
  const locale = surface === 'trading' && tradingNumbers === 'invariant' ? 'trading' : language
  return useMemo(
    () => ({
      number: (value, options) => formatNumber(value, { ...options, locale }),
      percent: (value, options) => formatPercent(value, { ...options, locale }),
      compact: (value, options) => formatCompact(value, { ...options, locale }),
      price: (value, options) => priceParts(value, { ...options, locale }),
      valuation: (value, options) => formatValuation(value, { ...options, locale: language }),
    }),
    [locale, language],
  )
}
