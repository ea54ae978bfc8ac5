import type { Realm } from '../../exchange/accounts/accounts.ts'
import { userIdOf } from '../../exchange/accounts/owner.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import { productChanges } from './productChanges.ts'

/** A user in one realm, as the connections are found by. */
export const userKey = ({
  realm,
  userId,
}: {
  readonly realm: string
  readonly userId: string
}): string => `${realm}:${userId}`

interface Owned {
  readonly realm: Realm
  readonly userId: string
}

/** Whose connections have to hear of a record: the owners of every row of every topic. */
export function concernedUsers(effects: Effects): Set<string> {
  return new Set([...ownersOf(effects)].map(userKey))
}

function* ownersOf(effects: Effects): Iterable<Owned> {
  yield* effects.orders
  const { orders = [], positions = [], accounts = [], liquidations = [] } = effects.futures ?? {}
  for (const owned of [orders, positions, accounts, liquidations]) yield* owned
  for (const { realm, userId } of effects.margin?.accounts ?? []) yield { realm, userId }
  for (const { userId } of effects.withdrawals ?? []) yield { realm: 'live', userId }
  for (const { buyer, seller } of effects.p2p?.orders ?? [])
    for (const userId of [buyer, seller]) yield { realm: 'live', userId }
  yield* productChanges(effects)
  for (const { realm, owner } of effects.accounts) {
    const userId = userIdOf(owner)
    if (userId !== undefined) yield { realm, userId }
  }
}
