import type { ValuationRates } from '@x/api'
import { compare, div, formatDecimal, parseDecimal, ZERO } from '@x/decimal'
import { type CurrencyCode, isCurrencyCode } from '@x/locale'
import { convertValuation, type DollarRates } from '@x/locale/numbers'
import type { Numbers } from '@x/locale/react'

export type { ValuationRates }

/** What assets may be valued in: a currency, or a coin that has a scene of its own. */
export type ValuationCode = CurrencyCode | CoinCode
type CoinCode = (typeof VALUATION_COINS)[number]
export const VALUATION_COINS = ['BTC', 'USDT'] as const
const SCENES = { BTC: 'btc', USDT: 'usdt' } as const
/** Far below any digit that is shown. */
const COIN_SCALE = 16

export const isValuationCode = (code: string): code is ValuationCode =>
  isCoinCode(code) || isCurrencyCode(code)
export const isCoinCode = (code: string): code is CoinCode =>
  VALUATION_COINS.some((coin) => coin === code)

export interface Valuation {
  readonly currency: ValuationCode
  /** The coins, and the currencies that there is a rate for. */
  readonly offered: readonly ValuationCode[]
  /** When the rates held; `undefined` for dollars and coins, which need none. */
  readonly at: number | undefined
  /** An amount of USDT in the currency; `undefined` while the price of a coin is not known. */
  worth(usdt: string | undefined): string | undefined
}

interface ValuationSources {
  readonly fetched: ValuationRates | undefined
  /** The last price of BTC in USDT. */
  readonly btcPrice?: string | undefined
}

/**
 * Assets in the wanted currency or coin, in dollars where there is no rate for it. One USDT counts
 * as one dollar.
 */
export function valuationIn(
  wanted: ValuationCode,
  { fetched, btcPrice }: ValuationSources,
): Valuation {
  const rates: DollarRates = fetched?.rates ?? {}
  const isKnown = (to: CurrencyCode) => convertValuation('1', { from: 'USD', to, rates }) !== null
  const offered = [
    ...Object.keys({ USD: '1', ...rates })
      .filter(isCurrencyCode)
      .filter(isKnown),
    ...VALUATION_COINS,
  ]
  if (isCoinCode(wanted))
    return {
      currency: wanted,
      offered,
      at: undefined,
      worth: (usdt) => (wanted === 'USDT' ? usdt : inBitcoin(usdt, btcPrice)),
    }
  const currency = isKnown(wanted) ? wanted : 'USD'
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

function inBitcoin(usdt: string | undefined, price: string | undefined): string | undefined {
  const [amount, divisor] = [parseDecimal(usdt ?? ''), parseDecimal(price ?? '')]
  if (!amount || !divisor || compare(divisor, ZERO) <= 0) return undefined
  return formatDecimal(div(amount, divisor, { scale: COIN_SCALE, mode: 'half-up' }))
}

interface ValuationTextOptions {
  readonly valuation: Valuation
  readonly numbers: Numbers
  readonly signs?: 'always'
}

/** An amount of USDT as it is valued, with the sign of its currency or the name of its coin. */
export function valuationText(
  usdt: string | undefined,
  { valuation, numbers, signs }: ValuationTextOptions,
): string {
  const { currency, worth } = valuation
  if (!isCoinCode(currency))
    return numbers.valuation(worth(usdt), { currency, ...(signs && { signs }) })
  const figure = valuationFigure(usdt, { valuation, numbers, ...(signs && { signs }) })
  return `${figure}\u00a0${currency}`
}

/** The same without the unit. */
export function valuationFigure(
  usdt: string | undefined,
  { valuation: { currency, worth }, numbers, signs }: ValuationTextOptions,
): string {
  return numbers.number(worth(usdt), {
    purpose: 'valuation',
    scene: isCoinCode(currency) ? SCENES[currency] : 'fiat',
    ...(signs && { signs }),
  })
}
