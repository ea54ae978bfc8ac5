import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openInstallation } from '../ledger/openInstallation.ts'
import type { HouseAccountCommand } from '../state/houseAccountRows.ts'
import { createEngine } from '../matching/createEngine.ts'
import type { Realm } from '../accounts/accounts.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { openHarness, type Harness, type HarnessOptions } from '../../testing/tradingHarness.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { rebuildJournal } from './rebuildJournal.ts'
import { stateFromLedger } from './stateFromLedger.ts'

const [ANN, BOB, SUB] = ['1000000001', '1000000002', '1000000003'] as const
const SYMBOL = 'LTCUSDT'

let db: Database
let dataDir: string
let harness: Harness | undefined
beforeEach(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'rebuild-'))
})
afterEach(async () => {
  await harness?.close()
  harness = undefined
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})

const open = async (options: HarnessOptions = {}): Promise<Harness> =>
  (harness = await openHarness({
    db,
    dataDir,
    installation: await openInstallation({ db, dataDir, createId: randomUUID }),
    ...options,
  }))
const journal = () => path.join(dataDir, 'journal')
const rebuild = (options: { replaces?: boolean } = {}) =>
  rebuildJournal({
    db,
    dataDir,
    instruments: SPOT_SYMBOLS,
    now: Date.now(),
    replaces: false,
    ...options,
  })
async function stop(): Promise<void> {
  await harness?.stop()
  harness = undefined
}

const place = (userId: string, body: Record<string, string>, realm: Realm = 'live') =>
  harness!.call<{ orderId: string; status: string }>('/v1/spot/order/place', {
    userId,
    realm,
    body: {
      symbol: SYMBOL,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      price: '95.00',
      size: '1',
      ...body,
    },
  })
const offer = (ticks: number, lots: number) =>
  harness!.trading.houseAccount.submit([
    {
      kind: 'place',
      symbol: SYMBOL,
      orderName: `ask-${ticks}-${lots}`,
      side: 'sell',
      orderType: 'limit',
      timeInForce: 'gtc',
      ticks,
      lots,
    },
  ])

/** Everything that the owners read. */
async function seen(): Promise<unknown> {
  const reads = [ANN, BOB, SUB].flatMap((userId) =>
    (['live', 'paper'] as const).flatMap((realm) =>
      ['account/assets', 'order/open', 'order/trigger', 'order/history', 'order/fills'].map(
        async (what) => [
          userId,
          realm,
          what,
          await harness!.call(`/v1/spot/${what}`, { userId, realm }),
        ],
      ),
    ),
  )
  return Promise.all(reads)
}

/** Funds, a trade, and one open order of each kind. */
async function trade(): Promise<{ first: string; second: string }> {
  await insertAccountWithSubAccounts(db, { main: ANN, subs: [SUB] })
  await insertAccountWithSubAccounts(db, { main: BOB, subs: [] })
  for (const userId of [ANN, BOB, SUB]) await harness!.trading.seedDemo(userId)
  harness!.market.print({ symbol: SYMBOL, ticks: 10_000, lots: 1, takerSide: 'buy' })
  offer(10_000, 3_000)
  await place(ANN, { price: '100.00', size: '0.5', clientOid: 'filled' })
  const first = await place(ANN, { clientOid: 'resting', size: '2' })
  const second = await place(BOB, { size: '1' })
  // A larger size goes behind the order that came later.
  await harness!.call('/v1/spot/order/amend', {
    userId: ANN,
    body: { orderId: first.orderId, size: '3' },
  })
  await place(ANN, {
    price: '100.00',
    size: '0.5',
    takeProfitTriggerPrice: '120.00',
    stopLossTriggerPrice: '80.00',
  })
  await place(ANN, { side: 'sell', orderType: 'oco', price: '110.00', triggerPrice: '85.00' })
  await place(ANN, { side: 'sell', orderType: 'stop_market', triggerPrice: '84.00', price: '' })
  await place(ANN, { side: 'sell', orderType: 'trailing', callbackRate: '10', price: '' })
  await place(ANN, { clientOid: 'paper' }, 'paper')
  await harness!.call('/v1/spot/paper/topup', {
    userId: ANN,
    realm: 'paper',
    body: { asset: 'USDT', amount: '10', clientOid: 'topup' },
  })
  await harness!.call('/v1/asset/transfer', {
    userId: ANN,
    body: { fromUserId: ANN, toUserId: SUB, asset: 'USDT', amount: '12.5', clientOid: 'transfer' },
  })
  return { first: first.orderId, second: second.orderId }
}

describe('a journal rebuilt from the ledger', () => {
  it('goes on with the balances, holds and open orders of before (SR7)', async () => {
    await open()
    const { first, second } = await trade()
    const before = await seen()
    await stop()
    await rm(journal(), { recursive: true })
    await expect(open()).rejects.toThrow('there is no journal in')
    expect(await rebuild()).toMatchObject({ movedTo: undefined, orders: 7 })

    await open()
    expect(await seen()).toEqual(before)
    expect(await checkLedger(db)).toEqual([])
    // The order that kept its place trades first.
    offer(9_500, 1_500)
    expect(
      await harness!.call('/v1/spot/order/detail', { userId: BOB, query: { orderId: second } }),
    ).toMatchObject({ order: { status: 'filled' } })
    expect(
      await harness!.call('/v1/spot/order/detail', { userId: ANN, query: { orderId: first } }),
    ).toMatchObject({ order: { status: 'partially_filled', filled: '0.500' } })
    const { cancelled } = await harness!.call<{ cancelled: string[] }>('/v1/spot/order/cancelAll', {
      userId: ANN,
    })
    expect(cancelled).toHaveLength(5)
    const assets = await harness!.call<{ held: string }[]>('/v1/spot/account/assets', {
      userId: ANN,
    })
    expect(assets.filter(({ held }) => held !== '0')).toEqual([])
    await stop()
    expect(await checkLedger(db)).toEqual([])
  })

  it('has the places and terms of orders from an older version (SR7)', async () => {
    await open()
    await trade()
    await stop()
    const columns = () =>
      db.query(
        "select order_id, open_terms - 'rank' as terms, open_terms ? 'rank' as rests from " +
          'spot_order where closed_seq is null order by order_id',
      )
    const before = await columns()
    const queue = async () =>
      (await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: Date.now() })).books[SYMBOL]
        ?.orders
    const queued = await queue()
    expect(queued?.length).toBeGreaterThan(2)
    await db.query('update spot_order set open_terms = null where closed_seq is null')
    await open()
    await stop()
    expect(await columns()).toEqual(before)
    const inEngine = (orders: typeof queued) =>
      createEngine({ nextSeq: 1, orders: orders ?? [] }).dump().orders
    expect(inEngine(await queue())).toEqual(inEngine(queued))
  })

  it('answers requests that are repeated, and runs none again (SR7)', async () => {
    await open()
    const { first } = await trade()
    const funds = () => harness!.call('/v1/spot/account/assets', { userId: ANN })
    const paperFunds = () =>
      harness!.call('/v1/spot/account/assets', { userId: ANN, realm: 'paper' })
    const before = [await funds(), await paperFunds()]
    await stop()
    await rm(journal(), { recursive: true })
    await rebuild()

    await open()
    expect(await place(ANN, { clientOid: 'resting', size: '2' })).toMatchObject({ orderId: first })
    expect(await place(ANN, { price: '100.00', size: '0.5', clientOid: 'filled' })).toMatchObject({
      status: 'filled',
    })
    expect(
      await harness!.refusal('/v1/spot/order/place', {
        userId: ANN,
        body: {
          symbol: SYMBOL,
          side: 'buy',
          orderType: 'limit',
          price: '95.00',
          size: '7',
          clientOid: 'resting',
        },
      }),
    ).toMatchObject({ code: '40902' })
    expect(
      await harness!.call('/v1/asset/transfer', {
        userId: ANN,
        body: {
          fromUserId: ANN,
          toUserId: SUB,
          asset: 'USDT',
          amount: '12.5',
          clientOid: 'transfer',
        },
      }),
    ).toMatchObject({ amount: '12.5' })
    await harness!.call('/v1/spot/paper/topup', {
      userId: ANN,
      realm: 'paper',
      body: { asset: 'USDT', amount: '10', clientOid: 'topup' },
    })
    expect([await funds(), await paperFunds()]).toEqual(before)
  })

  it('uses no number again that the market makers took (SR7)', async () => {
    await open()
    await trade()
    // Immediate-or-cancel against nothing: each takes a number and leaves no trace.
    const rows = Array.from({ length: 10_000 }, (_, at): HouseAccountCommand => ({
      kind: 'place',
      symbol: SYMBOL,
      orderName: `h${at}`,
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'ioc',
      ticks: 1,
      lots: 1,
    }))
    for (let batch = 0; batch < 105; batch++) {
      harness!.trading.houseAccount.submit(rows)
      // The database's answers come between: a connection is given up after some seconds.
      await new Promise((resolve) => void setImmediate(resolve))
    }
    const { orderId } = await place(BOB, { size: '0.5' })
    await stop()
    const before = (
      await db.query<{ id: bigint }>(
        'select max(order_id) as id from spot_order where order_id < $1',
        [orderId],
      )
    )[0]!.id
    const taken = Number(orderId) - Number(before)
    expect(taken).toBeGreaterThan(1_000_000)
    // As many may have been taken since the last order that the ledger knows.
    const { next } = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: Date.now() })
    expect(next.order - Number(orderId)).toBeGreaterThan(taken)
  })

  it('never replaces a journal that is there unless it is asked to (SR7)', async () => {
    await open()
    await trade()
    await stop()
    await expect(rebuild()).rejects.toThrow('There is a journal in')
    const names = await readdir(journal())
    const { movedTo } = await rebuild({ replaces: true })
    expect((await readdir(movedTo!)).toSorted()).toEqual(names.toSorted())
    await open()
    await stop()

    // The one of before is no longer the database's.
    await rm(journal(), { recursive: true })
    await rename(movedTo!, journal())
    await expect(open()).rejects.toThrow(
      'Another gateway has traded on this database since, with another data folder',
    )
  })

  it('is not made from an empty ledger (SR7)', async () => {
    await expect(rebuild()).rejects.toThrow('The ledger of this database is empty')
  })
})

describe('a data folder beside a database that is not its own', () => {
  it('is refused where the database has no users and the journal has (SR7)', async () => {
    // As of a version before the two were bound to each other.
    harness = await openHarness({ db, dataDir })
    await trade()
    await stop()
    const empty = await openTestDatabase()
    try {
      await expect(
        open({
          db: empty,
          installation: await openInstallation({ db: empty, dataDir, createId: randomUUID }),
        }),
      ).rejects.toThrow('The database has no users')
      expect(await empty.query('select settled_seq from ledger_progress')).toEqual([
        { settled_seq: 0n },
      ])
      expect(await empty.query('select 1 from ledger_account')).toEqual([])
    } finally {
      await empty.close()
    }
    await open()
  })

  it('is refused where the database is of another installation (SR7)', async () => {
    await open()
    await trade()
    await stop()
    await db.query("update ledger_progress set installation = 'another'")
    await expect(open()).rejects.toThrow(
      'The database belongs to another installation than the journal in',
    )
  })
})
