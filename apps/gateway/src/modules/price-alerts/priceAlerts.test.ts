import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONTRACTS } from '../../exchange/instruments/contracts.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createTestMarket, type TestMarket } from '../../testing/testMarket.ts'
import { createUserNotices } from '../notices/createUserNotices.ts'
import type { NoticeChange, UserNotices } from '../notices/ports/UserNotices.ts'
import { createPriceAlerts, MOST_ALERTS, type PriceAlerts } from './createPriceAlerts.ts'

const START = Date.UTC(2026, 10, 28)
const PAIR = 'ETHUSDT'

let db: Database
let market: TestMarket
let notices: UserNotices
let alerts: PriceAlerts
let sent: NoticeChange[]
const clock = createManualClock(START)
const random = createSeededRandom(7)
const reader = { userId: 'ann', realm: 'live', languages: [] } as const

const open = (changes: { readonly db?: Database } = {}) =>
  createPriceAlerts({
    db,
    clock,
    random,
    log: silentLog,
    market,
    instruments: [...SPOT_SYMBOLS, ...CONTRACTS],
    notices,
    ...changes,
  })
const trade = (ticks: number, symbol = PAIR) =>
  market.print({ symbol, ticks, lots: 1, takerSide: 'buy' })
const place = (price: string, { userId = 'ann', symbol = PAIR } = {}) =>
  alerts.place(userId, { symbol, price })
const waiting = (userId = 'ann') => alerts.list(userId).map(({ price }) => price)
const rows = async () => (await db.query('select alert_id from price_alert')).length
const received = () =>
  sent.flatMap(({ notices: list }) =>
    list.map(
      ({ kind, subject }) => `${kind} ${subject?.symbol} ${subject?.state} ${subject?.amount}`,
    ),
  )

beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('delete from price_alert')
  await db.query('delete from user_notice')
  market = createTestMarket()
  trade(300_000)
  sent = []
  notices = createUserNotices({ db, clock, log: silentLog, source: { read: async () => [] } })
  notices.onChange((change) => sent.push(change))
  alerts = open()
  await alerts.start()
})

describe('a price alert', () => {
  it('waits for a rise above the last price, a fall below', async () => {
    expect(await place('3100')).toMatchObject({ symbol: PAIR, price: '3100.00', direction: 'rise' })
    expect(await place('2900.5')).toMatchObject({ price: '2900.50', direction: 'fall' })
    expect(waiting()).toEqual(['2900.50', '3100.00'])
  })

  it.each([
    ['rise', '3100', [309_999, 310_000], 'priceAlert ETHUSDT rise 3100.00'],
    ['rise over a gap', '3100', [400_000], 'priceAlert ETHUSDT rise 3100.00'],
    ['fall', '2900', [290_001, 290_000], 'priceAlert ETHUSDT fall 2900.00'],
    ['fall over a gap', '2900', [100], 'priceAlert ETHUSDT fall 2900.00'],
  ])('sends one notice of a %s and is gone', async (_name, price, prices, expected) => {
    await place(price)
    const [last = 0, ...before] = prices.toReversed()
    for (const ticks of before.toReversed()) trade(ticks)
    await alerts.settled()
    expect(received()).toEqual([])
    for (const ticks of [last, 300_000, last]) trade(ticks)
    await alerts.settled()
    expect([received(), waiting(), await rows()]).toEqual([[expected], [], 0])
    expect(await notices.unread(reader)).toBe(1)
  })

  it('watches of a contract its own trades alone', async () => {
    trade(600_000, 'usdt/BTCUSDT')
    const { price } = await place('65000', { symbol: 'usdt/BTCUSDT' })
    trade(9_000_000, 'BTCUSDT')
    await alerts.settled()
    expect(received()).toEqual([])
    trade(650_000, 'usdt/BTCUSDT')
    await alerts.settled()
    expect(received()).toEqual([`priceAlert usdt/BTCUSDT rise ${price}`])
  })

  it('reaches its own user, in both realms', async () => {
    await place('3100')
    await place('3200', { userId: 'bob' })
    trade(310_000)
    await alerts.settled()
    expect(sent.map(({ userId, realm }) => [userId, realm])).toEqual([['ann', '']])
    expect(waiting('bob')).toEqual(['3200.00'])
  })

  it.each([
    ['of an unknown pair', 'NONE', '1', '40401'],
    ['between two ticks', PAIR, '3100.005', '40202'],
    ['of no number', PAIR, 'x', '40202'],
    ['at zero', PAIR, '0', '40010'],
    ['below zero', PAIR, '-1', '40010'],
    ['beyond all prices', PAIR, '1'.repeat(40), '40010'],
    ['at the last price', PAIR, '3000', '40208'],
    ['of a pair without a price', 'SOLUSDT', '10', '40208'],
  ])('is refused %s', async (_name, symbol, price, code) => {
    await expect(place(price, { symbol })).rejects.toMatchObject({ code })
    expect([waiting(), await rows()]).toEqual([[], 0])
  })

  it('is the same when it is set twice, even at once', async () => {
    const both = await Promise.all([place('3100'), place('3100.00')])
    expect(new Set(both.map(({ alertId }) => alertId)).size).toBe(1)
    expect(await rows()).toBe(1)
  })

  it('is refused beyond the limit, even at once', async () => {
    const placed = await Promise.allSettled(
      Array.from({ length: MOST_ALERTS + 3 }, (_, at) => place(String(3_001 + at))),
    )
    const refused = placed.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    expect(refused[0]).toMatchObject({
      reason: { code: '42902', data: { scope: 'account', limit: MOST_ALERTS } },
    })
    expect(waiting()).toHaveLength(MOST_ALERTS)
    await place('3100', { userId: 'bob' })
  })
})

describe('removed alerts', () => {
  it('send nothing', async () => {
    const { alertId } = await place('3100')
    await alerts.remove('ann', [alertId, 'gone'])
    trade(320_000)
    await alerts.settled()
    expect([received(), waiting(), await rows()]).toEqual([[], [], 0])
  })

  it('leave those of another user', async () => {
    const { alertId } = await place('3100')
    await alerts.remove('bob', [alertId])
    expect([waiting(), await rows()]).toEqual([['3100.00'], 1])
  })

  it('stay where the removal could not be stored', async () => {
    const { alertId } = await place('3100')
    const { query } = db
    db.query = () => Promise.reject(new Error('away'))
    await expect(alerts.remove('ann', [alertId])).rejects.toThrow('away')
    db.query = query
    expect(waiting()).toEqual(['3100.00'])
  })
})

describe('after a restart', () => {
  const restart = async () => {
    alerts.stop()
    alerts = open()
    await alerts.start()
    await alerts.settled()
  }

  it('keeps alerts waiting as before', async () => {
    await place('3100')
    await restart()
    expect(waiting()).toEqual(['3100.00'])
    trade(310_000)
    await alerts.settled()
    expect(received()).toEqual(['priceAlert ETHUSDT rise 3100.00'])
  })

  it('notices a price that was passed meanwhile', async () => {
    await place('3100')
    alerts.stop()
    trade(320_000)
    await restart()
    expect([received(), await rows()]).toEqual([['priceAlert ETHUSDT rise 3100.00'], 0])
  })

  it.each([
    ['before its notice was stored', false],
    ['after its notice was stored', true],
  ])('sends an alert that fired %s once', async (_name, wasStored) => {
    const { alertId } = await place('3100')
    await db.query('update price_alert set fired_at = $1', [START])
    const reached = {
      alertId,
      symbol: PAIR,
      price: '3100.00',
      direction: 'rise',
      at: START,
    } as const
    if (wasStored) await notices.priceAlert('ann', reached)
    await restart()
    expect([received(), waiting(), await rows()]).toEqual([
      ['priceAlert ETHUSDT rise 3100.00'],
      [],
      0,
    ])
  })
})

it('waits on where the database is away when its price is reached', async () => {
  await place('3100')
  const { query } = db
  db.query = () => Promise.reject(new Error('away'))
  trade(310_000)
  await alerts.settled()
  db.query = query
  expect([received(), waiting()]).toEqual([[], ['3100.00']])
  trade(310_001)
  await alerts.settled()
  expect([received(), waiting()]).toEqual([['priceAlert ETHUSDT rise 3100.00'], []])
})
