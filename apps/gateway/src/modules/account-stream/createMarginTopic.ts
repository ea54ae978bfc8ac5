import type { MarginAccount, MarginMaxima } from '@x/api'
import { parseOwner } from '../../exchange/accounts/owner.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import type { MarginAccountSource } from '../margin/ports/MarginAccountSource.ts'
import type { Trader } from '../trading/ports/TradingService.ts'

export interface MarginTopicOptions {
  readonly session: Trader
  /** Default: there are none. */
  readonly marginAccounts: Pick<MarginAccountSource, 'of' | 'maximaOf' | 'vipLevelOf'> | undefined
}

/** Maxima follow the index and the pool: every so many readings they are computed again. */
const READINGS_OF_MAXIMA = 3

/** What a connection sends of margin accounts: each as it is now, if it is not as it was sent. */
export function createMarginTopic({ session, marginAccounts }: MarginTopicOptions) {
  const fresh = createFresh<MarginAccount>()
  const changed = () => fresh.changed(marginAccounts?.of(session) ?? [])
  return {
    snapshot(): readonly MarginAccount[] {
      fresh.clear()
      return changed()
    },
    /** After new prices. */
    changed,
    delta: (effects: Effects) => (isConcerned(effects, session) ? changed() : []),
  }
}

/** What it sends of what each account may borrow and let go. */
export function createMaximaTopic({ session, marginAccounts }: MarginTopicOptions) {
  const fresh = createFresh<MarginMaxima>()
  let readings = 0
  /** Known from the snapshot on. */
  let vipLevel: number | undefined
  const changed = (): readonly MarginMaxima[] =>
    vipLevel === undefined || !marginAccounts
      ? []
      : fresh.changed(marginAccounts.maximaOf(session, { vipLevel }))
  return {
    async snapshot(): Promise<readonly MarginMaxima[]> {
      // Nothing is sent of it meanwhile, which would be older.
      vipLevel = undefined
      vipLevel = await marginAccounts?.vipLevelOf(session.userId)
      fresh.clear()
      return changed()
    },
    /** After new prices. */
    changed: () => (++readings % READINGS_OF_MAXIMA === 0 ? changed() : []),
    delta: (effects: Effects) => (isConcerned(effects, session) ? changed() : []),
  }
}

/** Leaves out what is as it was sent. */
function createFresh<Row extends { readonly symbol: string | null }>() {
  const sent = new Map<string | null, string>()
  return {
    clear: () => sent.clear(),
    changed: (rows: readonly Row[]): readonly Row[] =>
      rows.filter((row) => {
        const text = JSON.stringify(row)
        if (sent.get(row.symbol) === text) return false
        sent.set(row.symbol, text)
        return true
      }),
  }
}

function isConcerned({ margin, accounts }: Effects, { realm, userId }: Trader): boolean {
  const isOwn = (of: Trader): boolean => of.realm === realm && of.userId === userId
  return (
    (margin?.accounts ?? []).some(isOwn) ||
    accounts.some((each) => each.realm === realm && isMarginOf(each.owner, userId))
  )
}

function isMarginOf(owner: string, userId: string): boolean {
  const parsed = parseOwner(owner)
  return parsed.kind === 'user' && parsed.type === 'margin' && parsed.userId === userId
}
