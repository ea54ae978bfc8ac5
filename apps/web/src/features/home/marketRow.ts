import type { Ticker } from '@x/market'
import type { SpotSymbol } from '../orders/model.ts'

export interface MarketRow {
  readonly spec: SpotSymbol
  readonly ticker: Ticker | undefined
  readonly isFavourite: boolean
}

/** Pairs whose name holds the query, spelled with or without a separator: "btc/usdt" finds BTCUSDT. */
export function matching(symbols: readonly SpotSymbol[], query: string): readonly SpotSymbol[] {
  const wanted = query.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return wanted === '' ? symbols : symbols.filter(({ symbol }) => symbol.includes(wanted))
}
