import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import {
  blockHashAt,
  CURSOR,
  cursorOf,
  endPause,
  openSightings,
  readCursor,
  readPause,
  removeBlocks,
  sightingsOf,
  writeBlock,
  writePause,
  writeSightings,
  type Sighting,
} from './sightings.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

let count = 0
let network = ''
let userId = ''
beforeEach(() => {
  network = `n${++count}`
  userId = `u${count}`
})

const sighting = (changes: Partial<Sighting> = {}): Sighting => ({
  network,
  txHash: '0xa',
  ordinal: 0,
  address: '0x1',
  userId,
  asset: 'USDT',
  units: 5n,
  amount: 500n,
  state: 'confirming',
  reason: null,
  blockHash: '0xb',
  height: 10,
  absentSince: null,
  createdAt: 100,
  updatedAt: 100,
  ...changes,
})
const page = (changes: object = {}) =>
  sightingsOf(db, { userId, asset: undefined, cursor: undefined, limit: 10, ...changes })
const names = (list: readonly Sighting[]) =>
  list.map(({ txHash, ordinal }) => `${txHash}:${ordinal}`)

describe('a sighting on disk (wallet 3)', () => {
  it('is read as it was written, amounts of any size', async () => {
    const large = sighting({ units: 10n ** 30n, amount: 10n ** 32n, ordinal: 2 ** 31 - 1 })
    const own = sighting({
      txHash: '0xb',
      userId: null,
      height: null,
      blockHash: null,
      absentSince: 9,
    })
    await writeSightings(db, [large, own])
    expect(await openSightings(db, { network, above: 0 })).toEqual([large, own])
  })

  it('is one for a network, a transaction and a place', async () => {
    await writeSightings(db, [
      sighting(),
      sighting({ ordinal: 1 }),
      sighting({ network: `${network}b` }),
    ])
    await writeSightings(db, [sighting({ state: 'credited', updatedAt: 200 })])
    const rows = await openSightings(db, { network, above: 0 })
    expect(rows.map(({ ordinal, state }) => [ordinal, state])).toEqual([
      [0, 'credited'],
      [1, 'confirming'],
    ])
  })

  it('keeps when it was first seen', async () => {
    await writeSightings(db, [sighting({ createdAt: 100 })])
    await writeSightings(db, [sighting({ createdAt: 999, updatedAt: 999 })])
    expect((await page())[0]).toMatchObject({ createdAt: 100, updatedAt: 999 })
  })
})

describe('sightings that something can still happen to', () => {
  it.each([
    ['seen', true],
    ['confirming', true],
    ['credited', true],
    ['contested', true],
    ['held', true],
    ['ignored', true],
    ['dropped', true],
    ['reversed', true],
    ['unlocked', false],
    ['returned', false],
  ] as const)('include below the height one that is %s: %s', async (state, isOpen) => {
    await writeSightings(db, [sighting({ state, height: 10 })])
    expect(await openSightings(db, { network, above: 10 })).toHaveLength(isOpen ? 1 : 0)
    // What a re-organisation may reach is open in any state.
    expect(await openSightings(db, { network, above: 9 })).toHaveLength(1)
  })

  it('come in the order that they were seen', async () => {
    await writeSightings(db, [
      sighting({ txHash: '0xc', createdAt: 300 }),
      sighting({ txHash: '0xb', createdAt: 100 }),
      sighting({ txHash: '0xa', createdAt: 300, ordinal: 2 }),
      sighting({ txHash: '0xa', createdAt: 300, ordinal: 1 }),
    ])
    expect(names(await openSightings(db, { network, above: 0 }))).toEqual([
      '0xb:0',
      '0xa:1',
      '0xa:2',
      '0xc:0',
    ])
  })
})

describe('the deposits of a user (wallet 6)', () => {
  it('have the latest first, and nobody else\u2019s', async () => {
    await writeSightings(db, [
      sighting({ txHash: '0xa', createdAt: 1 }),
      sighting({ txHash: '0xb', createdAt: 3 }),
      sighting({ txHash: '0xc', createdAt: 2 }),
      sighting({ txHash: '0xd', createdAt: 4, userId: 'somebody' }),
      sighting({ txHash: '0xe', createdAt: 5, userId: null }),
    ])
    expect(names(await page())).toEqual(['0xb:0', '0xc:0', '0xa:0'])
  })

  it('leave out tokens that anybody can send', async () => {
    await writeSightings(db, [
      sighting({ txHash: '0xa', reason: 'unlisted', asset: '0xfake', state: 'ignored' }),
      sighting({ txHash: '0xb', reason: 'small', state: 'ignored' }),
    ])
    expect(names(await page())).toEqual(['0xb:0'])
  })

  it('are those of one asset where that is asked for', async () => {
    await writeSightings(db, [sighting(), sighting({ txHash: '0xb', asset: 'ETH' })])
    expect(names(await page({ asset: 'ETH' }))).toEqual(['0xb:0'])
    expect(await page({ asset: 'BTC' })).toEqual([])
  })

  it('come page by page, none twice and none left out', async () => {
    const all = Array.from({ length: 7 }, (_, at) =>
      // Several in one millisecond: the key parts them.
      sighting({ txHash: `0x${at}`, createdAt: 100 + Math.floor(at / 3) }),
    )
    await writeSightings(db, all)
    const found: string[] = []
    let cursor: string | undefined
    for (let asked = 0; asked < 9; asked++) {
      const rows = await page({ cursor, limit: 2 })
      found.push(...names(rows))
      const last = rows.at(-1)
      if (!last) break
      cursor = cursorOf(last)
      expect(cursor).toMatch(CURSOR)
    }
    expect(found).toEqual(['0x6:0', '0x5:0', '0x4:0', '0x3:0', '0x2:0', '0x1:0', '0x0:0'])
  })

  it.each(['100~evm-a:0xab:0', `1~ltc:${'a'.repeat(64)}:4294967295`])(
    'take the cursor %s',
    (cursor) => {
      expect(cursor).toMatch(CURSOR)
    },
  )

  it.each([
    '',
    '100',
    '100~',
    '~evm-a:0xab:0',
    '100~EVM:0xab:0',
    '100~evm-a:0xab',
    "100~evm-a:0xab:0' or 1=1",
    '100~evm-a:0xab:0\n',
    '12345678901234567~evm-a:0xab:0',
  ])('refuse the cursor "%s"', (cursor) => {
    expect(cursor).not.toMatch(CURSOR)
  })
})

describe('blocks that were read (wallet 3)', () => {
  const block = (height: number, hash = `0x${height}`) => ({
    height,
    hash,
    parentHash: `0x${height - 1}`,
    at: height,
  })
  const write = (height: number, keepFrom = 0, hash?: string) =>
    writeBlock(db, network, { block: block(height, hash), keepFrom })

  it('end with the highest', async () => {
    expect(await readCursor(db, network)).toBeUndefined()
    for (const height of [7, 9, 8]) await write(height)
    expect(await readCursor(db, network)).toEqual({ height: 9, hash: '0x9' })
    expect(await readCursor(db, `${network}b`)).toBeUndefined()
  })

  it('are forgotten below a height', async () => {
    for (const height of [1, 2, 3, 4]) await write(height, height - 1)
    const hashes = await Promise.all(
      [1, 2, 3, 4, 5].map((height) => blockHashAt(db, { network, height })),
    )
    expect(hashes).toEqual([undefined, undefined, '0x3', '0x4', undefined])
  })

  it('are replaced by those of another branch', async () => {
    await write(3)
    await write(3, 0, '0xother')
    expect(await blockHashAt(db, { network, height: 3 })).toBe('0xother')
  })

  it('are taken back above a height, of their network only', async () => {
    for (const height of [1, 2, 3]) await write(height)
    await writeBlock(db, `${network}b`, { block: block(3), keepFrom: 0 })
    await removeBlocks(db, { network, above: 1 })
    expect(await readCursor(db, network)).toEqual({ height: 1, hash: '0x1' })
    expect(await readCursor(db, `${network}b`)).toEqual({ height: 3, hash: '0x3' })
  })
})

describe('a pause of a network (W1)', () => {
  const pause = { reason: 'difference', detail: 'USDT', at: 5 } as const

  it('stays as it began until somebody ends it', async () => {
    expect(await readPause(db, network)).toBeUndefined()
    await writePause(db, network, pause)
    await writePause(db, network, { reason: 'reorganised', detail: 'later', at: 9 })
    expect(await readPause(db, network)).toEqual(pause)
    expect(await readPause(db, `${network}b`)).toBeUndefined()
    await endPause(db, network)
    expect(await readPause(db, network)).toBeUndefined()
  })
})
