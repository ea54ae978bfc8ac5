import { decimal, formatDecimal, parseDecimal, sum } from '@x/decimal'
import { feeRate } from '@x/trading'
import { type MarketRow, rowsOf } from '../markets/index.ts'

export interface PlatformFigures {
  readonly pairs: number
  /** Of 24 hours, in USDT; as both counts `undefined` until every pair has a ticker. */
  readonly volume: string | undefined
  readonly gainers: number | undefined
  readonly losers: number | undefined
  /** The maker's rate of the highest level, a fraction. */
  readonly lowestFee: string
}

/** What the first page says of the market as a whole. */
export function platformFigures(rows: readonly MarketRow[]): PlatformFigures {
  const volumes = rows.flatMap(({ ticker }) => parseDecimal(ticker?.volumeQuote ?? '') ?? [])
  const isKnown = rows.length > 0 && volumes.length === rows.length
  return {
    pairs: rows.length,
    volume: isKnown ? formatDecimal(sum(volumes), { scale: 2, mode: 'half-up' }) : undefined,
    gainers: isKnown ? rowsOf('gainers', rows).length : undefined,
    losers: isKnown ? rowsOf('losers', rows).length : undefined,
    lowestFee: feeRate({ market: 'spot', role: 'maker', vipLevel: 5 }),
  }
}

/** The pairs whose prices moved most in 24 hours, in either direction. */
export function topMovers(rows: readonly MarketRow[], count: number): readonly MarketRow[] {
  const size = ({ ticker }: MarketRow) =>
    decimal((ticker?.changePercent ?? '0').replace(/^[-+]/, ''))
  return rows
    .filter(({ ticker }) => ticker !== undefined)
    .sort((a, b) => Number(formatDecimal(size(b))) - Number(formatDecimal(size(a))))
    .slice(0, count)
}
