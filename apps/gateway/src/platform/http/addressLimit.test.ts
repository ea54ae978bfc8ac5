import { createManualClock } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../ttl-store/createMemoryTtlStore.ts'
import type { TtlStore } from '../ttl-store/TtlStore.ts'
import { countAddress, hasReached, limitAddress, NETWORKS_OF_A_SITE } from './addressLimit.ts'

const clock = createManualClock()
let store: TtlStore
beforeEach(() => void (store = createMemoryTtlStore({ clock })))

const limit = { name: 'tries', most: 2, ttlMs: 60_000 }
const tries = async (addresses: readonly string[]) => {
  for (const address of addresses) await limitAddress(store, { ...limit, address })
}
/** One address in each of the first networks of a site. */
const networks = (count: number, site = '2001:db8:1') =>
  Array.from({ length: count }, (_, network) => `${site}:${network.toString(16)}::1`)

describe('limits of an address', () => {
  it('counts an IPv4 address alone', async () => {
    await tries(['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    await expect(tries(['192.0.2.1'])).rejects.toMatchObject({
      code: '42901',
      data: { retryAfter: 60 },
    })
  })

  it('limits a site of IPv6 networks to what sixteen of them get', async () => {
    expect(NETWORKS_OF_A_SITE).toBe(16)
    await tries(networks(32))
    await expect(tries(['2001:db8:1:ffff::1'])).rejects.toMatchObject({ code: '42901' })
    await tries(['2001:db8:2::1'])
  })

  it('opens the window again for both', async () => {
    await tries(networks(32))
    await clock.advance(60_000)
    await tries(['2001:db8:1:ffff::1'])
  })

  it('answers what was counted without judging it', async () => {
    const asked = { name: 'failures', most: 3 }
    const fail = (address: string) =>
      countAddress(store, { name: 'failures', address, ttlMs: 60_000 })
    for (const address of networks(47)) await fail(address)
    expect(await hasReached(store, { ...asked, address: '2001:db8:1:ffff::1' })).toBe(false)
    await fail('2001:db8:1:ffff::1')
    expect(await hasReached(store, { ...asked, address: '2001:db8:1:fffe::1' })).toBe(true)
    expect(await hasReached(store, { ...asked, address: '2001:db8:2::1' })).toBe(false)
    expect(await hasReached(store, { ...asked, address: '192.0.2.1' })).toBe(false)
  })
})
