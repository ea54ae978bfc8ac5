import type { HoldersCommand } from './command.ts'
import type { EffectLog } from './effects.ts'
import type { ExchangeView } from './ExchangeView.ts'
import { futuresAccountKey } from './futuresState.ts'
import { type ExchangeState, pairOf } from './state.ts'

/** Who trades; `holder` is the main account of a sub-account. */
export interface OwnedBy {
  readonly userId: string
  readonly holder?: string | undefined
}

/**
 * The engine's number of a holder: orders of one party do not trade with each other. A new number
 * is only taken by `bindParty`.
 */
export function partyOf(state: ExchangeState, { userId, holder = userId }: OwnedBy): number {
  return state.parties.get(holder) ?? state.parties.get(userId) ?? state.parties.size + 1
}

/** Keeps the number for the user and its holder. */
export function bindParty(state: ExchangeState, { userId, holder = userId }: OwnedBy): number {
  const known = state.parties.get(holder)
  if (known !== undefined && holder === userId) return known
  const party = partyOf(state, { userId, holder })
  state.parties.set(holder, party)
  if (state.parties.get(userId) !== party) moveToParty(state, userId, party)
  return party
}

/** Moves the user's resting orders too. */
function moveToParty(state: ExchangeState, userId: string, party: number): void {
  state.parties.set(userId, party)
  for (const { id, symbol } of state.ordersOf('live', userId))
    pairOf(state, symbol).engine.book.setParty(id, party)
  const account = state.futures.accounts.get(futuresAccountKey('live', userId))
  for (const { id, symbol } of account?.orders ?? [])
    state.markets.get(symbol)?.engine.book.setParty(id, party)
}

/** What the command would change. */
export function unboundOrders(state: Pick<ExchangeView, 'orders' | 'futures'>): {
  readonly users: ReadonlySet<string>
  readonly hasUnprevented: boolean
} {
  const users = new Set<string>()
  let hasUnprevented = false
  for (const { realm, userId, prevention } of state.orders.values()) {
    if (realm !== 'live') continue
    users.add(userId)
    hasUnprevented ||= prevention === 'none'
  }
  for (const { realm, userId } of state.futures.orders.values())
    if (realm === 'live') users.add(userId)
  return { users, hasUnprevented }
}

export function bindHolders(state: ExchangeState, log: EffectLog, { rows }: HoldersCommand): void {
  for (const [userId, holder] of rows) bindParty(state, { userId, holder })
  for (const order of state.orders.values()) {
    if (order.realm !== 'live' || order.prevention !== 'none') continue
    Object.assign(order, { prevention: 'taker' })
    log.touchOrder(order)
  }
}
