import { describe, expect, it } from 'vitest'
import { openFeed } from './openFeed.ts'

describe('MARKET_SOURCE=live:<exchange>', () => {
  it('accepts three exchanges and only WebSocket addresses', () => {
    expect(
      ['binance', 'bitget', 'okx'].map(
        (name) => new URL(openFeed(name, { symbols: [] }).url).protocol,
      ),
    ).toEqual(['wss:', 'wss:', 'wss:'])
    expect(() => openFeed('mtgox', { symbols: [] })).toThrow(/live:binance/)
    expect(() => openFeed('toString', { symbols: [] })).toThrow(/no exchange that is known/)
    expect(() => openFeed('okx', { symbols: [], url: 'http://example.com' })).toThrow(/ws:\/\//)
  })

  it('requests Binance snapshots from the host of the given address', () => {
    const feed = openFeed('binance', { symbols: [], url: 'ws://127.0.0.1:9/' })
    expect(feed.snapshot?.url('BTCUSDT')).toBe(
      'http://127.0.0.1:9/api/v3/depth?symbol=BTCUSDT&limit=1000',
    )
  })
})
