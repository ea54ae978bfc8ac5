import { createManualClock } from '@x/kit/testing'
import { fundingRate } from '@x/trading/futures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createPremiumStore } from './createPremiumStore.ts'
import { premiumsOf } from './ports/recordQueries.ts'
import type { PremiumSample } from './prices/createContractPrices.ts'

const SPAN = 8 * 3_600_000
const START = Date.UTC(2026, 0, 5, 8)
let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const sampleOf = (symbol: string, at: number, premium: string): PremiumSample => ({
  symbol,
  at,
  index: 600_000,
  impactBid: '60001.5',
  impactAsk: null,
  premium,
})

/** A store whose clock stands at `at`. */
function open(at: number, of: Pick<Database, 'query'> = db) {
  const clock = createManualClock(at)
  return { clock, store: createPremiumStore({ db: of, clock, log: silentLog }) }
}

describe('premium samples in the database (futures 5)', () => {
  it('brings back those of the running interval, by contract (futures 5)', async () => {
    const { store } = open(START + 60_000)
    store.add(sampleOf('a', START - 5_000, '0.5'))
    for (const [second, premium] of [
      [5, '0.001'],
      [10, '0.002'],
      [15, '-0.0005'],
    ] as const)
      store.add(sampleOf('a', START + second * 1_000, premium))
    store.add(sampleOf('b', START + 5_000, '0.003'))
    await store.stop()
    const restored = await open(START + 90_000).store.restore()
    expect([...restored.keys()].toSorted()).toEqual(['a', 'b'])
    const sum = restored.get('a')?.running
    const terms = { maxLeverage: '125', mm: '0.004', intervalHours: 8 }
    // The rate is the one of the published samples, the interval before counts no more.
    expect(sum && fundingRate({ premiums: sum, ...terms })).toBe(
      fundingRate({ premiums: ['0.001', '0.002', '-0.0005'], ...terms }),
    )
    const later = await open(START + SPAN).store.restore()
    expect([...later.values()].filter(({ running }) => running)).toEqual([])
  })

  it('brings back the intervals that nobody paid since (futures 5)', async () => {
    const at = START + 12 * SPAN
    const { store } = open(at)
    for (const [symbol, past, premium] of [
      ['e1', SPAN + 5_000, '0.009'],
      ['e1', 10_000, '0.001'],
      ['e1', 5_000, '0.002'],
      ['e2', 5_000, '0.003'],
    ] as const)
      store.add(sampleOf(symbol, at - past, premium))
    await store.stop()
    const unpaid = async (now: number, symbol: string) =>
      (await open(now).store.restore()).get(symbol)?.unpaid ?? []
    const terms = { maxLeverage: '125', mm: '0.004', intervalHours: 8 }
    const timesOf = async (now: number, symbol: string) =>
      (await unpaid(now, symbol)).map((each) => each.at)
    const pay = (symbol: string, when: number) =>
      db.query('insert into futures_funding values ($1, $2, 1, 1, 1)', [symbol, when])
    const found = await unpaid(at + 3_600_000, 'e1')
    expect(
      found.map(({ premiums, ...each }) => [each.at, fundingRate({ premiums, ...terms })]),
    ).toEqual([
      [at - SPAN, fundingRate({ premiums: ['0.009'], ...terms })],
      [at, fundingRate({ premiums: ['0.001', '0.002'], ...terms })],
    ])
    // However long it was down, it is those intervals, and their times.
    expect(await timesOf(at + 2 * SPAN, 'e1')).toEqual([at - SPAN, at])
    expect(await timesOf(at - 1, 'e2')).toEqual([])
    // One is paid and the next is not; an earlier one is left when a later one was paid.
    await pay('e1', at - SPAN)
    expect(await timesOf(at + SPAN + 1, 'e1')).toEqual([at])
    await pay('e1', at + 40_000)
    expect(await timesOf(at + SPAN + 1, 'e1')).toEqual([])
    await pay('e2', at - SPAN)
    expect(await timesOf(at + 60_000, 'e2')).toEqual([at])
  })

  it('writes every five seconds, each sample once (futures 5)', async () => {
    const at = START + 2 * SPAN
    const { clock, store } = open(at)
    store.start()
    store.add(sampleOf('c', at + 5_000, '0.001'))
    await clock.advance(5_000)
    const span = { symbol: 'c', from: at, to: at + SPAN }
    await expect.poll(async () => (await premiumsOf(db, span)).length).toBe(1)
    store.add(sampleOf('c', at + 5_000, '0.9'))
    store.add(sampleOf('c', at + 10_000, '0.002'))
    await store.stop()
    const rows = await premiumsOf(db, span)
    expect(rows.map(({ premium }) => premium)).toEqual(['0.001', '0.002'])
    expect(rows[0]).toMatchObject({ impact_bid: '60001.5', impact_ask: null })
  })

  it('keeps what could not be written for the next time (futures 5)', async () => {
    const at = START + 4 * SPAN
    let isAway = true
    const query: Database['query'] = (text, values) =>
      isAway ? Promise.reject(new Error('away')) : db.query(text, values)
    const { clock, store } = open(at, { query })
    store.start()
    store.add(sampleOf('d', at + 5_000, '0.001'))
    await clock.advance(5_000)
    isAway = false
    store.add(sampleOf('d', at + 10_000, '0.002'))
    await store.stop()
    const rows = await premiumsOf(db, { symbol: 'd', from: at, to: at + SPAN })
    expect(rows.map(({ premium }) => premium)).toEqual(['0.001', '0.002'])
  })

  it('forgets samples of more than a week ago (futures 5)', async () => {
    const at = START + 30 * SPAN
    const { store } = open(at)
    store.add(sampleOf('e', at - 8 * 24 * 3_600_000, '0.001'))
    store.add(sampleOf('e', at - 6 * 24 * 3_600_000, '0.002'))
    await store.stop()
    await open(at).store.restore()
    const rows = await premiumsOf(db, { symbol: 'e', from: 0, to: at })
    expect(rows.map(({ premium }) => premium)).toEqual(['0.002'])
  })

  it('forgets them while it runs, day by day (futures 5)', async () => {
    const at = START + 60 * SPAN
    const { clock, store } = open(at)
    await store.restore()
    store.add(sampleOf('f', at, '0.001'))
    await store.stop()
    await clock.advance(8 * 24 * 3_600_000)
    store.add(sampleOf('f', clock.now(), '0.002'))
    await store.stop()
    const rows = await premiumsOf(db, { symbol: 'f', from: 0, to: Number.MAX_SAFE_INTEGER })
    expect(rows.map(({ premium }) => premium)).toEqual(['0.002'])
  })

  it('brings back until when fundings are paid (futures 5)', async () => {
    const at = START + 90 * SPAN
    await db.query('insert into futures_funding values ($1, $2, 1, 1, 1)', ['g', at])
    const { store } = open(at - 60_000)
    store.add(sampleOf('g', at - 70_000, '0.001'))
    await store.stop()
    const restored = await open(at - 60_000).store.restore()
    expect(restored.get('g')).toMatchObject({ paidTo: at, running: { count: 1 } })
  })
})
