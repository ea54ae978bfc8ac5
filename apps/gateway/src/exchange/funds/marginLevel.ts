import type { Account, Accounts } from '../accounts/accounts.ts'
import {
  collateralRate,
  CROSS_LEVELS,
  isolatedTier,
  LEVEL_UNIT,
  valueUnit,
  WHOLE_RATE,
  type MarginLevels,
} from '../instruments/marginTerms.ts'
import {
  debtOwner,
  isPriceFresh,
  marginOwner,
  type MarginAccount,
  type MarginNames,
} from '../state/marginState.ts'
import type { SpotOrder } from '../state/order.ts'
import type { OrderLines } from '../state/orderLines.ts'

/** What levels are computed from. */
export interface MarginFunds {
  readonly accounts: Pick<Accounts, 'spendable'> & {
    ownedBy(realm: Account['realm'], owner: string): readonly Readonly<Account>[]
  }
  readonly margin: {
    readonly accounts: ReadonlyMap<string, Readonly<MarginAccount>>
    readonly prices: ReadonlyMap<string, bigint>
    readonly pricesAt: number
    readonly rates: ReadonlyMap<string, number>
  }
  readonly ordersOf: (realm: Account['realm'], userId: string) => ReadonlySet<Readonly<SpotOrder>>
  readonly orderLines: Pick<OrderLines, 'of'>
  readonly markets: ReadonlyMap<string, MarginMarket>
}

type MarginMarket =
  | { readonly product: 'futures' }
  | {
      readonly product: 'spot'
      readonly instrument: { readonly base: string; readonly quote: string }
    }

/** Both in the units of `valueOf`, times `WHOLE_RATE`: levels compare them and never divide. */
export interface MarginWorth {
  readonly assets: bigint
  readonly debts: bigint
}

/** Atoms at the index price: the units are the same for every asset. */
export const valueOf = (
  { margin }: Pick<MarginFunds, 'margin'>,
  { asset, atoms }: { readonly asset: string; readonly atoms: bigint },
): bigint => atoms * (margin.prices.get(asset) ?? 0n) * valueUnit(asset)

/** How many units of `valueOf` are 1 USDT. */
export const ONE_USDT = 10n ** 26n

/** Per cent of its value that counts of an asset. */
export const rateIn = ({ symbol }: MarginNames, asset: string): bigint =>
  symbol === undefined ? collateralRate(asset) : WHOLE_RATE

export const levelsOf = ({
  symbol,
  leverage,
}: Pick<MarginAccount, 'symbol' | 'leverage'>): MarginLevels =>
  symbol === undefined ? CROSS_LEVELS : (isolatedTier(leverage) ?? CROSS_LEVELS)

/** What an account owes of an asset, interest and all. */
export function owedOf(
  { accounts }: Pick<MarginFunds, 'accounts'>,
  names: MarginNames,
  asset: string,
): bigint {
  return -accounts.spendable(names.realm, debtOwner(names), asset)
}

/** What orders of the account reserve in the pool, by asset. */
export const linesOf = (
  { orderLines }: Pick<MarginFunds, 'orderLines'>,
  names: MarginNames,
): ReadonlyMap<string, bigint> => orderLines.of(names.realm, marginOwner(names))

/** What is added to an account before its level is judged; below zero: taken away. */
export interface MarginChange {
  readonly asset: string
  readonly assets?: bigint
  readonly debts?: bigint
}

/** Assets and debts; a line of an order counts as if it were drawn. */
export function worthOf(
  state: MarginFunds,
  names: MarginNames,
  changes: readonly MarginChange[] = [],
): MarginWorth {
  let [assets, debts] = [0n, 0n]
  const add = (asset: string, of: Omit<MarginChange, 'asset'>) => {
    assets += valueOf(state, { asset, atoms: of.assets ?? 0n }) * rateIn(names, asset)
    debts += valueOf(state, { asset, atoms: of.debts ?? 0n }) * WHOLE_RATE
  }
  for (const { asset, balance } of state.accounts.ownedBy(names.realm, marginOwner(names)))
    add(asset, { assets: balance })
  for (const { asset, balance } of state.accounts.ownedBy(names.realm, debtOwner(names)))
    add(asset, { debts: -balance })
  for (const [asset, line] of linesOf(state, names)) add(asset, { assets: line, debts: line })
  for (const { asset, ...change } of changes) add(asset, change)
  return { assets, debts }
}

/** Compares a level with one in parts of `LEVEL_UNIT`; without debts it is above every level. */
export function compareLevel({ assets, debts }: MarginWorth, level: number): -1 | 0 | 1 {
  if (debts === 0n) return 1
  const [left, right] = [assets * LEVEL_UNIT, debts * BigInt(level)]
  return left > right ? 1 : left < right ? -1 : 0
}

/** The level in parts of `LEVEL_UNIT`, rounded down; `undefined` without debts. */
export const levelOf = ({ assets, debts }: MarginWorth): bigint | undefined =>
  debts === 0n ? undefined : (assets * LEVEL_UNIT) / debts

/** Whether there is a fresh price of each asset that the account has or owes. */
export function isPriced(state: MarginFunds, names: MarginNames, at: number): boolean {
  if (!isPriceFresh(state.margin, at)) return false
  return [marginOwner(names), debtOwner(names)].every((owner) =>
    state.accounts
      .ownedBy(names.realm, owner)
      .every(({ asset, balance }) => balance === 0n || state.margin.prices.has(asset)),
  )
}

/** Whether the ladder may run: at the liquidation level, or on from there below the call level. */
export function isMarginDue(
  state: MarginFunds,
  account: Readonly<MarginAccount>,
  at: number,
): boolean {
  if (account.loans.size === 0 || !isPriced(state, account, at)) return false
  const { call, liquidation } = levelsOf(account)
  const worth = worthOf(state, account)
  return account.isLiquidating
    ? compareLevel(worth, call) < 0
    : compareLevel(worth, liquidation) <= 0
}

/** Whether a liquidation ends: prices, repayments or new funds brought it to the call level. */
export function isRecovered(
  state: MarginFunds,
  account: Readonly<MarginAccount>,
  at: number,
): boolean {
  if (account.loans.size === 0) return true
  return (
    isPriced(state, account, at) &&
    compareLevel(worthOf(state, account), levelsOf(account).call) >= 0
  )
}

/** Whether a level allows what lowers it: a cross account stays above it, an isolated one at it. */
export function allows(worth: MarginWorth, { symbol }: MarginNames, level: number): boolean {
  const compared = compareLevel(worth, level)
  return symbol === undefined ? compared > 0 : compared >= 0
}
