import type { Realm } from '../accounts/accounts.ts'
import { formatOwner } from '../accounts/owner.ts'
import { larger, smaller } from '../instruments/rounding.ts'
import type { FundWindow } from '../state/futuresState.ts'
import type { FundsState } from './margin.ts'

/** The insurance fund of futures. */
export const FUTURES_FUND = formatOwner({ kind: 'fund', product: 'futures' })

/** The high of the fund and its payments count by spans of eight hours, UTC. */
const WINDOW_MS = 8 * 60 * 60 * 1000
/** What the fund may pay for one symbol within a window, of its high there, in per cent. */
const SHARE = 30n

interface OfFund {
  readonly realm: Realm
  readonly asset: string
  readonly at: number
}

const balanceOf = (state: FundsState, { realm, asset }: OfFund): bigint =>
  state.accounts.spendable(realm, FUTURES_FUND, asset)

/** The running window, begun or brought up to the fund's balance. */
function windowOf(state: FundsState, of: OfFund): FundWindow {
  const key = `${of.realm} ${of.asset}`
  const number = Math.floor(of.at / WINDOW_MS)
  const known = state.futures.funds.get(key)
  const balance = balanceOf(state, of)
  if (known?.window === number) {
    known.high = larger(known.high, balance)
    return known
  }
  const begun: FundWindow = { window: number, high: balance, paid: new Map() }
  state.futures.funds.set(key, begun)
  return begun
}

/** What the fund may still pay for a symbol (futures 6). */
export function fundBudget(
  state: FundsState,
  { symbol, ...of }: OfFund & { readonly symbol: string },
): bigint {
  const { high, paid } = windowOf(state, of)
  const limit = (high * SHARE) / 100n - (paid.get(symbol) ?? 0n)
  return larger(0n, smaller(limit, balanceOf(state, of)))
}

/** Notes a payment, before it is made. */
export function notePayment(
  state: FundsState,
  { symbol, amount, ...of }: OfFund & { readonly symbol: string; readonly amount: bigint },
): void {
  if (amount === 0n) return
  const { paid } = windowOf(state, of)
  paid.set(symbol, (paid.get(symbol) ?? 0n) + amount)
}
