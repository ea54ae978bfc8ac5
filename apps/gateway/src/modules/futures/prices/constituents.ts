import { decimal, formatDecimal, formatUnits, mul } from '@x/decimal'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import type { Quote } from './priceIndex.ts'

/** The gateway's own pair as a constituent of an index. */
export interface OwnPair {
  readonly symbol: string
  readonly pricePlace: number
  /** Units of the base in one unit of the contract: 1000 of 1000SHIBUSDT. Default 1. */
  readonly multiple?: string
  /** Default 1. */
  readonly weight?: string
}

/**
 * The middle of the own pair's book now, `undefined` while it is paused or has no side (futures 5).
 */
export function ownQuote(
  market: Pick<DisplayedMarket, 'book' | 'status'>,
  { pair, at }: { readonly pair: OwnPair; readonly at: number },
): Quote | undefined {
  const { symbol, pricePlace, multiple = '1', weight = '1' } = pair
  if (market.status(symbol) !== 'trading') return undefined
  const { bids, asks } = market.book(symbol, 1)
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]]
  if (bid === undefined || ask === undefined) return undefined
  // Five of the next place are half a tick.
  const middle = decimal(formatUnits(BigInt(bid + ask) * 5n, pricePlace + 1))
  return { name: 'own', price: formatDecimal(mul(middle, decimal(multiple))), weight, at }
}

/** Quotes of the market of a feed, as old as its last change. */
export interface FeedQuotes {
  quote(pair: OwnPair): Quote | undefined
  stop(): void
}

/**
 * Another exchange as a constituent (futures 5): its displayed market, which a live source fills. A
 * feed that is silent or lost for 10 s counts no more.
 */
export function createFeedQuotes({
  market,
  name,
  now,
}: {
  readonly market: Pick<DisplayedMarket, 'book' | 'status' | 'subscribe'>
  readonly name: string
  readonly now: () => number
}): FeedQuotes {
  const changedAt = new Map<string, number>()
  const stop = market.subscribe({
    level: (symbol) => void changedAt.set(symbol, now()),
    trade: ({ symbol }) => void changedAt.set(symbol, now()),
  })
  return {
    quote(pair) {
      const at = changedAt.get(pair.symbol)
      const found = at === undefined ? undefined : ownQuote(market, { pair, at })
      return found && { ...found, name }
    },
    stop,
  }
}
