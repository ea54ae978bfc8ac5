import { formatUnits } from '@x/decimal'
import {
  compareLevel,
  isPriced,
  levelOf,
  levelsOf,
  worthOf,
} from '../../exchange/funds/marginLevel.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { marginKey, type MarginAccount } from '../../exchange/state/marginState.ts'
import type { MarginCall } from '../notices/ports/UserNotices.ts'

export interface MarginCallsOptions {
  readonly state: ExchangeView
  readonly notify: (call: MarginCall) => void
}

/**
 * Calls accounts that fall to their call level, once until they are above it again (futures 7). One
 * that is liquidated has notices of that instead.
 */
export function createMarginCalls({ state, notify }: MarginCallsOptions) {
  const called = new Set<string>()

  function check(account: Readonly<MarginAccount>, at: number): void {
    const key = marginKey(account)
    // Without prices nothing is known anew.
    if (account.loans.size > 0 && !isPriced(state, account, at)) return
    const worth = worthOf(state, account)
    if (compareLevel(worth, levelsOf(account).call) > 0) return void called.delete(key)
    if (called.has(key)) return
    called.add(key)
    if (account.isLiquidating) return
    const { realm, userId, symbol = null } = account
    const level = formatUnits(levelOf(worth) ?? 0n, 4, { trim: true })
    notify({ realm, userId, symbol, level, at })
  }

  return {
    /** After each reading of the index. */
    check(at: number): void {
      for (const account of state.margin.accounts.values())
        if (account.loans.size > 0 || called.has(marginKey(account))) check(account, at)
    },
  }
}
