import { describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { fetchPast } from './fetchPast.ts'
import { openFeed } from './openFeed.ts'

const [BTC] = SPOT_SYMBOLS
if (!BTC) throw new Error('There are no pairs')
const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 10, 16)

/** Asks one exchange, which answers as `answer` says, and reports what was asked and missed. */
async function ask(exchange: string, answer: (url: URL) => unknown) {
  const asked: string[] = []
  const missing: string[] = []
  const past = await fetchPast(BTC!, {
    adapter: openFeed(exchange, { symbols: SPOT_SYMBOLS }),
    onMissing: (interval, error) => missing.push(`${interval} ${String(error)}`),
    async fetchJson(url) {
      asked.push(url)
      return answer(new URL(url))
    },
  })
  return { asked, missing, past }
}

describe('the past that an exchange reports', () => {
  it.each([
    [
      'binance',
      'https://data-api.binance.vision/api/v3/klines?symbol=BTCUSDT&interval=1w&limit=1000',
      (rows: readonly unknown[]) => rows,
      (time: number) => time,
    ],
    [
      'bitget',
      'https://api.bitget.com/api/v2/spot/market/candles' +
        '?symbol=BTCUSDT&granularity=1Wutc&limit=1000',
      (rows: readonly unknown[]) => ({ code: '00000', data: rows }),
      String,
    ],
    [
      'okx',
      'https://www.okx.com/api/v5/market/candles?instId=BTC-USDT&bar=1Wutc&limit=300',
      (rows: readonly unknown[]) => ({ code: '0', data: rows.toReversed() }),
      String,
    ],
  ] as const)(
    'requests %s for every interval, read to tick and lot',
    async (exchange, week, envelope, time) => {
      const row = (openTime: number) => [
        time(openTime),
        '61000.10',
        '61000.90',
        '60999.00',
        '61000.5',
        '1.234567',
        '0',
        '75309.876543219',
        '1',
      ]
      const { asked, missing, past } = await ask(exchange, () =>
        envelope([row(MONDAY - 7 * 24 * HOUR), row(MONDAY)]),
      )
      expect([asked.length, asked.at(-1), missing]).toEqual([8, week, []])
      expect(past['1w']).toEqual(
        [MONDAY - 7 * 24 * HOUR, MONDAY].map((openTime) => ({
          openTime,
          open: 6_100_010,
          high: 6_100_090,
          low: 6_099_900,
          close: 6_100_050,
          lots: 123_456,
          turnover: 753_098_765_432n,
        })),
      )
    },
  )

  it('leaves out only intervals that are refused, malformed or misaligned', async () => {
    const row = (openTime: number, price = '61000.10') => [
      openTime,
      price,
      price,
      price,
      price,
      '1',
      openTime,
      '61000.1',
    ]
    const odd: Readonly<Record<string, () => unknown>> = {
      '1m': () => {
        throw new Error('HTTP 429')
      },
      '5m': () => ({ code: -1 }),
      '15m': () => [row(MONDAY, '61000.101')],
      '30m': () => [row(MONDAY, '-1')],
      '1h': () => [row(MONDAY + 1)],
      '1w': () => [row(MONDAY - 4 * 24 * HOUR)],
    }
    const { missing, past } = await ask('binance', (url) =>
      (odd[url.searchParams.get('interval') ?? ''] ?? (() => [row(MONDAY)]))(),
    )
    expect(Object.keys(past)).toEqual(['4h', '1d'])
    expect(missing.map((text) => text.split(' ')[0])).toEqual(
      expect.arrayContaining(Object.keys(odd)),
    )
  })
})
