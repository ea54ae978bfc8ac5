import { createManualClock } from '@x/kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestGateway } from '../../../testing/createTestGateway.ts'
import { openLoopback } from '../../../testing/feedServer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const BARS: Readonly<Record<string, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1H': 60,
  '4H': 240,
  '1Dutc': 1_440,
}
/**
 * The last digit of a price as the exchange reports it; other than before once its candles have
 * moved on.
 */
let digit = 5
/** In the middle of an hour: what a test lets pass leads into no other one. */
const clock = createManualClock(Math.floor(Date.now() / HOUR) * HOUR + HOUR / 2)

/**
 * Three candles of each interval, the latest first, as OKX writes them; none of a week, and none of
 * any pair but two.
 */
const exchange = await openLoopback({
  answer({ pathname, searchParams }) {
    const [minutes, pair] = [BARS[searchParams.get('bar') ?? ''], searchParams.get('instId')]
    if (
      pathname !== '/api/v5/market/candles' ||
      minutes === undefined ||
      (pair !== 'ETH-USDT' && pair !== 'SOL-USDT')
    )
      return undefined
    const span = minutes * MINUTE
    const last = Math.floor(clock.now() / span) * span
    const [price, shift] = pair === 'ETH-USDT' ? ['2680', 0] : ['155', 1]
    return {
      code: '0',
      data: [0, 1, 2].map((back) => [
        String(last - back * span + shift),
        `${price}.1`,
        `${price}.9`,
        `${price}.0`,
        `${price}.${digit + back}`,
        '12.34567',
        '0',
        '33099.123456789',
        back === 0 ? '0' : '1',
      ]),
    }
  },
})
const gateway = await createTestGateway({
  marketSource: 'live:okx',
  marketUrl: exchange.url,
  clock,
})

afterAll(async () => {
  await gateway.stop()
  await exchange.close()
})

const answer = async (url: string): Promise<unknown> =>
  (await gateway.app.inject({ url })).json<{ data: unknown }>().data

describe('a gateway that shows an exchange', () => {
  it('starts before the exchange answers, with every pair paused', async () => {
    expect(await answer('/v1/spot/public/market')).toEqual({
      liveTrading: false,
      recordedSymbol: null,
    })
    expect(await answer('/v1/spot/public/tickers')).toEqual([])
  })

  const book = (instId: string, bid: string, ask: string) =>
    exchange.send(
      JSON.stringify({
        arg: { channel: 'books', instId },
        action: 'snapshot',
        data: [
          {
            bids: [[bid, '1', '0', '1']],
            asks: [[ask, '2', '0', '1']],
            ts: '1',
            checksum: 0,
            prevSeqId: -1,
            seqId: 1,
          },
        ],
      }),
    )
  const candles = (symbol: string, interval: string) =>
    answer(`/v1/spot/public/candles?symbol=${symbol}&interval=${interval}&limit=1000`) as Promise<
      readonly { openTime: number; close: string; volume: string }[]
    >

  it("shows the exchange's past up to its first book", async () => {
    await expect.poll(() => exchange.received).toHaveLength(1)
    book('ETH-USDT', '2683.4', '2683.5')
    await expect
      .poll(() => answer('/v1/spot/public/tickers'))
      .toMatchObject([{ symbol: 'ETHUSDT', last: '2680.50' }])
    const hours = await candles('ETHUSDT', '1h')
    expect(hours).toHaveLength(3)
    const text = JSON.stringify(hours)
    for (const received of ['2680.70', '2680.60', '2680.50', '12.3456'])
      expect(text).toContain(received)
    // The week could not be had: it begins now.
    expect(await candles('ETHUSDT', '1w')).toHaveLength(1)
  })

  it('generates nothing where the exchange reports no valid past', async () => {
    book('BTC-USDT', '61000.1', '61000.3')
    book('SOL-USDT', '155.1', '155.2')
    await expect.poll(() => answer('/v1/spot/public/tickers')).toHaveLength(3)
    expect(
      [await candles('BTCUSDT', '1m'), await candles('SOLUSDT', '1h')].map((list) => list.length),
    ).toEqual([1, 1])
  })

  it('adds trades missed while disconnected to the chart after reconnecting', async () => {
    digit = 6
    exchange.drop()
    await expect.poll(async () => (await clock.advance(500), exchange.received)).toHaveLength(2)
    book('ETH-USDT', '2683.4', '2683.5')
    await expect
      .poll(async () => (await candles('ETHUSDT', '1h')).map(({ close }) => close))
      .toEqual(['2680.70', '2680.60', '2680.60'])
    expect(await candles('ETHUSDT', '1w')).toHaveLength(1)
  })
})
