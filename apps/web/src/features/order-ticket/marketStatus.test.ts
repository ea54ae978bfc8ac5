import { describe, expect, it } from 'vitest'
import { marketStatus } from './marketStatus.ts'

const recording = { liveTrading: false, recordedSymbol: 'BTCUSDT' }

describe('a market', () => {
  it('is open while it moves by itself, and until it is known', () => {
    expect(
      marketStatus(
        { liveTrading: true, recordedSymbol: null },
        { symbol: 'ETHUSDT', realm: 'live' },
      ),
    ).toBe('open')
    expect(marketStatus(undefined, { symbol: 'ETHUSDT', realm: 'live' })).toBe('open')
  })
  it('takes only paper orders while it plays a recording', () => {
    expect([
      marketStatus(recording, { symbol: 'BTCUSDT', realm: 'live' }),
      marketStatus(recording, { symbol: 'BTCUSDT', realm: 'paper' }),
    ]).toEqual(['read-only', 'open'])
  })
  it('is silent in every pair but the recorded one, for paper too', () => {
    expect([
      marketStatus(recording, { symbol: 'ETHUSDT', realm: 'live' }),
      marketStatus(recording, { symbol: 'ETHUSDT', realm: 'paper' }),
    ]).toEqual(['silent', 'silent'])
  })
})
