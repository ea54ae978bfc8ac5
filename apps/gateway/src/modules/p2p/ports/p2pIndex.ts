import type { ValuationRates } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { PRICE_DECIMALS } from '../../../exchange/products/p2p.ts'
import type { AdvertTerms } from '../../../exchange/state/p2pState.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'

/** Fiat for a whole coin in units of `PRICE_DECIMALS`, by the market and the valuation rates. */
export interface P2pIndex {
  /** `undefined` while there is no price or no rate. */
  of(asset: string, fiat: string): bigint | undefined
  /** The price of an advert at this moment. */
  priceOf(advert: {
    readonly asset: string
    readonly fiat: string
    readonly terms: AdvertTerms
  }): bigint | undefined
}

const QUOTE = 'USDT'
const ONE = 10n ** BigInt(PRICE_DECIMALS)
const WHOLE_BP = 10_000n

/** A quote coin counts as a dollar, which the rates are for. */
export function createP2pIndex({
  market,
  rates,
}: {
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly rates: ValuationRates
}): P2pIndex {
  function inQuote(asset: string): bigint | undefined {
    if (asset === QUOTE) return ONE
    const pair = SPOT_SYMBOLS.find(({ base, quote }) => base === asset && quote === QUOTE)
    const ticks = pair && market.lastTicks(pair.symbol)
    return ticks === undefined
      ? undefined
      : BigInt(ticks) * 10n ** BigInt(PRICE_DECIMALS - pair!.pricePlace)
  }

  function of(asset: string, fiat: string): bigint | undefined {
    const price = inQuote(asset)
    const rate = rates.rates[fiat]
    const units = rate === undefined ? null : parseUnits(rate, PRICE_DECIMALS)
    if (price === undefined || units === null) return undefined
    const index = (price * units) / ONE
    return index > 0n ? index : undefined
  }

  return {
    of,
    priceOf({ asset, fiat, terms: { price, marginBp } }) {
      if (price !== null) return BigInt(price)
      const index = of(asset, fiat)
      const shifted = index && (index * (WHOLE_BP + BigInt(marginBp ?? 0))) / WHOLE_BP
      return shifted && shifted > 0n ? shifted : undefined
    },
  }
}

export const priceText = (price: bigint): string =>
  formatUnits(price, PRICE_DECIMALS, { trim: true })
