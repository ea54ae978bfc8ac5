import { describe, expect, it } from 'vitest'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, createFuturesFixture, ETH, USDT } from './testing/futuresFixture.ts'

const sound = ({ state }: ReturnType<typeof createFuturesFixture>) =>
  expect(checkFuturesInvariants(state)).toEqual([])

/** Ann is long 1 BTC at 60,000, of the house account. */
function openLong(funds = 10_000) {
  const fixture = createFuturesFixture({ funds: { ann: funds } })
  fixture.quote('sell', 600_000, 1_000)
  expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('filled')
  return fixture
}

describe('positions of a futures account', () => {
  it('open at the price of the trade, for the fee alone (futures 2)', () => {
    const fixture = openLong()
    expect(fixture.position('ann')).toMatchObject({
      lots: 1_000,
      cost: 60_000n * USDT,
      settled: 0n,
    })
    expect(fixture.position('')).toMatchObject({ lots: -1_000, cost: -60_000n * USDT })
    expect(fixture.wallet('ann')).toBe(10_000n * USDT - 36n * USDT)
    sound(fixture)
  })

  it('take part of the cost with what they close (futures 2)', () => {
    const fixture = openLong()
    fixture.quote('buy', 606_000, 400)
    expect(fixture.place('ann', 'sell', { lots: 400, ticks: 606_000, reduceOnly: true })).toBe(
      'filled',
    )
    expect(fixture.position('ann')).toMatchObject({ lots: 600, cost: 36_000n * USDT })
    // 0.4 · 600 profit, less the taker's fee of 24,240 · 0.06 %.
    expect(fixture.wallet('ann')).toBe(9_964n * USDT + 240n * USDT - 14_544n * (USDT / 1_000n))
    expect(fixture.latest.effects?.futures?.fills).toMatchObject([
      { result: 240n * USDT, closedLots: 400, role: 'taker' },
    ])
    sound(fixture)
  })

  it('turn round in one-way mode and keep the books at zero (futures F1)', () => {
    const fixture = openLong()
    fixture.quote('buy', 600_000, 1_500)
    expect(fixture.place('ann', 'sell', { lots: 1_500, ticks: 600_000 })).toBe('filled')
    expect(fixture.position('ann')).toMatchObject({ lots: -500, cost: -30_000n * USDT })
    sound(fixture)
  })

  it('settle profit so that no wallet goes below zero (futures 2)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 700 } })
    const terms = { realm: 'live', userId: 'ann', symbol: BTC } as const
    fixture.send({ kind: 'futuresLeverage', ...terms, side: 'net', leverage: 100 })
    fixture.quote('sell', 600_000, 1_000)
    expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('filled')
    fixture.prices(660_000)
    // An isolated margin of 2,000 on another contract takes more than the wallet has.
    fixture.prices(300_000, ETH)
    const eth = { realm: 'live', userId: 'ann', symbol: ETH } as const
    fixture.send({ kind: 'futuresMarginMode', ...eth, marginMode: 'isolated' })
    fixture.quote('sell', 300_000, 13_334, ETH)
    expect(fixture.place('ann', 'buy', { symbol: ETH, lots: 13_333, ticks: 300_000 })).toBe(
      'filled',
    )
    expect(fixture.wallet('ann')).toBe(0n)
    expect(fixture.position('ann')?.settled).toBe(
      1_999_95n * (USDT / 100n) + 23_999_400n * 100n - 664n * USDT,
    )
    sound(fixture)
  })
})

describe('self-trade prevention in a contract (futures 4)', () => {
  const main = { userId: 'ann' }
  const sub = { userId: 'ann-sub', holder: 'ann' }

  it.each([
    ['a main account', main, sub],
    ['a sub-account', sub, main],
  ])('lets no account of the same holder trade with %s', (_, maker, taker) => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000, 'ann-sub': 10_000, eve: 10_000 } })
    const terms = { lots: 100, ticks: 600_000 }
    expect(fixture.place(maker.userId, 'sell', { ...terms, ...maker })).toBe('open')
    expect(fixture.place(taker.userId, 'buy', { ...terms, ...taker })).toBe('cancelled')
    expect(fixture.position(taker.userId)).toBeUndefined()
    expect(fixture.place('eve', 'buy', terms)).toBe('filled')
    expect(fixture.position(maker.userId)).toMatchObject({ lots: -100 })
    sound(fixture)
  })
})

describe('checks of a futures order', () => {
  it('refuses what has no margin (futures 3)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 3_000 } })
    fixture.quote('sell', 600_000, 2_000)
    expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('balance')
    expect(fixture.place('ann', 'buy', { lots: 980, ticks: 600_000 })).toBe('filled')
    sound(fixture)
  })

  it.each([
    ['price-band', { ticks: 630_001, lots: 10 }],
    ['order-terms', { ticks: 600_000, lots: 0 }],
    ['order-terms', { ticks: 600_000, lots: 10, positionSide: 'long' }],
    ['nothing-to-reduce', { ticks: 600_000, lots: 10, reduceOnly: true }],
    ['position-limit', { ticks: 600_000, lots: 1_700_000 }],
  ] as const)('refuses with %s and changes nothing (futures 4)', (reason, changes) => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000_000 } })
    const next = { ...fixture.state.next }
    expect(fixture.place('ann', 'buy', changes)).toBe(reason)
    expect(fixture.state.next).toEqual(next)
    expect(fixture.state.futures.accounts.size).toBe(0)
  })

  it('opens nothing without a fresh mark, and reduces still (futures 5)', () => {
    const fixture = openLong()
    fixture.send({ kind: 'prices', rows: [[BTC, 0, 0]] })
    fixture.quote('sell', 600_000, 10)
    fixture.quote('buy', 599_000, 10)
    expect(fixture.place('ann', 'buy', { lots: 10, ticks: 600_000 })).toBe('no-mark')
    expect(fixture.place('ann', 'sell', { lots: 10, ticks: 599_000, reduceOnly: true })).toBe(
      'filled',
    )
  })

  it('refuses a close beyond the bankruptcy price (futures 4)', () => {
    const fixture = openLong(4_000)
    expect(fixture.place('ann', 'sell', { lots: 10, ticks: 571_000, reduceOnly: true })).toBe(
      'open',
    )
    fixture.prices(570_000)
    expect(fixture.place('ann', 'sell', { lots: 10, ticks: 553_000, reduceOnly: true })).toBe(
      'beyond-bankruptcy',
    )
  })

  it('keeps leverage, modes and orders apart (futures 2)', () => {
    const fixture = openLong()
    const ann = { realm: 'live', userId: 'ann', symbol: BTC } as const
    expect(fixture.send({ kind: 'futuresMarginMode', ...ann, marginMode: 'isolated' })).toBe(
      'orders-or-positions',
    )
    expect(
      fixture.send({ kind: 'futuresPositionMode', realm: 'live', userId: 'ann', mode: 'two_way' }),
    ).toBe('orders-or-positions')
    expect(fixture.send({ kind: 'futuresLeverage', ...ann, side: 'net', leverage: 101 })).toBe(
      'leverage',
    )
    expect(fixture.send({ kind: 'futuresLeverage', ...ann, side: 'net', leverage: 5 })).toBe(
      'margin-needed',
    )
    expect(fixture.send({ kind: 'futuresLeverage', ...ann, side: 'net', leverage: 10 })).toBe('0')
  })
})
