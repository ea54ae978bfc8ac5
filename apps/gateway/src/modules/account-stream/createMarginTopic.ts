import type { MarginAccount } from '@x/api'
import { parseOwner } from '../../exchange/accounts/owner.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { Trader } from '../trading/ports/TradingService.ts'

export interface MarginTopicOptions {
  readonly session: Trader
  /** Default: there are none. */
  readonly marginAccounts: Pick<MarginAccountSource, 'of'> | undefined
}

/** What a connection sends of margin accounts: each as it is now, if it is not as it was sent. */
export function createMarginTopic({
  session: { realm, userId },
  marginAccounts,
}: MarginTopicOptions) {
  const sent = new Map<string | null, string>()

  function changed(): readonly MarginAccount[] {
    const accounts = marginAccounts?.of({ realm, userId }) ?? []
    return accounts.filter((account) => {
      const text = JSON.stringify(account)
      if (sent.get(account.symbol) === text) return false
      sent.set(account.symbol, text)
      return true
    })
  }

  return {
    snapshot(): readonly MarginAccount[] {
      sent.clear()
      return changed()
    },
    /** After new prices. */
    changed,
    delta({ margin, accounts }: Effects): readonly MarginAccount[] {
      const isOwn = (of: Trader): boolean => of.realm === realm && of.userId === userId
      const isConcerned =
        (margin?.accounts ?? []).some(isOwn) ||
        accounts.some((each) => each.realm === realm && isMarginOf(each.owner, userId))
      return isConcerned ? changed() : []
    },
  }
}

function isMarginOf(owner: string, userId: string): boolean {
  const parsed = parseOwner(owner)
  return parsed.kind === 'user' && parsed.type === 'margin' && parsed.userId === userId
}
