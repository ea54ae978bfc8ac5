import { describe, expect, it } from 'vitest'
import { marketFace } from './marketFace.ts'

const tape = { liveTrading: false, recordedSymbol: 'BTCUSDT' }

describe('a market', () => {
  it('is open while it moves by itself, and until it is known', () => {
    expect(
      marketFace({ liveTrading: true, recordedSymbol: null }, { symbol: 'ETHUSDT', realm: 'live' }),
    ).toBe('open')
    expect(marketFace(undefined, { symbol: 'ETHUSDT', realm: 'live' })).toBe('open')
  })
  it('that plays a recording takes paper orders only', () => {
    expect([
      marketFace(tape, { symbol: 'BTCUSDT', realm: 'live' }),
      marketFace(tape, { symbol: 'BTCUSDT', realm: 'paper' }),
    ]).toEqual(['read-only', 'open'])
  })
  it('is silent in every pair but the recorded one, for paper too', () => {
    expect([
      marketFace(tape, { symbol: 'ETHUSDT', realm: 'live' }),
      marketFace(tape, { symbol: 'ETHUSDT', realm: 'paper' }),
    ]).toEqual(['silent', 'silent'])
  })
})
