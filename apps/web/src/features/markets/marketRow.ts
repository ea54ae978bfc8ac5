import type { Ticker } from '@x/market'
import type { SpotSymbol } from '../../data/spot/model.ts'

export interface MarketRow {
  readonly spec: SpotSymbol
  readonly ticker: Ticker | undefined
  readonly isFavourite: boolean
}

/**
 * Pairs whose name holds the query, spelled with or without a separator: "btc/usdt" finds BTCUSDT.
 */
export function matching(symbols: readonly SpotSymbol[], query: string): readonly SpotSymbol[] {
  const wanted = symbolOf(query)
  return wanted === '' ? symbols : symbols.filter(({ symbol }) => symbol.includes(wanted))
}

/**
 * A query as symbols are written. Wide letters are those of a Japanese input method, a dotted
 * capital `İ` that of a Turkish keyboard.
 */
export function symbolOf(query: string): string {
  return query
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
