import {
  add,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  mul,
  parseDecimal,
  sum,
} from '@x/decimal'
import type { Ticker } from '@x/market'
import type { SpotAsset } from '../../data/spot/model.ts'

export interface AssetRow {
  readonly asset: string
  readonly available: string
  readonly held: string
  readonly total: string
  /** In USDT; `undefined` while its price is not known. */
  readonly value: string | undefined
}

const ZERO = decimal('0')
const VALUE_PLACES = 8

/** Balances with their value in USDT at the last prices, the most valuable first. */
export function assetRows(
  assets: readonly SpotAsset[],
  tickers: Readonly<Record<string, Ticker>>,
): AssetRow[] {
  return assets.map(({ asset, available, held }) => {
    const total = add(parseDecimal(available) ?? ZERO, parseDecimal(held) ?? ZERO)
    const price = asset === 'USDT' ? decimal('1') : priceOf(tickers[`${asset}USDT`])
    return {
      asset,
      available,
      held,
      total: formatDecimal(total),
      value: price && formatDecimal(mul(total, price), { scale: VALUE_PLACES, mode: 'half-up' }),
    }
  })
}

/**
 * The sum of what has a price. `undefined` until all of what is traded has one: a part would be
 * read as the whole. What no pair (`BTCUSDT`) trades has none and does not count.
 */
export function totalValue(
  rows: readonly AssetRow[],
  pairs: ReadonlySet<string> | undefined,
): string | undefined {
  if (!pairs || rows.length === 0) return undefined
  if (
    rows.some(
      ({ asset, total, value }) =>
        value === undefined && pairs.has(`${asset}USDT`) && compare(decimal(total), ZERO) !== 0,
    )
  )
    return undefined
  return formatDecimal(
    sum(rows.flatMap(({ value }) => (value === undefined ? [] : [decimal(value)]))),
    { scale: VALUE_PLACES, mode: 'half-up' },
  )
}

/** The most valuable first; what has no price last, and equals by their names. */
export function byValue(
  a: Pick<AssetRow, 'asset' | 'value'>,
  b: Pick<AssetRow, 'asset' | 'value'>,
): number {
  if ((a.value === undefined) !== (b.value === undefined)) return a.value === undefined ? 1 : -1
  const order =
    a.value === undefined || b.value === undefined ? 0 : compare(decimal(b.value), decimal(a.value))
  return order || (a.asset < b.asset ? -1 : 1)
}

/** Worth less than one USDT: hidden by "hide small". What has no price stays in sight. */
export function isSmall({ value }: AssetRow): boolean {
  return value !== undefined && /^0(\.|$)/.test(value)
}

function priceOf(ticker: Ticker | undefined): Decimal | undefined {
  return ticker ? (parseDecimal(ticker.last) ?? undefined) : undefined
}
