import type { HoldersCommand } from '../state/command.ts'
import type { EffectLog } from '../state/effects.ts'
import { type ExchangeState, pairOf } from '../state/state.ts'

/** Who trades; `holder` is the main account of a sub-account. */
export interface OwnedBy {
  readonly userId: string
  readonly holder?: string | undefined
}

/**
 * The engine's number of a holder: orders under one number do not trade with each other. A new one
 * is taken only when it is written down.
 */
export function engineOwner(state: ExchangeState, { userId, holder = userId }: OwnedBy): number {
  return state.owners.get(holder) ?? state.owners.get(userId) ?? state.owners.size + 1
}

/** Writes the number down, for the account and its holder. */
export function setOwner(state: ExchangeState, { userId, holder = userId }: OwnedBy): number {
  const owner = engineOwner(state, { userId, holder })
  state.owners.set(holder, owner)
  if (state.owners.get(userId) !== owner) moveOwner(state, userId, owner)
  return owner
}

/** What rests of the account goes along. */
function moveOwner(state: ExchangeState, userId: string, owner: number): void {
  state.owners.set(userId, owner)
  for (const { id, symbol } of state.ordersOf('live', userId))
    pairOf(state, symbol).engine.book.setOwner(id, owner)
}

/** What the command would change. */
export function unboundOrders(state: ExchangeState): {
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
  return { users, hasUnprevented }
}

export function bindHolders(state: ExchangeState, log: EffectLog, { rows }: HoldersCommand): void {
  for (const [userId, holder] of rows) setOwner(state, { userId, holder })
  for (const order of state.orders.values()) {
    if (order.realm !== 'live' || order.prevention !== 'none') continue
    Object.assign(order, { prevention: 'taker' })
    log.touchOrder(order)
  }
}
