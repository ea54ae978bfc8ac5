import type { ProductChange } from '@x/api'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import type { Effects } from '../../exchange/state/effects.ts'

export interface OwnedChange extends ProductChange {
  readonly realm: Realm
  readonly userId: string
}

/** What a record did to copy trading, earn and red packets, once for each user and thing. */
export function productChanges({ copy, products }: Effects): readonly OwnedChange[] {
  if (!copy && !products) return []
  const changes: OwnedChange[] = []
  const add = (product: ProductChange['product'], change: Omit<OwnedChange, 'product'>) =>
    void changes.push({ product, ...change })
  for (const { id, realm, userId } of copy?.leads ?? [])
    add('copy', { realm, userId, id: String(id) })
  for (const { id, realm, userId, leadUserId } of copy?.follows ?? [])
    for (const owner of [userId, leadUserId]) add('copy', { realm, userId: owner, id: String(id) })
  for (const { followId, realm, userId } of copy?.orders ?? [])
    add('copy', { realm, userId, id: String(followId) })
  for (const { id, userId } of products?.positions ?? [])
    add('earn', { realm: 'live', userId, id: String(id) })
  for (const { id, userId, claims } of products?.packets ?? [])
    for (const owner of new Set([userId, ...claims.map((claim) => claim.userId)]))
      add('redPacket', { realm: 'live', userId: owner, id: String(id) })
  return [...new Map(changes.map((each) => [Object.values(each).join(' '), each])).values()]
}
