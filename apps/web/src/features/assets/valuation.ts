import {
  add,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  mul,
  parseDecimal,
  sum,
  ZERO,
} from '@x/decimal'
import type { Ticker } from '@x/market'
import type { SpotAsset } from '../../data/spot/model.ts'
import type { AccountAmount } from '../../data/valuation/accountAmounts.ts'

export interface AssetRow {
  readonly asset: string
  readonly available: string
  readonly held: string
  readonly total: string
  /** In USDT; `undefined` while its price is not known. */
  readonly value: string | undefined
}

/** What is in an account: an asset, and how much of it in USDT. */
export type Part = Pick<AssetRow, 'asset' | 'value'>

export type AccountKind = 'spot' | AccountAmount['account']

/** One account of the user. */
export interface AccountWorth {
  readonly kind: AccountKind
  /** In USDT; `undefined` while it is not known. */
  readonly value: string | undefined
}

/** The price of an asset in USDT; `undefined` while it is not known. */
export type PriceOf = (asset: string) => string | undefined

const VALUE_PLACES = 8

const text = (value: Decimal): string =>
  formatDecimal(value, { scale: VALUE_PLACES, mode: 'half-up' })

/** The last prices. */
export const pricesOf =
  (tickers: Readonly<Record<string, Ticker>>): PriceOf =>
  (asset) =>
    asset === 'USDT' ? '1' : tickers[`${asset}USDT`]?.last

/** What has no price is worth nothing only if there is none of it. */
function valueOf(amount: Decimal, price: string | undefined): string | undefined {
  if (compare(amount, ZERO) === 0) return '0'
  const known = parseDecimal(price ?? '')
  return known ? text(mul(amount, known)) : undefined
}

/**
 * Balances of spot with their value in USDT; with the amounts of further accounts, each asset's
 * total and value are those of all of them. What is stale has no value.
 */
export function assetRows(
  assets: readonly SpotAsset[],
  {
    priceOf,
    others = [],
  }: { readonly priceOf: PriceOf; readonly others?: readonly AccountAmount[] },
): AssetRow[] {
  const known = new Set(assets.map(({ asset }) => asset))
  const further = [...new Set(others.filter(isSome).map(({ asset }) => asset))]
    .filter((asset) => !known.has(asset))
    .map((asset) => ({ asset, available: '0', held: '0' }))
  return [...assets, ...further].map(({ asset, available, held }) => {
    const elsewhere = others.filter((each) => each.asset === asset)
    const total = [available, held, ...elsewhere.map(({ amount }) => amount ?? '0')].reduce(
      (all, amount) => add(all, parseDecimal(amount) ?? ZERO),
      ZERO,
    )
    const isStale = elsewhere.some(({ amount }) => amount === null)
    return {
      asset,
      available,
      held,
      total: formatDecimal(total),
      value: isStale ? undefined : valueOf(total, priceOf(asset)),
    }
  })
}

const isSome = ({ amount }: AccountAmount): boolean =>
  amount === null || compare(decimal(amount), ZERO) !== 0

/** The accounts beside spot that are wanted, each with what it is worth. */
export const accountsOf = (
  amounts: readonly AccountAmount[] | undefined,
  { kinds, priceOf }: { readonly kinds: readonly AccountKind[]; readonly priceOf: PriceOf },
): readonly AccountWorth[] =>
  kinds.map((kind) => {
    const values = amounts
      ?.filter(({ account }) => account === kind)
      .map(({ asset, amount }) =>
        amount === null ? undefined : valueOf(decimal(amount), priceOf(asset)),
      )
    return { kind, value: values && sumOf(values) }
  })

/** The sum of the parts; `undefined` as long as one of them is. */
export function sumOf(values: readonly (string | undefined)[]): string | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length < values.length ? undefined : text(sum(known.map((each) => decimal(each))))
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
  const counted = rows.filter(
    ({ asset, value }) => value !== undefined || pairs.has(`${asset}USDT`),
  )
  return sumOf(counted.map(({ value }) => value))
}

/** Whether a sum is known and nothing. */
export const isNothing = (value: string | undefined): boolean =>
  value !== undefined && compare(decimal(value), ZERO) === 0

/** The most valuable first; what has no price last, and equals by their names. */
export function byValue(a: Part, b: Part): number {
  if ((a.value === undefined) !== (b.value === undefined)) return a.value === undefined ? 1 : -1
  const order =
    a.value === undefined || b.value === undefined ? 0 : compare(decimal(b.value), decimal(a.value))
  return order || (a.asset < b.asset ? -1 : 1)
}

/** Worth less than one USDT: hidden by "hide small". What has no price stays in sight. */
export function isSmall({ value }: AssetRow): boolean {
  return value !== undefined && /^0(\.|$)/.test(value)
}
