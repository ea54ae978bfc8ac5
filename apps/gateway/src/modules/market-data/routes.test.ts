import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { GatewayError, RawAnswer, type GatewayRequest } from '../../platform/http/route.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createTestMarket } from '../../testing/testMarket.ts'
import { createCandleStore, type CandleStore } from './candles/createCandleStore.ts'
import { MARKET_PROFILES } from './generator/profile.ts'
import { marketRoutes } from './routes.ts'

const symbols = SPOT_SYMBOLS.slice(0, 2)
const [first] = symbols
if (!first) throw new Error('no pairs')
/** Well inside a minute and an hour. */
const START = Date.UTC(2026, 0, 7, 10, 20, 30)
let db: Database
let reads = 0
let candles: CandleStore

beforeAll(async () => {
  db = await openTestDatabase()
  const store = createCandleStore({ db, source: 'test' })
  candles = { ...store, read: (symbol, query) => (reads++, store.read(symbol, query)) }
  for (const { symbol } of symbols) {
    const profile = MARKET_PROFILES[symbol]
    if (profile) await candles.open(symbol, { startTicks: 6_000_000, at: START, from: { profile } })
  }
})
afterAll(() => db.close())

let clock = createManualClock(START)
let market = createTestMarket()
let routes = new Map<string, (request: GatewayRequest) => Promise<unknown>>()
beforeEach(() => {
  clock = createManualClock(START)
  market = createTestMarket()
  const made = marketRoutes({
    symbols,
    market,
    candles,
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    liveTrading: true,
    recordedSymbol: undefined,
  })
  routes = new Map(made.map(({ path, handler }) => [path, handler]))
  reads = 0
})

/** `data` of an answer. @throws GatewayError */
async function ask<T = { close: string; last: string }[]>(
  what: 'tickers' | 'candles' | 'depth',
  query: Record<string, string> = {},
  from: { address?: string } = {},
): Promise<T> {
  const request = {
    path: '',
    query,
    body: {},
    rawBody: '',
    headers: {},
    address: '192.0.2.1',
    session: undefined,
    ...from,
  } as unknown as GatewayRequest
  const answer = await routes.get(`/v1/spot/public/${what}`)?.(request)
  if (!(answer instanceof RawAnswer)) throw new Error('no text')
  const { code, data } = JSON.parse(String(answer.body)) as { code: string; data: T }
  expect([code, answer.contentType]).toEqual(['0', 'application/json; charset=utf-8'])
  return data
}
const day = { symbol: first.symbol, interval: '1d' }
const codeOf = (error: unknown) =>
  error instanceof GatewayError ? `${error.code} ${JSON.stringify(error.data)}` : String(error)

describe('answers of public market calls that are kept (SL5)', () => {
  it('are calculated again once they may have changed (SL5)', async () => {
    const [before] = await ask('tickers', { symbol: first.symbol })
    candles.trade(first.symbol, { ticks: 6_100_000, lots: 1, at: clock.now() })
    expect((await ask('tickers', { symbol: first.symbol }))[0]).toEqual(before)
    await clock.advance(250)
    expect((await ask('tickers', { symbol: first.symbol }))[0]?.last).toBe('61000.00')
  })

  it('are calculated once for pages with the same candles (SL5)', async () => {
    const pages = await Promise.all([
      ask('candles', day),
      ask('candles', day),
      ask('candles', { ...day, endTime: String(START + 5) }),
      ask('candles', { ...day, endTime: String(START + 9e9) }),
    ])
    expect(reads).toBe(1)
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1)
    const closed = [START - 86_400_000, START - 86_400_000 - 3].map((endTime) =>
      ask('candles', { ...day, endTime: String(endTime) }),
    )
    expect((await Promise.all(closed)).map(({ length }) => length)).toEqual([500, 500])
    expect(reads).toBe(2)
    await ask('candles', { ...day, limit: '10' })
    expect(reads).toBe(3)
  })

  it('have the seconds that have closed, up to a moment (trading 6)', async () => {
    const at = clock.now()
    for (const [ticks, after] of [
      [6_000_100, 0],
      [6_000_300, 2_000],
      [6_000_400, 3_000],
    ] as const)
      candles.trade(first.symbol, { ticks, lots: 1, at: at + after })
    await clock.advance(3_500)
    const seconds = { symbol: first.symbol, interval: '1s' }
    const closes = async (query = {}) =>
      (await ask('candles', { ...seconds, ...query })).map(({ close }) => close)
    expect(await closes()).toEqual(['60001.00', '60001.00', '60003.00'])
    expect(await closes({ endTime: String(at + 2_000) })).toEqual(['60001.00', '60001.00'])
    await clock.advance(500)
    expect(await closes({ limit: '1' })).toEqual(['60004.00'])
  })

  it("expires a running candle's answer with its minute (SL5)", async () => {
    await clock.advance(29_900)
    await ask('candles', day)
    await clock.advance(99)
    await ask('candles', day)
    expect(reads).toBe(1)
    await clock.advance(1)
    await ask('candles', day)
    expect(reads).toBe(2)
  })

  it('are limited for each address group with 42901 (SL5)', async () => {
    const page = (limit: number, from = {}) =>
      ask('candles', { ...day, limit: String(limit) }, from)
    for (let limit = 1; limit <= 100; limit++) await page(limit, { address: '2001:db8::1' })
    expect(await page(101, { address: '2001:db8::2' }).catch(codeOf)).toBe('42901 {"retryAfter":1}')
    await page(102, { address: '192.0.2.2' })
    await clock.advance(100)
    await page(104, { address: '2001:db8::4' })
    expect(await page(105, { address: '2001:db8::5' }).catch(codeOf)).toContain('42901')
  })

  it('are limited for a site that takes turns with its networks (SL5)', async () => {
    const allowance = { burst: 2, perSecond: 1 }
    const made = marketRoutes({
      symbols,
      market,
      candles,
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      allowance,
      liveTrading: true,
      recordedSymbol: undefined,
    })
    routes = new Map(made.map(({ path, handler }) => [path, handler]))
    const page = (limit: number, address: string) =>
      ask('candles', { ...day, limit: String(limit) }, { address })
    for (let limit = 1; limit <= 16; limit++) await page(limit, `2001:db8:1:${limit}::1`)
    expect(await page(17, '2001:db8:1:17::1').catch(codeOf)).toContain('42901')
    await page(17, '2001:db8:2::1')
  })

  it('are not kept longer because the clock was set back', async () => {
    let set = 0
    const made = marketRoutes({
      symbols,
      market,
      candles,
      now: () => clock.now() + set,
      monotonic: () => clock.monotonic(),
      liveTrading: true,
      recordedSymbol: undefined,
    })
    routes = new Map(made.map(({ path, handler }) => [path, handler]))
    set = 3_000
    await ask('tickers', { symbol: first.symbol })
    set = 0
    candles.trade(first.symbol, { ticks: 6_200_000, lots: 1, at: clock.now() })
    expect((await ask('tickers', { symbol: first.symbol }))[0]?.last).toBe('62000.00')
  })

  it('has the best levels of a book, and says who reads it', async () => {
    const read: string[] = []
    market.subscribe({ deepRead: (symbol) => void read.push(symbol) })
    market.show(first.symbol, 'buy', [
      [6_000_000, 250],
      [5_999_900, 100],
    ])
    market.show(first.symbol, 'sell', [[6_000_100, 1]])
    const depth = () => ask<unknown>('depth', { symbol: first.symbol, limit: '1' })
    const book = { bids: [['60000.00', '0.00250']], asks: [['60001.00', '0.00001']], ts: START }
    expect(await depth()).toEqual(book)
    market.show(first.symbol, 'buy', [[6_000_000, 0]])
    expect(await depth()).toEqual(book)
    await clock.advance(250)
    expect(await depth()).toMatchObject({ bids: [['59999.00', '0.00100']] })
    expect(read).toEqual([first.symbol, first.symbol])
    expect(await ask('depth', { symbol: 'NOPE' }).catch(codeOf)).toContain('40401')
    const tooMany = ask('depth', { symbol: first.symbol, limit: '1001' })
    expect(await tooMany.catch(codeOf)).toContain('40010')
  })

  it('cost little while they are kept (SL5)', async () => {
    for (let time = 0; time < 1_500; time++) await ask('tickers')
    expect(await ask('tickers')).toHaveLength(2)
  })
})
