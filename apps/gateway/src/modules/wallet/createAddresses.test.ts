import { HDKey } from '@scure/bip32'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createAddresses } from './createAddresses.ts'
import { accountPath, deriveAddress } from './deriveAddress.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from './ports/networks.ts'

const networks = [...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK]
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))
const accountOf = (family: Network['family']) => root.derive(accountPath(family))
const derived = (family: Network['family'], index: number) =>
  deriveAddress(accountOf(family), { family, index, networks })

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => db.query('delete from chain_address'))

/** Timers run when a test says so; `others`: addresses that the signer derives otherwise. */
function setUp({ other = -1 } = {}) {
  const timers = new Set<() => void>()
  const world = { isDown: false, asked: 0 }
  const lines: string[] = []
  const addresses = createAddresses({
    networks,
    db,
    keys: {
      async accountKey(family) {
        world.asked++
        if (world.isDown) throw new Error('The signer does not answer.')
        return accountOf(family).publicExtendedKey
      },
      async deriveAddress(family, index) {
        if (world.isDown) throw new Error('The signer does not answer.')
        return derived(family, index === other ? index + 1 : index)
      },
    },
    clock: {
      now: () => 5,
      after(_ms, run) {
        timers.add(run)
        return { cancel: () => void timers.delete(run) }
      },
    },
    log: { ...silentLog, warn: (text: string) => void lines.push(text) },
  })
  const count = async (family: string) =>
    (await db.query('select 1 from chain_address where family = $1', [family])).length
  return { addresses, timers, world, lines, count }
}

describe('the deposit address of a user (wallet 3)', () => {
  it('is the next one, and the same for good', async () => {
    const { addresses } = setUp()
    const [ann, ben] = [await addresses.of('ann', 'evm'), await addresses.of('ben', 'evm')]
    expect([ann, ben]).toEqual([derived('evm', 0), derived('evm', 1)])
    expect(await addresses.of('ann', 'evm')).toBe(ann)
  })

  it('is another one of each family', async () => {
    const { addresses } = setUp()
    const [evm, ltc] = [await addresses.of('ann', 'evm'), await addresses.of('ann', 'ltc')]
    expect(evm).toMatch(/^0x[0-9a-f]{40}$/)
    expect(ltc).toBe(derived('ltc', 0))
    expect(ltc).toMatch(/^rltc1/)
  })

  it('is one for many requests of a user at once', async () => {
    const { addresses, count } = setUp()
    const all = await Promise.all(Array.from({ length: 8 }, () => addresses.of('ann', 'evm')))
    expect(new Set(all).size).toBe(1)
    const rows = await db.query("select 1 from chain_address where user_id = 'ann'")
    expect(rows).toHaveLength(1)
    expect(await count('evm')).toBeGreaterThanOrEqual(1)
  })

  it('is never that of another user who asks at once', async () => {
    const { addresses } = setUp()
    const names = Array.from({ length: 8 }, (_, at) => `user${at}`)
    const all = await Promise.all(names.map((name) => addresses.of(name, 'evm')))
    expect(new Set(all).size).toBe(8)
    for (const [at, address] of all.entries())
      expect(addresses.ownerOf('evm', address)).toBe(names[at])
  })

  it('is not shown where the signer derives another one', async () => {
    const { addresses } = setUp({ other: 0 })
    await expect(addresses.of('ann', 'evm')).rejects.toThrow('another address evm 0')
    expect(await db.query('select 1 from chain_address where user_id is not null')).toEqual([])
    expect([...addresses.assigned('evm')]).toEqual([])
  })

  it('is not shown while the signer does not answer, and is afterwards', async () => {
    const { addresses, world } = setUp()
    world.isDown = true
    await expect(addresses.of('ann', 'evm')).rejects.toThrow('does not answer')
    world.isDown = false
    expect(await addresses.of('ann', 'evm')).toBe(derived('evm', 0))
  })

  it('asks the signer for the key of an account once', async () => {
    const { addresses, world } = setUp()
    for (const name of ['ann', 'ben', 'eve']) await addresses.of(name, 'evm')
    expect(world.asked).toBe(1)
  })
})

describe('whose an address is (wallet 3)', () => {
  it('is known after a start, in any case of its letters', async () => {
    const address = await setUp().addresses.of('ann', 'evm')
    const { addresses } = setUp()
    expect(addresses.ownerOf('evm', address)).toBeUndefined()
    await addresses.load()
    expect(addresses.ownerOf('evm', address.toUpperCase().replace('0X', '0x'))).toBe('ann')
    expect(addresses.ownerOf('ltc', address)).toBeUndefined()
    expect(addresses.ownerOf('evm', derived('evm', 5))).toBeUndefined()
  })

  it('is nobody\u2019s of those that wait', async () => {
    const { addresses, timers } = setUp()
    addresses.start()
    for (const run of timers) run()
    await addresses.load()
    expect([...addresses.assigned('evm')]).toEqual([])
  })

  it('has the number that it derives from', async () => {
    const { addresses } = setUp()
    await addresses.of('ann', 'evm')
    await addresses.of('ben', 'evm')
    await addresses.of('ben', 'ltc')
    expect([...addresses.numbered('evm')]).toEqual([
      { address: derived('evm', 0), index: 0 },
      { address: derived('evm', 1), index: 1 },
    ])
    expect([...addresses.numbered('ltc')]).toEqual([{ address: derived('ltc', 0), index: 0 }])
    expect([...addresses.numbered('btc')]).toEqual([])
  })
})

describe('addresses that are derived ahead (wallet 3)', () => {
  it('have one timer, however many users came', async () => {
    const { addresses, timers } = setUp()
    addresses.start()
    for (const name of ['ann', 'ben', 'eve']) await addresses.of(name, 'evm')
    expect(timers.size).toBe(1)
  })

  it('have no timer any more after a stop', async () => {
    const { addresses, timers } = setUp()
    addresses.start()
    await addresses.of('ann', 'evm')
    await addresses.of('ben', 'evm')
    addresses.stop()
    expect(timers.size).toBe(0)
    await addresses.of('eve', 'evm')
    expect(timers.size).toBe(0)
  })
})
