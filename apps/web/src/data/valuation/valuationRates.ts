import type { ValuationRates } from '@x/api'
import { type CurrencyCode, isCurrencyCode } from '@x/locale'
import { convertValuation, type DollarRates } from '@x/locale/numbers'

export type { ValuationRates }

export interface Valuation {
  readonly currency: CurrencyCode
  /** The currencies that there is a rate for. */
  readonly offered: readonly CurrencyCode[]
  /** When the rates held; `undefined` for dollars, which need none. */
  readonly at: number | undefined
  /** An amount of USDT in the currency. */
  worth(usdt: string | undefined): string | undefined
}

/**
 * Assets in the wanted currency, in dollars where there is no rate for it. One USDT counts as one
 * dollar.
 */
export function valuationIn(
  wanted: CurrencyCode,
  { fetched }: { readonly fetched: ValuationRates | undefined },
): Valuation {
  const rates: DollarRates = fetched?.rates ?? {}
  const isKnown = (to: CurrencyCode) => convertValuation('1', { from: 'USD', to, rates }) !== null
  const currency = isKnown(wanted) ? wanted : 'USD'
  const offered = Object.keys({ USD: '1', ...rates })
    .filter(isCurrencyCode)
    .filter(isKnown)
  return {
    currency,
    offered,
    at: currency === 'USD' ? undefined : fetched?.at,
    worth: (usdt) =>
      usdt === undefined
        ? undefined
        : (convertValuation(usdt, { from: 'USD', to: currency, rates }) ?? undefined),
  }
}
