import { beforeEach, describe, expect, it } from 'vitest'
import { fundingCommands } from '../../../exchange/futures/funding.ts'
import { BTC, createFuturesFixture } from '../../../exchange/futures/testing/futuresFixture.ts'
import { createMarginCalls, riskEventsOf } from './riskEvents.ts'

type Fixture = ReturnType<typeof createFuturesFixture>
const ANN = { realm: 'live', userId: 'ann' } as const
const BOB = { realm: 'live', userId: 'bob' } as const
const CAT = { realm: 'live', userId: 'cat' } as const

/** Ann buys 1 BTC of the house account at 60,000, with a margin of a hundredth. */
function annBuys(fixture: Fixture): void {
  const of = { realm: 'live', userId: 'ann', symbol: BTC } as const
  fixture.send({ kind: 'futuresLeverage', ...of, side: 'net', leverage: 100 })
  fixture.quote('sell', 600_000, 1_000)
  fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
}

describe('margin calls (futures 12)', () => {
  let fixture: Fixture
  beforeEach(() => {
    // Of 1036 USDT the fee of 36 leaves 1000 behind a long of 1 BTC.
    fixture = createFuturesFixture({ funds: { ann: 1_036 } })
    annBuys(fixture)
  })
  const callsAt = (calls: ReturnType<typeof createMarginCalls>, mark: number) => {
    fixture.prices(mark)
    return calls.next(7).map(({ marginRatio }) => marginRatio)
  }

  it('come at 80, 90 and 95 per cent, each once', () => {
    const calls = createMarginCalls(fixture.state, ANN)
    expect(callsAt(calls, 593_530)).toEqual([])
    expect(callsAt(calls, 593_529)).toEqual(['80.02'])
    expect(callsAt(calls, 593_528)).toEqual([])
    expect(callsAt(calls, 593_136)).toEqual([])
    expect(callsAt(calls, 593_135)).toEqual(['90.01'])
    expect(callsAt(calls, 592_970)).toEqual([])
    expect(callsAt(calls, 592_969)).toEqual(['95.01'])
    expect(callsAt(calls, 592_968)).toEqual([])
  })

  it('come once for a fall through all levels', () => {
    const calls = createMarginCalls(fixture.state, ANN)
    expect(callsAt(calls, 592_969)).toHaveLength(1)
  })

  it('come again once the ratio was below', () => {
    const calls = createMarginCalls(fixture.state, ANN)
    callsAt(calls, 593_135)
    // Below 90, above 80: nothing new, but the next 90 is.
    expect(callsAt(calls, 593_300)).toEqual([])
    expect(callsAt(calls, 593_135)).toHaveLength(1)
    expect(callsAt(calls, 600_000)).toEqual([])
    expect(callsAt(calls, 593_529)).toHaveLength(1)
  })

  it('say which wallet, at what ratio and when', () => {
    const calls = createMarginCalls(fixture.state, ANN)
    fixture.prices(593_529)
    expect(calls.next(7)).toEqual([
      {
        kind: 'margin_call',
        marginCoin: 'USDT',
        symbol: null,
        marginMode: 2,
        marginRatio: '80.02',
        step: null,
        liquidationId: null,
        amount: null,
        at: 7,
      },
    ])
  })

  it('are sent to a new connection, and are no news afterwards', () => {
    fixture.prices(593_529)
    const calls = createMarginCalls(fixture.state, ANN)
    expect(calls.standing(1)).toHaveLength(1)
    expect(calls.standing(2)).toHaveLength(1)
    expect(calls.next(3)).toEqual([])
  })

  it('wait for prices, and are not repeated with them', () => {
    const calls = createMarginCalls(fixture.state, ANN)
    callsAt(calls, 593_529)
    fixture.prices(0, BTC, 593_529)
    expect(calls.next(8)).toEqual([])
    expect(callsAt(calls, 593_529)).toEqual([])
    expect(callsAt(calls, 593_135)).toHaveLength(1)
  })

  it('are not of somebody else, nor of an account without positions', () => {
    fixture.prices(592_969)
    expect(createMarginCalls(fixture.state, BOB).standing(1)).toEqual([])
    expect(createMarginCalls(fixture.state, { ...ANN, realm: 'paper' }).standing(1)).toEqual([])
  })

  it('name the contract of an isolated position', () => {
    const own = createFuturesFixture({ funds: { ann: 10_000 } })
    const of = { realm: 'live', userId: 'ann', symbol: BTC } as const
    own.send({ kind: 'futuresMarginMode', ...of, marginMode: 'isolated' })
    annBuys(own)
    // Its margin of 600 is called at 80 %: 0.7944 P = 47 470.
    own.prices(597_500)
    expect(createMarginCalls(own.state, ANN).standing(1)).toMatchObject([
      { symbol: 'BTCUSDT', marginMode: 1 },
    ])
  })
})

describe('what a record did to an account (futures 12)', () => {
  let fixture: Fixture
  beforeEach(() => {
    fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000 } })
    fixture.place('bob', 'sell', { lots: 500, ticks: 600_000 })
    fixture.place('ann', 'buy', { lots: 500, ticks: 600_000 })
  })
  const pay = (rate: number) => {
    for (const command of fundingCommands(fixture.state, {
      symbol: BTC,
      at: 9_000_000,
      rate,
      mark: 600_000,
    }))
      fixture.send(command)
    const { effects } = fixture.latest
    if (!effects) throw new Error('no effects')
    return effects
  }

  it('is funding, paid by longs and received by shorts', () => {
    // 0.01 % of 30000.
    const effects = pay(10_000)
    expect(riskEventsOf(effects, ANN)).toEqual([
      {
        kind: 'funding',
        marginCoin: 'USDT',
        symbol: 'BTCUSDT',
        marginMode: 2,
        marginRatio: null,
        step: null,
        liquidationId: null,
        amount: '-3',
        at: 9_000_000,
      },
    ])
    expect(riskEventsOf(effects, BOB)).toMatchObject([{ amount: '3' }])
  })

  it('is the other way round for a rate below zero', () => {
    const effects = pay(-10_000)
    expect(riskEventsOf(effects, ANN)).toMatchObject([{ amount: '3' }])
    expect(riskEventsOf(effects, BOB)).toMatchObject([{ amount: '-3' }])
  })

  it('is nothing for who held nothing, or trades in the other realm', () => {
    const effects = pay(10_000)
    expect(riskEventsOf(effects, CAT)).toEqual([])
    expect(riskEventsOf(effects, { ...ANN, realm: 'paper' })).toEqual([])
  })

  it('is nothing for a command that only places', () => {
    fixture.place('ann', 'buy', { lots: 1, ticks: 500_000 })
    const { effects } = fixture.latest
    expect(effects && riskEventsOf(effects, ANN)).toEqual([])
  })
})
