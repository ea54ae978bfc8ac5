import type { Count, TtlStore } from '../ttl-store/TtlStore.ts'
import { addressGroup, addressSite } from './addressGroup.ts'
import { tooManyAttempts } from './envelope.ts'

export interface AddressLimit {
  /** What is counted; a key of the store begins with it. */
  readonly name: string
  readonly address: string
  /** What one address, or IPv6 network, may have within a window. */
  readonly most: number
  readonly ttlMs: number
}

/** A site of IPv6 networks may have as much as so many of them (docs/adr/limits.md). */
export const NETWORKS_OF_A_SITE = 16

/**
 * Counts one try of the address and of the site around it.
 * @throws GatewayError 42901 with the time to wait.
 */
export async function limitAddress(
  store: Pick<TtlStore, 'increment'>,
  { name, address, most, ttlMs }: AddressLimit,
): Promise<void> {
  for (const { group, share } of groupsOf(address)) {
    const { count, expiresInMs } = await store.increment(`${name}:${group}`, { ttlMs })
    if (count > most * share) throw tooManyAttempts(expiresInMs)
  }
}

/** Counts without judging. */
export async function countAddress(
  store: Pick<TtlStore, 'increment'>,
  { name, address, ttlMs }: Omit<AddressLimit, 'most'>,
): Promise<void> {
  for (const { group } of groupsOf(address)) await store.increment(`${name}:${group}`, { ttlMs })
}

/** Whether the address, or the site around it, has had `most` already. */
export async function hasReached(
  store: Pick<TtlStore, 'count'>,
  { name, address, most }: Omit<AddressLimit, 'ttlMs'>,
): Promise<boolean> {
  const groups = groupsOf(address)
  const counts: readonly Count[] = await Promise.all(
    groups.map(({ group }) => store.count(`${name}:${group}`)),
  )
  return counts.some(({ count }, at) => count >= most * (groups[at]?.share ?? 1))
}

/** The group and, for IPv6, the site around it, which may have `share` times as much. */
export function groupsOf(
  address: string,
): readonly { readonly group: string; readonly share: number }[] {
  const site = addressSite(address)
  return [
    { group: addressGroup(address), share: 1 },
    ...(site === undefined ? [] : [{ group: site, share: NETWORKS_OF_A_SITE }]),
  ]
}
