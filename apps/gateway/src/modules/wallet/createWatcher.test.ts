import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDepositsState, type Deposit } from '../../exchange/state/deposits.ts'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createWatcher, type WatcherOptions } from './createWatcher.ts'
import { DEVELOPMENT_NETWORKS } from './ports/networks.ts'
import { writeBlock, writeSightings, type Sighting } from './sightings.ts'

const sighting: Sighting = {
  network: 'evm-a',
  txHash: '0x1',
  ordinal: 0,
  address: '0xa',
  userId: 'u',
  asset: 'USDT',
  units: 1_000n,
  amount: 100_000n,
  state: 'held',
  reason: 'amount',
  blockHash: '0xb',
  height: 5,
  absentSince: null,
  createdAt: 1,
  updatedAt: 1,
}
const booked: Deposit = {
  network: 'evm-a',
  txHash: '0x1',
  ordinal: 0,
  userId: 'u',
  asset: 'USDT',
  amount: 99_000n,
  height: 5,
  state: 'unlocked',
  createdAt: 1,
  updatedAt: 2,
}

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

async function loadedWith(deposits: readonly Deposit[]): Promise<readonly Readonly<Sighting>[]> {
  await writeSightings(db, [sighting])
  const state = { deposits: createDepositsState() }
  for (const each of deposits) state.deposits.put({ ...each })
  const watcher = createWatcher({
    network: DEVELOPMENT_NETWORKS[0] as WatcherOptions['network'],
    chain: undefined as never,
    db,
    core: { state, execute: undefined, durable: undefined } as never,
    clock: { now: () => 9 },
    log: silentLog,
    ownerOf: () => undefined,
    onPause: async () => {},
  })
  await watcher.load()
  return [...watcher.open()]
}
const rows = () => db.query('select state, amount::text as amount from deposit_sighting')

describe('a start after a crash between a credit and its row (wallet 3)', () => {
  it('takes over what operators credited, with their amount', async () => {
    expect(await loadedWith([booked])).toMatchObject([
      { state: 'unlocked', amount: 99_000n, reason: null },
    ])
    expect(await rows()).toEqual([{ state: 'unlocked', amount: '99000' }])
  })

  it.each([
    ['nobody credited', []],
    ['was taken back', [{ ...booked, state: 'reversed' as const }]],
  ])('leaves held what %s', async (_, deposits) => {
    expect(await loadedWith(deposits)).toMatchObject([{ state: 'held', amount: 100_000n }])
  })
})

describe('a node that is behind what was read (wallet 3)', () => {
  it('loses no deposit, pauses nothing, and catches up', async () => {
    const network = { ...(DEVELOPMENT_NETWORKS[0] as WatcherOptions['network']), id: 'behind' }
    const hashes = ['0x0', '0x1', '0x2', '0x3']
    let head = 3
    const blockAt = (height: number) =>
      height > head
        ? undefined
        : { height, hash: hashes[height] ?? '', parentHash: hashes[height - 1] ?? '', at: 0 }
    const pauses: unknown[] = []
    for (const height of [2, 3])
      await writeBlock(db, 'behind', {
        block: { height, hash: `0x${height}`, parentHash: `0x${height - 1}`, at: 0 },
        keepFrom: 0,
      })
    await writeSightings(db, [
      { ...sighting, network: 'behind', state: 'credited', blockHash: '0x3', height: 3 },
    ])
    const watcher = createWatcher({
      network,
      chain: { block: async (height: number) => blockAt(height) } as never,
      db,
      core: { state: { deposits: createDepositsState() }, durable: async () => {} } as never,
      clock: { now: () => 9 },
      log: silentLog,
      ownerOf: () => undefined,
      onPause: async (pause) => void pauses.push(pause),
    })
    await watcher.load()
    for (head of [2, 1, 0])
      await expect(watcher.step()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    head = 3
    expect(await watcher.step()).toBe(false)
    expect([...watcher.open()]).toMatchObject([{ state: 'credited', height: 3 }])
    expect([watcher.cursor()?.height, pauses]).toEqual([3, []])
  })
})
