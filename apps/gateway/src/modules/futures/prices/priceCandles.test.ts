import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import type { Database } from '../../../platform/db/Database.ts'
import { silentLog } from '../../../platform/log/Log.ts'
import { openTestDatabase } from '../../../testing/openTestDatabase.ts'
import { createCandleStore } from '../../market-data/candles/createCandleStore.ts'
import { contractNamed } from '../ports/contracts.ts'
import { createPriceCandles } from './priceCandles.ts'

const START = Date.UTC(2026, 0, 5, 7)
const BTC = contractNamed('BTCUSDT')
const SHIB = contractNamed('1000SHIBUSDT')

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** Price candles over a store of their own; `ready` waits for the series of a price. */
function open(source: string) {
  const store = createCandleStore({ db, source })
  const candles = createPriceCandles({ store, log: silentLog })
  const ready = async (kind: 'mark' | 'index', contract = BTC) =>
    expect.poll(() => candles.running(contract.id, kind, '1m'), { interval: 1 }).toBeDefined()
  return { store, candles, ready }
}

const row = (mark: number, index: number, symbol = BTC.id) => [{ symbol, mark, index }]

describe('price candles', () => {
  it('draws mark and index from the rows of a minute (futures 11)', async () => {
    const { candles, ready } = open('minute')
    candles.add(row(600_010, 600_000), START)
    await ready('index')
    await ready('mark')
    for (let second = 1; second < 59; second++)
      candles.add(row(600_010 + second, 600_000 - second), START + second * 1_000)
    const asked = { interval: '1m', before: Infinity, limit: 1, now: START + 59_000 } as const
    expect(await candles.read(BTC, 'index', asked)).toMatchObject([
      { openTime: START, open: 600_000, high: 600_000, low: 599_942, close: 599_942, lots: 0 },
    ])
    expect(await candles.read(BTC, 'mark', asked)).toMatchObject([
      { openTime: START, open: 600_010, high: 600_068, close: 600_068 },
    ])
  })

  it('leaves the mark out while there is none (futures 5)', async () => {
    const { candles, ready } = open('stale')
    candles.add(row(0, 600_000), START)
    await ready('index')
    expect(candles.running(BTC.id, 'mark', '1m')).toBeUndefined()
    candles.add(row(600_000, 600_000), START + 1_000)
    await ready('mark')
  })

  it('shows before its first price what the pair was traded at (futures 11)', async () => {
    const { store, candles, ready } = open('older')
    const { symbol } = requireSymbol('SHIBUSDT')
    await store.open(symbol, { startTicks: 1_234, at: START, from: { fetched: {} } })
    await store.open(SHIB.id, { startTicks: 12_400, at: START, from: { fetched: {} } })
    store.trade(symbol, { ticks: 1_240, lots: 5, at: START + 1_000 })
    const later = START + 180_000
    candles.add(row(12_390, 12_380, SHIB.id), later)
    await ready('index', SHIB)
    await ready('mark', SHIB)
    const asked = { interval: '1m', before: Infinity, limit: 4, now: later } as const
    const index = await candles.read(SHIB, 'index', asked)
    expect(index.map(({ openTime, close }) => [(openTime - START) / 60_000, close])).toEqual([
      [0, 12_400],
      [1, 12_400],
      [2, 12_400],
      [3, 12_380],
    ])
    const mark = await candles.read(SHIB, 'mark', { ...asked, limit: 2 })
    expect(mark.map(({ close, lots }) => [close, lots])).toEqual([
      [12_400, 0],
      [12_390, 0],
    ])
  })

  it('goes on from what was stored, after a restart (futures 11)', async () => {
    const first = open('restart')
    first.candles.add(row(600_010, 600_000), START)
    await first.ready('index')
    first.candles.add(row(600_050, 600_040), START + 1_000)
    await first.store.flush(START + 2_000)
    const second = open('restart')
    second.candles.add(row(600_020, 600_020), START + 60_000)
    await second.ready('index')
    const asked = { interval: '1m', before: Infinity, limit: 2, now: START + 60_000 } as const
    const closes = (await second.candles.read(BTC, 'index', asked)).map(({ close }) => close)
    expect(closes[0]).toBe(600_040)
  })
})
