import { describe, expect, it } from 'vitest'
import type { FuturesFireCommand } from '../state/futuresCommand.ts'
import { waitsForTrigger } from '../state/futuresOrder.ts'
import type { ExchangeState } from '../state/state.ts'
import { adlCandidates, adlShares, type AdlCandidate } from './deleverage.ts'
import { FUTURES_FUND } from './insurance.ts'
import { dueGroups, ladderPass, sliceOf } from './liquidation.ts'
import { crossGroup, equityOf, requirementOf, type MarginGroup } from './margin.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, createFuturesFixture, USDT } from './testing/futuresFixture.ts'

/** Ann is long 1 BTC at 60,000 with a wallet of 1,000 after the fee, as in the worked check. */
function openLong() {
  const fixture = createFuturesFixture({ funds: { ann: 1_036 } })
  const ann = { realm: 'live', userId: 'ann', symbol: BTC } as const
  fixture.send({ kind: 'futuresLeverage', ...ann, side: 'net', leverage: 100 })
  const seed = { key: 'seed', asset: 'USDT', atoms: String(1_000_000n * USDT) }
  fixture.send({ kind: 'fundSeed', realm: 'live', ...seed })
  fixture.quote('sell', 600_000, 1_000)
  expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('filled')
  expect(fixture.wallet('ann')).toBe(1_000n * USDT)
  return fixture
}

const fundOf = (state: ExchangeState) => state.accounts.of('live', FUTURES_FUND, 'USDT').balance

/** Runs one pass of the ladder; answers its steps. */
function climb({ state, send }: ReturnType<typeof createFuturesFixture>): string[] {
  const steps: string[] = []
  for (const command of ladderPass(state, { at: 5_000 })) {
    expect(send(command)).toBe('0')
    steps.push(command.step)
  }
  return steps
}

const units = (text: string): bigint =>
  BigInt(text.replace('.', '').padEnd(text.indexOf('.') + 8, '0'))

describe('exits in a pass of the ladder', () => {
  /** Ann and Bob are long 1 BTC at 60,000, each with a stop; Bob's wallet is `bob`. */
  function openStops(bob: number) {
    const fixture = createFuturesFixture({ funds: { ann: 1_036, bob } })
    for (const userId of ['ann', 'bob']) {
      const of = { realm: 'live', userId, symbol: BTC, side: 'net' } as const
      fixture.send({ kind: 'futuresLeverage', ...of, leverage: 100 })
      fixture.quote('sell', 600_000, 1_000)
      fixture.place(userId, 'buy', { lots: 1_000, ticks: 600_000 })
      const exits = { stopLoss: { by: 'mark', ticks: 595_000 } } as const
      fixture.send({ kind: 'futuresExits', ...of, exits, makerPpm: 200, takerPpm: 600 })
    }
    return fixture
  }

  /** One pass whose exits are all that wait of who is due; its commands in order. */
  function pass({ state, send, orders }: ReturnType<typeof openStops>): string[] {
    const done: string[] = []
    function* exitsOf(due: readonly MarginGroup[]): Generator<FuturesFireCommand> {
      for (const { account } of due)
        for (const { id: orderId } of orders(account.userId).filter(waitsForTrigger))
          yield { kind: 'futuresFire', at: 5_000, orderId, which: 0, ticks: 580_000 }
    }
    for (const command of ladderPass(state, { at: 5_000, exitsOf })) {
      done.push(command.kind === 'liquidate' ? command.step : 'exit')
      expect(send(command)).not.toBe('not-due')
    }
    return done
  }

  it('come before the first step of anybody (futures 6)', () => {
    const fixture = openStops(1_036)
    // Of the two only one finds somebody to trade with.
    fixture.quote('buy', 594_000, 1_000)
    fixture.prices(591_500)
    expect(pass(fixture)).toEqual(['exit', 'exit', 'reduce'])
    expect(fixture.position('ann')).toBeUndefined()
    expect(fixture.position('bob')).toMatchObject({ lots: 1_000 })
  })

  it('leave nothing to the ladder where they save the account (futures 6)', () => {
    const fixture = openStops(1_036)
    fixture.quote('buy', 594_000, 2_000)
    fixture.prices(591_500)
    expect(pass(fixture)).toEqual(['exit', 'exit'])
    expect(dueGroups(fixture.state)).toEqual([])
  })

  it('are followed by the ladder of whom their trades make due (futures 6)', () => {
    const fixture = openStops(5_000)
    // Long from 594,000 at a mark of 590,000, with what the order asked for.
    fixture.fund('cat', 640)
    const cat = { realm: 'live', userId: 'cat', symbol: BTC, side: 'net' } as const
    fixture.send({ kind: 'futuresLeverage', ...cat, leverage: 100 })
    fixture.place('cat', 'buy', { lots: 1_000, ticks: 594_000 })
    fixture.prices(590_000)
    expect(pass(fixture)).toEqual(['exit', 'reduce'])
    expect(fixture.position('ann')).toBeUndefined()
    expect(dueGroups(fixture.state).map(({ account }) => account.userId)).toEqual(['cat'])
  })

  it('wait in accounts that are not due (futures 6)', () => {
    const fixture = openStops(5_000)
    fixture.quote('buy', 594_000, 2_000)
    fixture.prices(591_500)
    expect(pass(fixture)).toEqual(['exit'])
    expect(fixture.orders('bob')).toHaveLength(1)
  })
})

describe('who is deleveraged', () => {
  const rates = { makerPpm: 200, takerPpm: 600 }

  /** Ann is long 1 BTC of Bob, who is long 0.4 as well. */
  function openHedge() {
    const fixture = createFuturesFixture({ funds: { ann: 1_036, bob: 20_000 } })
    const { send, place, quote } = fixture
    send({ kind: 'futuresPositionMode', realm: 'live', userId: 'bob', mode: 'two_way' })
    const ann = { realm: 'live', userId: 'ann', symbol: BTC, side: 'net' } as const
    send({ kind: 'futuresLeverage', ...ann, leverage: 100 })
    place('bob', 'sell', { lots: 1_000, ticks: 600_000, positionSide: 'short' })
    place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
    quote('sell', 600_000, 400)
    place('bob', 'buy', { lots: 400, ticks: 600_000, positionSide: 'long', ...rates })
    return fixture
  }

  it('is who gained, with the net part of a hedge only (futures 6)', () => {
    const { state, position, prices } = openHedge()
    const found = () => adlCandidates(state, { position: position('ann')!, ticks: 590_000 })
    expect(found()).toEqual([])
    prices(589_000)
    expect(found()).toMatchObject([{ lots: 600, position: { userId: 'bob', side: 'short' } }])
  })

  it('pays no fee and keeps its orders; the house account is first (futures 6)', () => {
    const fixture = openHedge()
    const { state, position, wallet, orders, place, prices } = fixture
    place('bob', 'sell', { lots: 10, ticks: 640_000, positionSide: 'short' })
    prices(589_000)
    expect(position('', BTC)).toMatchObject({ lots: -400 })
    const before = wallet('bob')
    expect(climb(fixture)).toEqual(['reduce', 'deleverage'])
    expect(position('ann')).toBeUndefined()
    // 400 of the house account, then 600 of Bob, each at the bankruptcy price of 59,035.4.
    expect(position('', BTC)).toBeUndefined()
    expect(position('bob', BTC, 'short')).toMatchObject({ lots: -400, fees: (120n * USDT) / 10n })
    expect(wallet('bob') - before).toBe(600n * 10_000n * (600_000n - 590_354n))
    expect(orders('bob')).toHaveLength(1)
    expect(dueGroups(state)).toEqual([])
  })
})

describe('the liquidation ladder', () => {
  it('starts at the price of the worked check (futures 3)', () => {
    const fixture = openLong()
    fixture.prices(592_820)
    const group = () => crossGroup(fixture.state, fixture.account('ann'), 'USDT')
    expect(equityOf(fixture.state, group())).toBe(282n * USDT)
    expect(requirementOf(fixture.state, group())).toBe(units('281.97920000'))
    expect(dueGroups(fixture.state)).toEqual([])
    fixture.prices(592_819)
    expect(equityOf(fixture.state, group())).toBe(units('281.90000000'))
    expect(requirementOf(fixture.state, group())).toBe(units('281.97864000'))
    expect(dueGroups(fixture.state)).toHaveLength(1)
  })

  it('takes the smallest slice, with its fees as in the check (futures 6)', () => {
    const fixture = openLong()
    fixture.prices(592_819)
    const [group] = dueGroups(fixture.state)
    expect(sliceOf(fixture.state, group!)).toMatchObject({ lots: 219 })
    const before = fundOf(fixture.state)
    fixture.quote('buy', 592_819, 1_000)
    expect(climb(fixture)).toEqual(['reduce'])
    const left = crossGroup(fixture.state, fixture.account('ann'), 'USDT')
    expect(fundOf(fixture.state) - before).toBe(units('7.78964166'))
    expect(equityOf(fixture.state, left)).toBe(units('266.32071668'))
    expect(requirementOf(fixture.state, left)).toBe(units('212.97615394'))
    expect(fixture.position('ann')).toMatchObject({ lots: 781 })
    expect(checkFuturesInvariants(fixture.state)).toEqual([])
  })

  it('lets the fund pay for a gap as in the check (futures 6)', () => {
    const fixture = openLong()
    fixture.quote('buy', 589_900, 400)
    fixture.quote('buy', 589_000, 600)
    fixture.prices(589_000)
    const before = fundOf(fixture.state)
    expect(climb(fixture)).toEqual(['reduce'])
    expect(before - fundOf(fixture.state)).toBe(units('99.36160000'))
    expect(fixture.wallet('ann')).toBe(0n)
    expect(fixture.position('ann')).toBeUndefined()
    expect(checkFuturesInvariants(fixture.state)).toEqual([])
  })

  it('leaves to deleveraging what the book does not take (futures F9)', () => {
    const fixture = openLong()
    fixture.prices(589_000)
    expect(climb(fixture)).toEqual(['reduce', 'deleverage'])
    // The house account was short: its opposite position goes first.
    expect(fixture.position('')).toBeUndefined()
    expect(fixture.position('ann')).toBeUndefined()
    expect(checkFuturesInvariants(fixture.state)).toEqual([])
  })

  it('refuses to liquidate above the requirement (futures F8)', () => {
    const fixture = openLong()
    fixture.prices(592_820)
    const wallet = { wallet: 'user:ann/futures', asset: 'USDT' }
    const ann = { realm: 'live', userId: 'ann' } as const
    for (const step of ['cancel', 'net', 'reduce', 'deleverage'] as const)
      expect(fixture.send({ kind: 'liquidate', ...ann, ...wallet, step })).toBe('not-due')
  })

  it('liquidates nothing on a stale index (futures 5)', () => {
    const fixture = openLong()
    fixture.prices(592_819)
    expect(fixture.place('ann', 'buy', { lots: 1, ticks: 592_000 })).toBe('being-liquidated')
    fixture.send({ kind: 'prices', rows: [[BTC, 0, 0]] })
    expect(climb(fixture)).toEqual([])
    const wallet = { wallet: 'user:ann/futures', asset: 'USDT', step: 'reduce' } as const
    expect(fixture.send({ kind: 'liquidate', realm: 'live', userId: 'ann', ...wallet })).toBe(
      'no-mark',
    )
  })

  it('cancels orders first, which may be enough (futures 6)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 2_036 } })
    const ann = { realm: 'live', userId: 'ann', symbol: BTC } as const
    fixture.send({ kind: 'futuresLeverage', ...ann, side: 'net', leverage: 75 })
    fixture.quote('sell', 600_000, 1_000)
    fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
    expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 599_000 })).toBe('open')
    fixture.prices(586_000)
    expect(climb(fixture)).toEqual(['cancel'])
    expect(fixture.orders('ann')).toEqual([])
    expect(fixture.position('ann')).toMatchObject({ lots: 1_000 })
    expect(checkFuturesInvariants(fixture.state)).toEqual([])
  })

  it('closes both legs of a symbol at the mark for free (futures 6)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 1_500 } })
    const ann = { realm: 'live', userId: 'ann' } as const
    fixture.send({ kind: 'futuresPositionMode', ...ann, mode: 'two_way' })
    fixture.send({ kind: 'futuresLeverage', ...ann, symbol: BTC, side: 'net', leverage: 100 })
    fixture.quote('sell', 600_000, 1_000)
    fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000, positionSide: 'long' })
    fixture.quote('buy', 600_000, 400)
    fixture.place('ann', 'sell', { lots: 400, ticks: 600_000, positionSide: 'short' })
    fixture.prices(580_000)
    // The larger leg alone is asked for, and there is less of it afterwards.
    expect(climb(fixture)).toEqual(['net'])
    expect(fixture.position('ann', BTC, 'short')).toBeUndefined()
    expect(fixture.position('ann', BTC, 'long')?.lots).toBe(600)
    expect(checkFuturesInvariants(fixture.state)).toEqual([])
  })

  it('shares 1000 lots over 700, 450 and 450 by remainder (futures 6)', () => {
    const candidate = (userId: string, lots: number) =>
      ({ position: { userId, side: 'net' }, lots, top: 1n, bottom: 1n }) as AdlCandidate
    // In one group of 20 %.
    const members = [candidate('a', 700), candidate('b', 450), candidate('c', 450)]
    const others = Array.from({ length: 12 }, (_, at) => candidate(`z${at}`, 1))
    expect(adlShares([...members, ...others], 1_000).map(({ lots }) => lots)).toEqual([
      438, 281, 281,
    ])
  })
})

describe('funding', () => {
  it('takes from payers no less than receivers get, within an atom each (futures F6)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000, eve: 10_000 } })
    for (const [seller, lots] of [
      ['bob', 333],
      ['eve', 667],
    ] as const)
      fixture.place(seller, 'sell', { lots, ticks: 600_000 })
    fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
    const wallets = () => ['ann', 'bob', 'eve'].map((userId) => fixture.wallet(userId))
    const before = wallets()
    fixture.send({ kind: 'funding', symbol: BTC, rate: 10_001, mark: 600_007, part: 0 })
    const [ann, bob, eve] = wallets().map((each, at) => each - before[at]!)
    // 60,000.7 · 0.010001 %
    expect(ann).toBe(-units('6.00067001'))
    const kept = -ann! - bob! - eve!
    expect(kept >= 0n && kept < 3n).toBe(true)
    expect(fixture.position('ann')?.funding).toBe(-ann!)
    expect(checkFuturesInvariants(fixture.state)).toEqual([])
  })
})
