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

/** The newest quotes of other markets. */
export interface QuoteBoard {
  /** Takes a quote in, unless a younger one of that market is there. */
  put(contract: string, quote: Quote): void
  of(contract: string): readonly Quote[]
}

export function createQuoteBoard(): QuoteBoard {
  const boards = new Map<string, Map<string, Quote>>()
  return {
    put(contract, quote) {
      const board = boards.get(contract) ?? new Map<string, Quote>()
      boards.set(contract, board)
      if ((board.get(quote.name)?.at ?? 0) <= quote.at) board.set(quote.name, quote)
    },
    of: (contract) => [...(boards.get(contract)?.values() ?? [])],
  }
}
