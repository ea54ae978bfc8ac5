import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import { silentLog } from '../../platform/log/Log.ts'
import { createDisplayedMarket } from './book/createDisplayedMarket.ts'
import { createIndexFeeds } from './createIndexFeeds.ts'
import { createGeneratedFeed } from './generator/createGeneratedFeed.ts'
import { MARKET_PROFILES } from './generator/profile.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'x-index-feeds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const joints = () => ({
  clock: createManualClock(),
  random: createSeededRandom(1),
  log: silentLog,
})

/** A snapshot in the recorded format, and a difference that follows it. */
function recording(): string {
  const diff = (U: number, u: number, b: readonly (readonly string[])[]) =>
    JSON.stringify({
      stream: 'btcusdt@depth@100ms',
      data: { e: 'depthUpdate', s: 'BTCUSDT', U, u, b, a: [] },
    })
  const lines = [
    `1000000000 ${diff(11, 15, [['61800.10', '1.000']])}`,
    `1100000000 ${JSON.stringify({
      lastUpdateId: 12,
      bids: [['61800.00', '2.000']],
      asks: [['61800.50', '1.000']],
    })}`,
    `1200000000 ${diff(16, 20, [['61800.20', '2.500']])}`,
  ]
  const file = path.join(folder, 'spot')
  writeFileSync(file, lines.join('\n'))
  return file
}

describe('feeds of an index (futures 5)', () => {
  it('plays a recording into a market of its own (futures 5)', async () => {
    const feeds = createIndexFeeds([`tape:${recording()}`], SPOT_SYMBOLS)
    const [feed] = feeds.list
    expect([feed?.name, feed?.market.status('BTCUSDT')]).toEqual(['tape', 'paused'])
    const own = joints()
    const stop = feeds.start(own)
    await own.clock.advance(250)
    expect(feed?.market.book('BTCUSDT', 1)).toMatchObject({
      bids: [[6_180_020, expect.anything()]],
      asks: [[6_180_050, expect.anything()]],
    })
    stop()
  })

  it('names the exchange of a live feed, and takes no other source (futures 5)', () => {
    expect(createIndexFeeds(['live:okx'], SPOT_SYMBOLS).list.map(({ name }) => name)).toEqual([
      'okx',
    ])
    expect(createIndexFeeds([], SPOT_SYMBOLS).list).toEqual([])
    expect(() => createIndexFeeds(['generator'], SPOT_SYMBOLS)).toThrow(
      'MARKET_INDEX_FEEDS names "generator"; use tape:<file> or live:<exchange>',
    )
    expect(() => createIndexFeeds(['live:nowhere'], SPOT_SYMBOLS)).toThrow(
      'MARKET_INDEX_FEEDS: "live:nowhere" cannot be used',
    )
  })
})

describe('a generated feed (futures 5)', () => {
  const profile = MARKET_PROFILES['BTCUSDT']
  const middles = (name: string) => {
    const market = createDisplayedMarket({ symbols: ['BTCUSDT'], liveTrading: true })
    const feed = createGeneratedFeed({ name, market }, { seed: 'generator' })
    return Array.from({ length: 2_000 }, () => {
      if (profile) feed.quote('BTCUSDT', { fair: 6_000_000, profile })
      const { bids, asks } = market.book('BTCUSDT', 5)
      expect([bids.length, asks.length]).toEqual([1, 1])
      return ((bids[0]?.[0] ?? 0) + (asks[0]?.[0] ?? 0)) / 2
    })
  }

  it('stays near the fair price, with a deviation of its own (futures 5)', () => {
    const [one, other] = [middles('a'), middles('b')]
    const furthest = Math.max(...one.map((middle) => Math.abs(middle / 6_000_000 - 1)))
    expect(furthest).toBeGreaterThan(0.000_1)
    expect(furthest).toBeLessThan(0.001)
    expect(one).not.toEqual(other)
    expect(middles('a')).toEqual(one)
  })
})
