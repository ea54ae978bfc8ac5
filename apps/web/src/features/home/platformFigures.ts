import { decimal, formatDecimal, parseDecimal, sum } from '@x/decimal'
import { feeRate } from '@x/trading'
import { type MarketRow, rowsOf } from '../markets/index.ts'

export interface PlatformFigures {
  readonly pairs: number
  /** Of 24 hours, in USDT; `undefined` until every pair has a ticker. */
  readonly volume: string | undefined
  readonly gainers: number
  readonly losers: number
  /** The maker's rate of the highest level, a fraction. */
  readonly lowestFee: string
}

/** What the first page says of the market as a whole. */
export function platformFigures(rows: readonly MarketRow[]): PlatformFigures {
  const volumes = rows.flatMap(({ ticker }) => parseDecimal(ticker?.volumeQuote ?? '') ?? [])
  return {
    pairs: rows.length,
    volume:
      rows.length > 0 && volumes.length === rows.length
        ? formatDecimal(sum(volumes), { scale: 2, mode: 'half-up' })
        : undefined,
    gainers: rowsOf('gainers', rows).length,
    losers: rowsOf('losers', rows).length,
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
