import {
  add,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  mul,
  parseDecimal,
  sub,
  sum,
  ZERO,
} from '@x/decimal'
import type { EarnPosition } from '../../data/earn/api.ts'
import type { FuturesWallet } from '../../data/futures/accountApi.ts'
import type { FuturesPosition } from '../../data/futures/positionsApi.ts'
import type { MarginAccount } from '../../data/margin/api.ts'
import type { AssetRow } from './valuation.ts'

export type AccountKind = 'spot' | 'futures' | 'margin' | 'earn' | 'copy'

/** One account of the user. */
export interface AccountWorth {
  readonly kind: AccountKind
  /** In USDT; `undefined` while it is not known. */
  readonly value: string | undefined
}

/** What is in an account: an asset, and how much of it in USDT. */
export type Part = Pick<AssetRow, 'asset' | 'value'>

/** What an account is worth and made of; both `undefined` while it is not known. */
export interface AccountParts {
  readonly value: string | undefined
  readonly parts: readonly Part[]
}

/** The price of an asset in USDT; `undefined` while it is not known. */
export type PriceOf = (asset: string) => string | undefined

const PLACES = 8
/** A margin mode of positions. */
const ISOLATED = 1

const text = (value: Decimal): string => formatDecimal(value, { scale: PLACES, mode: 'half-up' })

/** The sum of the parts; `undefined` as long as one of them is. */
export function sumOf(values: readonly (string | undefined)[]): string | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length < values.length ? undefined : text(sum(known.map((each) => decimal(each))))
}

const ofParts = (parts: readonly Part[]): AccountParts => ({
  value: sumOf(parts.map(({ value }) => value)),
  parts,
})

/** What has no price is worth nothing here only if there is none of it. */
function valued(asset: string, amount: Decimal | undefined, priceOf: PriceOf): Part {
  if (amount && compare(amount, ZERO) === 0) return { asset, value: '0' }
  const price = asset === 'USDT' ? decimal('1') : parseDecimal(priceOf(asset) ?? '')
  return { asset, value: amount && price ? text(mul(amount, price)) : undefined }
}

interface FuturesFunds {
  readonly wallets: readonly FuturesWallet[]
  readonly positions: readonly FuturesPosition[]
}

/** The equity of wallets and of isolated positions; unknown while a mark is stale. */
export const futuresParts = (
  { wallets, positions }: FuturesFunds,
  priceOf: PriceOf,
): AccountParts =>
  ofParts(
    wallets.map(({ marginCoin, equity, isolatedMargin }) => {
      const results = positions
        .filter((each) => each.marginMode === ISOLATED && each.marginCoin === marginCoin)
        .map(({ unrealisedPnl }) => unrealisedPnl)
      const all = [equity, isolatedMargin, ...results]
      const known = all.filter((each) => each !== null).map((each) => decimal(each))
      return valued(marginCoin, known.length === all.length ? sum(known) : undefined, priceOf)
    }),
  )

/** What margin accounts hold less what they owe. */
export const marginParts = (accounts: readonly MarginAccount[], priceOf: PriceOf): AccountParts =>
  ofParts(
    accounts.flatMap(({ assets }) =>
      assets.map(({ asset, balance, principal, interest }) =>
        valued(asset, sub(decimal(balance), add(decimal(principal), decimal(interest))), priceOf),
      ),
    ),
  )

/** What is lent to the platform; interest counts once it is paid. */
export const earnParts = (positions: readonly EarnPosition[], priceOf: PriceOf): AccountParts =>
  ofParts(
    positions
      .filter(({ status }) => status !== 'closed')
      .map(({ asset, principal }) => valued(asset, decimal(principal), priceOf)),
  )

/** Each asset once, over all accounts. */
export function mergeParts(accounts: readonly (readonly Part[])[]): readonly Part[] {
  const merged = new Map<string, string | undefined>()
  for (const { asset, value } of accounts.flat())
    merged.set(asset, merged.has(asset) ? sumOf([merged.get(asset), value]) : value)
  return [...merged].map(([asset, value]) => ({ asset, value }))
}
