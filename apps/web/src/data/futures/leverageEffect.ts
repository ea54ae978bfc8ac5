import { add, compare, decimal, formatDecimal, sub, ZERO } from '@x/decimal'
import {
  availableBalance,
  exposure,
  type FuturesAccount,
  type FuturesSymbol,
  initialMargin,
} from '@x/trading/futures'
import type { Contract } from './contracts.ts'
import { settingsOf } from './contractSettings.ts'
import { type AccountState, CROSS, formulaView, isolatedLeg } from './formulaAccount.ts'

/** Before and after, of a change of leverage. */
export interface LeverageEffect {
  /** In the margin coin; `null` while a mark is stale. */
  readonly available: readonly [before: string | null, after: string | null]
  /** What the contract is liquidated with, and where it is in it. */
  readonly account: readonly [before: FuturesAccount, after: FuturesAccount]
  readonly at: number
}

/**
 * What another leverage makes of the account (futures 2): a lower one draws margin into an isolated
 * position, a higher one releases none of it. `undefined` until tiers and marks are known.
 */
export function leverageEffect(
  state: AccountState,
  {
    contract,
    side,
    leverage,
  }: {
    readonly contract: Contract
    readonly side: 'long' | 'short'
    readonly leverage: number
  },
): LeverageEffect | undefined {
  const view = formulaView(state, { contract, side })
  const held = view?.account.symbols[view.at]
  if (!view || !held) return undefined
  const { account, at, asking } = view
  const wallet = state.account.wallets.find(({ marginCoin }) => marginCoin === contract.marginCoin)
  const free = wallet ? wallet.available : '0'
  const changed = (freed: string, after: FuturesAccount): LeverageEffect => ({
    available: [free, free && plus(free, freed)],
    account: [account, after],
    at,
  })
  const next = String(leverage)
  const moved: FuturesAccount = {
    ...account,
    symbols: account.symbols.map((symbol, place) =>
      place === at ? { ...symbol, leverage: next } : symbol,
    ),
  }
  if (settingsOf(state.account, contract).marginMode === CROSS)
    return changed(minus(availableBalance(moved), availableBalance(account)), moved)
  const margin = isolatedLeg(state, { contract, side })?.positionsOpenMarginCount ?? '0'
  const isLower = leverage < Number(held.leverage)
  const lacks = isLower ? atLeastNone(minus(marginOf(held, next), margin)) : '0'
  const ordersAt = (times: string) => minus(marginOf(asking, times), marginOf(held, times))
  return changed(minus(minus(ordersAt(held.leverage), ordersAt(next)), lacks), {
    ...moved,
    wallet: plus(account.wallet, lacks),
  })
}

const marginOf = (symbol: FuturesSymbol, leverage: string): string =>
  initialMargin({ exposure: exposure(symbol), leverage })

const plus = (a: string, b: string): string => formatDecimal(add(decimal(a), decimal(b)))
const minus = (a: string, b: string): string => formatDecimal(sub(decimal(a), decimal(b)))
const atLeastNone = (a: string): string => (compare(decimal(a), ZERO) > 0 ? a : '0')
