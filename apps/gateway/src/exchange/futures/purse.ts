import { formatOwner, HOUSE_ACCOUNT, mayGoNegative } from '../accounts/owner.ts'
import { pay, type Entry, type EntryKind } from '../accounts/posting.ts'
import type { Account } from '../accounts/accounts.ts'
import { larger, smaller } from '../instruments/rounding.ts'
import type { EffectLog } from '../state/effects.ts'
import type { FuturesPosition } from '../state/futuresState.ts'
import { FUTURES_FUND, notePayment } from './insurance.ts'
import { unrealised, walletAccount, type FundsState, type MarginGroup } from './margin.ts'

export const clearingOwner = (symbol: string): string => formatOwner({ kind: 'clearing', symbol })

export interface Drawn {
  readonly entries: readonly Entry[]
  /** What the wallet has of what was asked for. */
  readonly amount: bigint
}

/**
 * Makes the wallet of a group have an amount: what it lacks is drawn from the unrealised profit of
 * its own positions, the largest first (futures 2, settling). Equity stays as it is.
 */
export function draw(
  state: FundsState,
  log: EffectLog,
  { group, amount }: { readonly group: MarginGroup; readonly amount: bigint },
): Drawn {
  const wallet = walletAccount(state, group)
  if (mayGoNegative(wallet.owner)) return { entries: [], amount }
  const entries: Entry[] = []
  let lacks = amount - wallet.balance
  if (lacks > 0n)
    for (const { position, profit } of profitsOf(state, group)) {
      const settled = smaller(profit, lacks)
      const from = state.accounts.of(wallet.realm, clearingOwner(position.symbol), wallet.asset)
      entries.push(...pay(log, 'settle', { from, to: wallet, amount: settled }))
      position.settled += settled
      position.updatedAt = log.at
      log.touchPosition(position)
      lacks -= settled
      if (lacks === 0n) break
    }
  return { entries, amount: larger(0n, smaller(amount, wallet.balance)) }
}

/** Largest first, ties by name. */
function profitsOf(
  state: FundsState,
  { positions }: MarginGroup,
): { readonly position: FuturesPosition; readonly profit: bigint }[] {
  return positions
    .map((position) => ({ position, profit: unrealised(state, position) }))
    .filter(({ profit }) => profit > 0n)
    .toSorted((a, b) =>
      a.profit === b.profit
        ? nameOf(a.position) < nameOf(b.position)
          ? -1
          : 1
        : a.profit > b.profit
          ? -1
          : 1,
    )
}

const nameOf = ({ symbol, side }: FuturesPosition): string => `${symbol} ${side}`

/**
 * Pays all of an amount out of a group. What it has neither in its wallet nor as profit the
 * insurance fund pays, and what the fund has not the house account (futures 6): who won is paid.
 */
export function payFrom(
  state: FundsState,
  log: EffectLog,
  {
    group,
    to,
    amount,
    kind,
    symbol,
  }: {
    readonly group: MarginGroup
    readonly to: Account
    readonly amount: bigint
    readonly kind: EntryKind
    /** For whose position the fund pays. */
    readonly symbol: string
  },
): Entry[] {
  if (amount === 0n) return []
  const { realm } = group.account
  const drawn = draw(state, log, { group, amount })
  const entries = [...drawn.entries]
  entries.push(...pay(log, kind, { from: walletAccount(state, group), to, amount: drawn.amount }))
  let left = amount - drawn.amount
  const fund = state.accounts.of(realm, FUTURES_FUND, group.asset)
  const paid = smaller(left, larger(0n, fund.balance))
  notePayment(state, { realm, asset: group.asset, symbol, amount: paid, at: log.at })
  entries.push(...pay(log, 'shortage', { from: fund, to, amount: paid }))
  left -= paid
  const house = state.accounts.of(realm, HOUSE_ACCOUNT, group.asset)
  entries.push(...pay(log, 'shortage', { from: house, to, amount: left }))
  return entries
}

/** Names a transaction of futures that has no number of its own. */
export function nextPosting(state: FundsState): string {
  const number = state.next.posting ?? 1
  state.next.posting = number + 1
  return String(number)
}
