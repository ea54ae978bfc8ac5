import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/Database.ts'
import { openTestDatabase } from '../../../testing/openTestDatabase.ts'
import { createCandleStore } from './createCandleStore.ts'

const START = Date.UTC(2026, 0, 5, 7)
const PAIRS = ['BTCUSDT', 'ETHUSDT', 'LTCUSDT'] as const

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** A store of three traded pairs; `writes` counts the statements that write candles. */
async function open(source: string) {
  let [writes, isAway] = [0, false]
  const counted: Database = {
    ...db,
    query(text, values) {
      if (text.startsWith('insert into market_candles')) {
        writes += 1
        if (isAway) return Promise.reject(new Error('The database is away.'))
      }
      return db.query(text, values)
    },
  }
  const store = createCandleStore({ db: counted, source })
  for (const [at, symbol] of PAIRS.entries()) {
    await store.open(symbol, { startTicks: 100 + at, at: START, from: { fetched: {} } })
    store.trade(symbol, { ticks: 200 + at, lots: 1, at: START })
  }
  const stored = () =>
    db.query<{ symbol: string; close: bigint }>(
      `select symbol, close from market_candles where source = $1 and interval = '1m'
       order by symbol`,
      [source],
    )
  return { store, stored, writes: () => writes, away: (is: boolean) => void (isAway = is) }
}

it('writes what has changed of all pairs in one statement', async () => {
  const { store, stored, writes } = await open('together')
  await store.flush(START + 1_000)
  expect(writes()).toBe(1)
  expect((await stored()).map(({ symbol, close }) => [symbol, Number(close)])).toEqual([
    ['BTCUSDT', 200],
    ['ETHUSDT', 201],
    ['LTCUSDT', 202],
  ])
  await store.flush(START + 2_000)
  expect(writes()).toBe(1)
})

it('writes with the next candles what the database did not take', async () => {
  const { store, stored, away } = await open('again')
  away(true)
  await expect(store.flush(START + 1_000)).rejects.toThrow('away')
  expect(await stored()).toEqual([])
  away(false)
  store.trade('BTCUSDT', { ticks: 300, lots: 1, at: START + 2_000 })
  await store.flush(START + 2_000)
  expect((await stored()).map(({ close }) => Number(close))).toEqual([300, 201, 202])
})
