import type { Realm } from '../accounts/accounts.ts'

/** The owner of the accounts that an order spends from, and the asset it spends. */
interface Spent {
  readonly realm: Realm
  readonly owner: string
  readonly asset: string
}

/**
 * What open orders reserve in the pool, in atoms by owner and asset. Kept with each change: the
 * level of a margin account is asked for with each price and each order of it.
 */
export interface OrderLines {
  /** Below zero: given back. */
  add(of: Spent & { readonly amount: bigint }): void
  /** Assets without any are not in it. */
  of(realm: Realm, owner: string): ReadonlyMap<string, bigint>
}

const NONE: ReadonlyMap<string, bigint> = new Map()

export function createOrderLines(): OrderLines {
  const byOwner: Readonly<Record<Realm, Map<string, Map<string, bigint>>>> = {
    live: new Map(),
    paper: new Map(),
  }
  return {
    add({ realm, owner, asset, amount }) {
      const owners = byOwner[realm]
      const own = owners.get(owner) ?? new Map<string, bigint>()
      const left = (own.get(asset) ?? 0n) + amount
      if (left === 0n) own.delete(asset)
      else own.set(asset, left)
      if (own.size === 0) owners.delete(owner)
      else owners.set(owner, own)
    },
    of: (realm, owner) => byOwner[realm].get(owner) ?? NONE,
  }
}
