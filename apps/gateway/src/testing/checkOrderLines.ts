import { ownerOf, spentAsset } from '../exchange/state/order.ts'
import { marginOwner } from '../exchange/state/marginState.ts'
import { pairOf, type ExchangeView } from '../exchange/state/ExchangeView.ts'
import type { Realm } from '../exchange/accounts/accounts.ts'

/** Where a state keeps other sums of what orders reserve than its open orders add up to. */
export function checkOrderLines(state: ExchangeView): string[] {
  const owners = new Map<string, { realm: Realm; owner: string; sums: Map<string, bigint> }>()
  const sumsOf = (realm: Realm, owner: string) => {
    const known = owners.get(`${realm} ${owner}`) ?? { realm, owner, sums: new Map() }
    owners.set(`${realm} ${owner}`, known)
    return known.sums
  }
  for (const account of state.margin.accounts.values()) sumsOf(account.realm, marginOwner(account))
  for (const order of state.orders.values()) {
    if (!order.line) continue
    const sums = sumsOf(order.realm, ownerOf(order))
    const asset = spentAsset(order, pairOf(state, order.symbol).instrument)
    sums.set(asset, (sums.get(asset) ?? 0n) + order.line)
  }
  const text = (sums: ReadonlyMap<string, bigint>) =>
    [...sums]
      .map(([asset, sum]) => `${sum} ${asset}`)
      .toSorted()
      .join()
  return [...owners.values()].flatMap(({ realm, owner, sums }) => {
    const kept = text(state.orderLines.of(realm, owner))
    return kept === text(sums) ? [] : [`${realm} ${owner} reserves ${text(sums)}, not ${kept}`]
  })
}
