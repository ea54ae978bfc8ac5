import { describe, expect, it } from 'vitest'
import { DEFAULT_ORDER_LIMITS } from '../../trading/orderLimits.ts'
import { createParams } from '../params.ts'
import { codeOf, refusalOfLate } from '../testing/refusals.ts'
import { MINUTE_MS, NOON, sampleCandle, sampleMarket } from '../testing/sampleMarket.ts'
import { spotMarketRoutes } from './marketRoutes.ts'

type Fields = Readonly<Record<string, string>>
type Row = Readonly<Record<string, unknown>>
const SYMBOL = { symbol: 'BTCUSDT' }
const [BTC, DOGE] = ['BTCUSDT', 'DOGEUSDT']
const MINUTE = NOON - 30_000

function open() {
  const sample = sampleMarket()
  const routes = spotMarketRoutes({ ...sample, orderLimits: DEFAULT_ORDER_LIMITS })
  const find = (name: string) => {
    const route = routes.find(({ path }) => path === `/api/v3/${name}`)
    if (!route) throw new RangeError(`There is no call ${name}.`)
    return route
  }
  const paramsOf = (fields: Fields) => createParams(new Map(Object.entries(fields)))
  const refuseCaller = () => {
    throw new RangeError('Market data asks for nobody.')
  }
  return {
    ...sample,
    ask: async <T = Row>(name: string, fields: Fields = {}) =>
      (await find(name).handler({
        params: paramsOf(fields),
        address: '192.0.2.7',
        caller: refuseCaller,
      })) as T,
    weight(name: string, fields: Fields = {}): number {
      const { weight } = find(name)
      return typeof weight === 'number' ? weight : weight(paramsOf(fields))
    },
  }
}
const codeOfLate = async (run: () => Promise<unknown>) => (await refusalOfLate(run))?.code

describe('the weight of market data', () => {
  const { weight } = open()
  it.each([
    ['depth', SYMBOL, 5],
    ['depth', { ...SYMBOL, limit: '100' }, 5],
    ['depth', { ...SYMBOL, limit: '101' }, 25],
    ['depth', { ...SYMBOL, limit: '500' }, 25],
    ['depth', { ...SYMBOL, limit: '501' }, 50],
    ['depth', { ...SYMBOL, limit: '1000' }, 50],
    ['depth', { ...SYMBOL, limit: '1001' }, 250],
    ['depth', { ...SYMBOL, limit: '5000' }, 250],
    ['depth', { ...SYMBOL, limit: '99999' }, 250],
    ['ticker/24hr', SYMBOL, 2],
    ['ticker/24hr', { symbols: '["BTCUSDT","ETHUSDT"]' }, 2],
    ['ticker/24hr', {}, 80],
    ['ticker/tradingDay', SYMBOL, 4],
    ['ticker/tradingDay', { symbols: '["BTCUSDT","ETHUSDT","SOLUSDT"]' }, 12],
    ['ticker/tradingDay', {}, 200],
    ['ticker', SYMBOL, 4],
    ['ticker', { symbols: '["BTCUSDT","ETHUSDT"]' }, 8],
    ['ticker/price', SYMBOL, 2],
    ['ticker/price', {}, 4],
    ['ticker/bookTicker', { symbols: '["BTCUSDT"]' }, 4],
    ['exchangeInfo', {}, 20],
    ['klines', SYMBOL, 2],
  ])('is, of %s with %j, %i', (name, fields, expected) => {
    expect(weight(name, fields)).toBe(expected)
  })

  it('counts a pair that is named twice once', () => {
    expect(weight('ticker', { symbols: '["BTCUSDT","BTCUSDT"]' })).toBe(4)
  })

  it('refuses a wrong pair before any weight is known', () => {
    expect(codeOf(() => weight('ticker', { symbol: 'NOPE' }))).toBe(-1121)
  })
})

describe('the pairs that a call names', () => {
  it.each([
    [{ symbols: '["BTCUSDT", "ETHUSDT"]' }, ['BTCUSDT', 'ETHUSDT']],
    [{ symbols: '["ETHUSDT","BTCUSDT","ETHUSDT"]' }, ['ETHUSDT', 'BTCUSDT']],
    [{ symbol: 'BTCUSDT' }, ['BTCUSDT']],
  ])('are those of %j, each once', async (fields, expected) => {
    const { symbols } = await open().ask<{ symbols: Row[] }>('exchangeInfo', fields)
    expect(symbols.map(({ symbol }) => symbol)).toEqual(expected)
  })

  it.each([
    [{ symbol: 'BTCUSDT', symbols: '["BTCUSDT"]' }, -1128],
    [{ symbols: '[]' }, -1100],
    [{ symbols: 'BTCUSDT' }, -1100],
    [{ symbols: "['BTCUSDT']" }, -1100],
    [{ symbols: '["BTCUSDT",]' }, -1100],
    [{ symbols: '["BTCUSDT"]x' }, -1100],
    [{ symbols: '["btcusdt"]' }, -1100],
    [{ symbols: '[["BTCUSDT"]]' }, -1100],
    [{ symbols: '["NOPE"]' }, -1121],
    [{ symbols: '' }, -1105],
  ])('are refused of %j by %i', async (fields, code) => {
    expect(await codeOfLate(() => open().ask('ticker/price', fields))).toBe(code)
  })

  it('are an object for one and a list for more', async () => {
    const { ask, market } = open()
    market.onTrade({ symbol: BTC, ticks: 100, lots: 1, takerSide: 'buy', at: NOON })
    const price = { symbol: 'BTCUSDT', price: '1.00' }
    expect(await ask('ticker/price', SYMBOL)).toEqual(price)
    expect(await ask('ticker/price', { symbols: '["BTCUSDT"]' })).toEqual([price])
    // Pairs without a price are left out of a list, and of nothing else.
    expect(await ask('ticker/price')).toEqual([price])
    expect(await ask('ticker/price', { symbol: DOGE })).toEqual({})
  })

  it('are needed for figures of a window', async () => {
    expect(await codeOfLate(() => open().ask('ticker', { windowSize: '1h' }))).toBe(-1102)
  })
})

describe('the length of a window', () => {
  it.each([
    ['1m', 1],
    ['59m', 59],
    ['1h', 60],
    ['24h', 1_440],
    ['1d', 1_440],
    [undefined, 1_440],
  ])('is of %s %i minutes', async (windowSize, minutes) => {
    const { ask, series } = open()
    series.set(BTC, [sampleCandle(MINUTE, [100])])
    const fields = windowSize === undefined ? SYMBOL : { ...SYMBOL, windowSize }
    expect(await ask('ticker', fields)).toMatchObject({ openTime: MINUTE - minutes * MINUTE_MS })
  })

  it.each(['0m', '60m', '05m', '0h', '25h', '2d', '7d', '1w', '1', 'm', '1.5h', '-1m', '1M'])(
    'is refused as %s',
    async (windowSize) => {
      expect(await codeOfLate(() => open().ask('ticker', { ...SYMBOL, windowSize }))).toBe(-1130)
    },
  )
})

describe('trades that a call shows', () => {
  function traded(count: number) {
    const sample = open()
    for (let each = 1; each <= count; each++)
      sample.market.onTrade({
        symbol: BTC,
        ticks: 100 + each,
        lots: each,
        takerSide: each % 2 ? 'buy' : 'sell',
        at: NOON + each,
      })
    return { ...sample, ids: sample.marketLog.trades(BTC).map(({ id }) => id) }
  }

  it('have price, size, value and who was the maker', async () => {
    const { ask, ids } = traded(2)
    expect(await ask('trades', SYMBOL)).toEqual([
      {
        id: ids[0],
        price: '1.01',
        qty: '0.00001',
        quoteQty: '0.0000101',
        time: NOON + 1,
        isBuyerMaker: false,
        isBestMatch: true,
      },
      expect.objectContaining({ id: ids[1], quoteQty: '0.0000204', isBuyerMaker: true }),
    ])
  })

  it.each(['trades', 'historicalTrades'])('are the latest ones of %s, ascending', async (name) => {
    const { ask, ids } = traded(5)
    const shown = await ask<Row[]>(name, { ...SYMBOL, limit: '2' })
    expect(shown.map(({ id }) => id)).toEqual(ids.slice(3))
  })

  it('begin with the number that is asked for', async () => {
    const { ask, ids } = traded(5)
    const from = async (fromId: number, limit = '2') =>
      (await ask<Row[]>('historicalTrades', { ...SYMBOL, fromId: String(fromId), limit })).map(
        ({ id }) => id,
      )
    expect(await from(Number(ids[1]))).toEqual([ids[1], ids[2]])
    expect(await from(0)).toEqual([ids[0], ids[1]])
    expect(await from(Number(ids[4]) + 1)).toEqual([])
  })

  it('are five hundred unless said otherwise, and a thousand at most', async () => {
    const { ask } = traded(1_100)
    expect(await ask('trades', SYMBOL)).toHaveLength(500)
    expect(await ask('trades', { ...SYMBOL, limit: '1000' })).toHaveLength(1_000)
    expect(await ask('trades', { ...SYMBOL, limit: '5000' })).toHaveLength(1_000)
    expect(await codeOfLate(() => ask('trades', { ...SYMBOL, limit: '0' }))).toBe(-1130)
  })

  it('are none of another pair', async () => {
    expect(await traded(3).ask('trades', { symbol: DOGE })).toEqual([])
  })

  it.each([
    [{ startTime: String(NOON + 2) }, [1, 2, 3, 4]],
    [{ startTime: String(NOON + 2), limit: '2' }, [1, 2]],
    [{ endTime: String(NOON + 3) }, [0, 1, 2]],
    [{ endTime: String(NOON + 3), limit: '2' }, [1, 2]],
    [{ startTime: String(NOON + 2), endTime: String(NOON + 3) }, [1, 2]],
    [{ limit: '1' }, [4]],
    [{ startTime: String(NOON + 6) }, []],
  ])('are aggregates of the window of %j', async (fields, expected) => {
    const { ask, ids } = traded(5)
    const shown = await ask<Row[]>('aggTrades', { ...SYMBOL, ...fields })
    expect(shown.map(({ a }) => ids.indexOf(Number(a)))).toEqual(expected)
  })

  it('are aggregates from a number or of a time, not of both', async () => {
    const { ask, ids } = traded(5)
    const fromId = String(ids[2])
    const shown = await ask<Row[]>('aggTrades', { ...SYMBOL, fromId, limit: '2' })
    expect(shown.map(({ a, f, l }) => [a, f, l])).toEqual([
      [ids[2], ids[2], ids[2]],
      [ids[3], ids[3], ids[3]],
    ])
    for (const other of ['startTime', 'endTime'])
      expect(await codeOfLate(() => ask('aggTrades', { ...SYMBOL, fromId, [other]: '1' }))).toBe(
        -1128,
      )
  })
})

describe('candles that a call shows', () => {
  const minutes = (count: number) => {
    const sample = open()
    sample.series.set(
      BTC,
      Array.from({ length: count }, (_, at) =>
        sampleCandle(MINUTE - (count - 1 - at) * MINUTE_MS, [100 + at]),
      ),
    )
    const times = async (fields: Fields) =>
      (await sample.ask<number[][]>('klines', { ...SYMBOL, interval: '1m', ...fields })).map(
        ([openTime]) => (Number(openTime) - MINUTE) / MINUTE_MS,
      )
    return { ...sample, times }
  }

  it('have twelve fields with the places of the pair', async () => {
    const { ask, series } = open()
    series.set(BTC, [sampleCandle(MINUTE, [100, 130, 90, 110])])
    expect(await ask('klines', { ...SYMBOL, interval: '1m' })).toEqual([
      [
        MINUTE,
        '1.00',
        '1.30',
        '0.90',
        '1.10',
        '0.00040',
        MINUTE + 59_999,
        '0.0004300',
        0,
        '0.00000',
        '0.0000000',
        '0',
      ],
    ])
  })

  it.each([
    ['the latest', { limit: '2' }, [-1, 0]],
    [
      'the first from a time on',
      { startTime: String(MINUTE - 4 * MINUTE_MS), limit: '2' },
      [-4, -3],
    ],
    [
      'those from within a candle on',
      { startTime: String(MINUTE - 4 * MINUTE_MS + 1), limit: '2' },
      [-3, -2],
    ],
    ['the last up to a time', { endTime: String(MINUTE - 2 * MINUTE_MS), limit: '2' }, [-3, -2]],
    ['those up to the last millisecond', { endTime: String(MINUTE - 1), limit: '1' }, [-1]],
    [
      'all of a window',
      { startTime: String(MINUTE - 3 * MINUTE_MS), endTime: String(MINUTE - MINUTE_MS) },
      [-3, -2, -1],
    ],
    ['none of the future', { startTime: String(NOON + MINUTE_MS) }, []],
    ['what there is up to the future', { endTime: String(NOON + 1e9), limit: '1' }, [0]],
    ['none of a window that ends before it begins', { startTime: String(NOON), endTime: '1' }, []],
  ])('are %s', async (_which, fields, expected) => {
    expect(await minutes(6).times(fields)).toEqual(expected)
  })

  it.each([
    [{}, -1102],
    [{ interval: '7m' }, -1120],
    [{ interval: '1M ' }, -1120],
    [{ interval: '1m', limit: '0' }, -1130],
    [{ interval: '1m', startTime: '-1' }, -1100],
  ])('are refused of %j by %i', async (fields, code) => {
    expect(await codeOfLate(() => open().ask('klines', { ...SYMBOL, ...fields }))).toBe(code)
  })

  it('are read as far as a thousand and no further', async () => {
    const { ask, queries } = open()
    await ask('klines', { ...SYMBOL, interval: '1h', limit: '5000' })
    expect(queries).toEqual([{ interval: '1h', before: NOON + 1, limit: 1_000, now: NOON }])
  })
})

describe('the book that a call shows', () => {
  it('is a hundred levels deep unless said otherwise', async () => {
    const { ask, market } = open()
    for (let ticks = 1; ticks <= 120; ticks++) market.onLevel(BTC, 'buy', ticks, 1)
    const depth = async (fields: Fields = {}) =>
      (await ask<{ bids: string[][] }>('depth', { ...SYMBOL, ...fields })).bids
    expect([(await depth()).length, (await depth({ limit: '5000' })).length]).toEqual([100, 120])
    expect(await depth({ limit: '2' })).toEqual([
      ['1.20', '0.00001'],
      ['1.19', '0.00001'],
    ])
    expect(await codeOfLate(() => depth({ limit: '0' }))).toBe(-1130)
  })
})

describe('what the exchange says of itself', () => {
  it('shows a pair that is paused', async () => {
    const { ask, market } = open()
    const status = async () =>
      (await ask<{ symbols: Row[] }>('exchangeInfo', SYMBOL)).symbols[0]?.['status']
    expect(await status()).toBe('TRADING')
    market.setStatus(BTC, 'paused')
    expect(await status()).toBe('BREAK')
  })

  it('has its time', async () => {
    const { ask } = open()
    expect([await ask('time'), await ask('ping')]).toEqual([{ serverTime: NOON }, {}])
  })
})
