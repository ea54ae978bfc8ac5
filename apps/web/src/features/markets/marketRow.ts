import type { Ticker } from '@x/market'
import {
  compare,
  decimal,
  div,
  formatDecimal,
  max,
  min,
  mul,
  parseDecimal,
  sub,
  ZERO,
} from '@x/decimal'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { COINS } from '../../lib/coins/coins.ts'
import { directionOf } from './sparkShape.ts'

export interface MarketRow {
  readonly spec: SpotSymbol
  readonly ticker: Ticker | undefined
  readonly isFavourite: boolean
}

/** What the markets page lists on one tab. */
export const VIEWS = [
  'favourites',
  'all',
  'hot',
  'gainers',
  'losers',
  'layer1',
  'payments',
  'infrastructure',
  'meme',
] as const
export type View = (typeof VIEWS)[number]

/** How many of the most traded pairs are hot. */
const HOT = 5

/** The rows of a tab, in their source order except for `hot`. */
export function rowsOf(view: View, rows: readonly MarketRow[]): readonly MarketRow[] {
  if (view === 'all') return rows
  if (view === 'favourites') return rows.filter(({ isFavourite }) => isFavourite)
  if (view === 'gainers' || view === 'losers')
    return rows.filter(
      ({ ticker }) => directionOf(ticker?.changePercent) === (view === 'gainers' ? 'up' : 'down'),
    )
  if (view === 'hot') return byFigure(rows, ({ volumeQuote }) => volumeQuote).slice(0, HOT)
  return rows.filter(({ spec }) => COINS[spec.base]?.sector === view)
}

/** Rows by a figure of their tickers, the largest first; without a ticker last. */
export function byFigure(
  rows: readonly MarketRow[],
  figure: (ticker: Ticker) => string,
): readonly MarketRow[] {
  const value = ({ ticker }: MarketRow) => (ticker && parseDecimal(figure(ticker))) ?? ZERO
  const known = rows.filter(({ ticker }) => ticker !== undefined)
  const unknown = rows.filter(({ ticker }) => ticker === undefined)
  return [...known.sort((a, b) => compare(value(b), value(a))), ...unknown]
}

/**
 * Where the last price lies between the low and the high of 24 hours, in percent, with one decimal;
 * `undefined` where nothing has moved.
 */
export function rangeShare(ticker: Ticker | undefined): string | undefined {
  if (!ticker) return undefined
  const [low, high, last] = [ticker.low24h, ticker.high24h, ticker.last].map((text) =>
    parseDecimal(text),
  )
  if (!low || !high || !last || compare(high, low) <= 0) return undefined
  const share = div(mul(sub(last, low), decimal('100')), sub(high, low), {
    scale: 1,
    mode: 'half-up',
  })
  return formatDecimal(min(max(share, ZERO), decimal('100')))
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
