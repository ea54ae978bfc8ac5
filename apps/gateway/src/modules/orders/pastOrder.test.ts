import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { browserClock } from '@x/kit/browser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../platform/db/DatabaseUnavailableError.ts'
import { checkLedger } from '../../exchange/ledger/invariants.ts'
import { insertAccountWithSubAccounts } from '../../testing/insertAccountWithSubAccounts.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createTradingService } from '../trading/createTradingService.ts'
import { KEY_MEMORY_MS, LONGEST_STEP_MS, WHOLE_MEMORY_MS } from '../../exchange/state/keys.ts'
import { digestPiece } from '../../exchange/state/pastKeys.ts'
import { openTradingCore } from '../../exchange/trading-core/openTradingCore.ts'
import { pastOrder } from './pastOrder.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'

const START = Date.UTC(2026, 0, 5, 6)
const PLACE = '/v1/spot/order/place'

let harness: Harness
let now = START
let count = 0
let ann = ''

beforeAll(async () => {
  harness = await openHarness({ clock: { ...browserClock(), now: () => now } })
})
afterAll(() => harness.close())

beforeEach(async () => {
  ann = String(2_000_000_000 + ++count)
  await harness.trading.seedDemo(ann)
  harness.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' })
})

interface Answer {
  readonly orderId: string
  readonly clientOid: string
  readonly status: string
}
const order = (more: Readonly<Record<string, unknown>> = {}) => ({
  symbol: 'LTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '90',
  size: '1',
  clientOid: `c${++count}`,
  ...more,
})
const place = (body: Readonly<Record<string, unknown>>) =>
  harness.call<Answer>(PLACE, { userId: ann, body })
const openCount = async () =>
  (await harness.call<{ items: object[] }>('/v1/spot/order/open', { userId: ann })).items.length

/** Lets time pass in which another command forgets what it may. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= LONGEST_STEP_MS) {
    now += Math.min(left, LONGEST_STEP_MS)
    await harness.trading.openAccounts(`later${++count}`)
  }
}

describe('an order that is sent again while the database is away', () => {
  it('is answered from memory, and never called not taken (SR2, SR6)', async () => {
    let isAway = false
    const cut = await openHarness({
      clock: { ...browserClock(), now: () => now },
      vipLevelOf: () => (isAway ? Promise.reject(new DatabaseUnavailableError()) : 0),
    })
    await cut.trading.seedDemo(ann)
    cut.market.print({ symbol: 'LTCUSDT', ticks: 10_000, lots: 1, takerSide: 'buy' })
    const body = order()
    const first = await cut.call<Answer>(PLACE, { userId: ann, body })
    isAway = true
    expect(await cut.call<Answer>(PLACE, { userId: ann, body })).toEqual(first)
    expect(await cut.refusal(PLACE, { userId: ann, body: order() })).toEqual({
      code: '00006',
      data: { taken: false },
    })
    now += WHOLE_MEMORY_MS
    await cut.trading.openAccounts(`later${++count}`)
    expect(await cut.refusal(PLACE, { userId: ann, body })).toEqual({ code: '00006', data: null })
    await cut.close()
  })
})

describe('an order that is sent again after minutes', () => {
  it('answers from the open order (SR2)', async () => {
    const body = order()
    const first = await place(body)
    await pass(WHOLE_MEMORY_MS)
    expect(await place({ ...body, price: '90.00' })).toEqual(first)
    expect(await openCount()).toBe(1)
  })

  it('answers from its row once it is closed (SR2)', async () => {
    const body = order()
    const first = await place(body)
    await harness.call('/v1/spot/order/cancel', {
      userId: ann,
      body: { clientOid: body.clientOid },
    })
    await pass(WHOLE_MEMORY_MS)
    expect(await place(body)).toEqual({ ...first, status: 'cancelled' })
    expect(await openCount()).toBe(0)
  })

  it('answers from its row after a restart (SR2)', async () => {
    const body = order({ timeInForce: 'ioc' })
    const first = await place(body)
    await pass(WHOLE_MEMORY_MS)
    await harness.restart()
    expect(await place(body)).toEqual(first)
    expect(await checkLedger(harness.db)).toEqual([])
  })

  it('refuses other terms under the same key (SR2)', async () => {
    const body = order()
    await place(body)
    await pass(WHOLE_MEMORY_MS)
    for (const change of [{ price: '91' }, { size: '2' }, { side: 'sell' }, { timeInForce: 'ioc' }])
      expect(
        await harness.refusal(PLACE, { userId: ann, body: { ...body, ...change } }),
      ).toMatchObject({ code: '40902' })
  })

  it('answers after the clock jumped a day and back (SR17)', async () => {
    const body = order({ timeInForce: 'ioc' })
    const first = await place(body)
    for (const leap of [25 * LONGEST_STEP_MS, 1_000, -25 * LONGEST_STEP_MS, 1_000]) {
      now += leap
      await harness.trading.openAccounts(`later${++count}`)
    }
    expect((await place(body)).orderId).toBe(first.orderId)
    await harness.restart()
    now += 25 * LONGEST_STEP_MS
    await harness.trading.openAccounts(`later${++count}`)
    now -= 25 * LONGEST_STEP_MS
    expect((await place(body)).orderId).toBe(first.orderId)
  })

  it('answers nobody else, and is placed anew after a day', async () => {
    const body = order({ timeInForce: 'ioc' })
    const first = await place(body)
    await pass(WHOLE_MEMORY_MS)
    const bob = String(4_000_000_000 + count)
    await harness.trading.seedDemo(bob)
    expect((await harness.call<Answer>(PLACE, { userId: bob, body })).orderId).not.toBe(
      first.orderId,
    )
    await pass(KEY_MEMORY_MS)
    expect((await place(body)).orderId).not.toBe(first.orderId)
  })

  it('does not take the row of another order for its own (SR2)', async () => {
    const db = await openTestDatabase()
    const dataDir = await mkdtemp(path.join(tmpdir(), 'past-order-'))
    const core = await openTradingCore({
      db,
      clock: browserClock(),
      dataDir,
      instruments: SPOT_SYMBOLS,
      log: silentLog,
    })
    core.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId: 'ann',
      key: 'g',
      funds: { USDT: '100000000000' },
    })
    const terms = { symbol: 'LTCUSDT', side: 'buy', orderType: 'limit' } as const
    core.execute({
      kind: 'place',
      at: 2,
      userId: 'ann',
      clientOid: 'one',
      digest: 'd',
      ...terms,
      timeInForce: 'ioc',
      prevention: 'taker',
      ticks: 100,
      lots: 1_000,
      budget: 0,
      makerPpm: 0,
      takerPpm: 0,
    })
    const past = { number: 1, isOrder: true, digest: digestPiece('d') }
    const asked = (clientOid: string, userId = 'ann') =>
      pastOrder(
        { trading: createTradingService({ core, clock: browserClock() }), db },
        { ...terms, realm: 'live', userId, clientOid, digest: 'd', past },
      )
    // Two keys with one hash would lead to the order of the other.
    expect([await asked('one'), await asked('two'), await asked('one', 'bob')]).toEqual([
      { orderId: '1', clientOid: 'one', status: 'cancelled' },
      undefined,
      undefined,
    ])
    await core.stop()
    await db.close()
    await rm(dataDir, { recursive: true })
  })
})

describe('an open order, however old', () => {
  it('is cancelled by its clientOid after days (SR2)', async () => {
    const body = order()
    const { orderId } = await place(body)
    for (let day = 0; day < 3; day++) await pass(KEY_MEMORY_MS)
    expect(await place(body)).toMatchObject({ orderId })
    expect(
      await harness.call('/v1/spot/order/cancel', {
        userId: ann,
        body: { clientOid: body.clientOid },
      }),
    ).toMatchObject({ orderId, status: 'cancelled' })
  })
})

describe('transfers and top-ups that are sent again after minutes', () => {
  it('move funds once (SR2)', async () => {
    const sub = String(3_000_000_000 + count)
    await insertAccountWithSubAccounts(harness.db, { main: ann, subs: [sub] })
    const body = { fromUserId: ann, toUserId: sub, asset: 'USDT', amount: '5', clientOid: 'same' }
    const first = await harness.call('/v1/asset/transfer', { userId: ann, body })
    await pass(WHOLE_MEMORY_MS)
    expect(await harness.call('/v1/asset/transfer', { userId: ann, body })).toEqual(first)
    expect(
      await harness.refusal('/v1/asset/transfer', { userId: ann, body: { ...body, amount: '6' } }),
    ).toMatchObject({ code: '40902' })
  })

  it('top up once (SR2)', async () => {
    const topUp = (amount: string) => ({
      userId: ann,
      realm: 'paper' as const,
      body: { asset: 'USDT', amount, clientOid: 'same' },
    })
    const first = await harness.call('/v1/spot/paper/topup', topUp('100'))
    await pass(WHOLE_MEMORY_MS)
    expect(await harness.call('/v1/spot/paper/topup', topUp('100'))).toEqual(first)
    expect(await harness.refusal('/v1/spot/paper/topup', topUp('101'))).toMatchObject({
      code: '40902',
    })
  })
})
