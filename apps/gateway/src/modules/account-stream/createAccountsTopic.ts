import type { AccountAmount } from '@x/api'
import type { Clock } from '@x/kit'
import { spotOwner } from '../../exchange/accounts/owner.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { accountAmounts } from '../assets/ports/accountAmounts.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { Trader } from '../trading/ports/TradingService.ts'

export interface AccountsTopicOptions {
  readonly view: ExchangeView
  readonly session: Trader
  readonly marginAccounts: Pick<MarginAccountSource, 'of'> | undefined
  readonly clock: Pick<Clock, 'now'>
}

/** Prices move all the time; a total need not follow each of them. */
const PRICES_MS = 2_000

/** What a connection sends of the accounts beside spot: amounts that are not as they were sent. */
export function createAccountsTopic({
  view,
  session,
  marginAccounts,
  clock,
}: AccountsTopicOptions) {
  const { realm, userId } = session
  const sent = new Map<string, AccountAmount>()
  let pricedAt = -Infinity

  function changed(): readonly AccountAmount[] {
    const rows = accountAmounts(view, session, marginAccounts)
    const now = new Map(rows.map((row) => [`${row.account} ${row.asset}`, row]))
    const gone = [...sent]
      .filter(([key, { amount }]) => !now.has(key) && amount !== '0')
      .map(([, row]) => ({ ...row, amount: '0' }))
    const changes = [...now]
      .filter(([key, { amount }]) => !sent.has(key) || sent.get(key)?.amount !== amount)
      .map(([, row]) => row)
    for (const row of [...changes, ...gone]) sent.set(`${row.account} ${row.asset}`, row)
    return [...changes, ...gone]
  }

  return {
    snapshot(): readonly AccountAmount[] {
      sent.clear()
      return changed()
    },
    /** After new prices. */
    priced(): readonly AccountAmount[] {
      if (clock.now() - pricedAt < PRICES_MS) return []
      pricedAt = clock.now()
      return changed()
    },
    delta: (effects: Effects): readonly AccountAmount[] =>
      concernsOthers(effects, { realm, userId }) ? changed() : [],
  }
}

/** Whether a record did anything but trade in the spot account. */
const concernsOthers = (
  { withdrawals, products, p2p, copy, margin, futures, accounts }: Effects,
  { realm, userId }: Trader,
): boolean =>
  [withdrawals, products, p2p, copy, margin, futures].some((part) => part !== undefined) ||
  accounts.some((each) => each.realm === realm && each.owner !== spotOwner(userId))
