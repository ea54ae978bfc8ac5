import { describe, expect, it } from 'vitest'
import { legOf, positionKey } from '../state/futuresState.ts'
import { FUTURES_FUND } from './insurance.ts'
import { crossOwner } from './margin.ts'
import { ladderPass } from './liquidation.ts'
import { checkFuturesInvariants } from './testing/checkFuturesInvariants.ts'
import { BTC, createFuturesFixture, USDT } from './testing/futuresFixture.ts'

type Fixture = ReturnType<typeof createFuturesFixture>
const rates = { makerPpm: 200, takerPpm: 600 }
const liveAnn = { realm: 'live', userId: 'ann' } as const

/** Ann is long 1 BTC of Bob, who is short of her. */
function openPair(): Fixture {
  const fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000 } })
  fixture.place('bob', 'sell', { lots: 1_000, ticks: 600_000 })
  expect(fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })).toBe('filled')
  return fixture
}

/** The position of a leg in the matching engine and in the exchange. */
function bothOf(
  { state, account }: Fixture,
  { userId, side = 'net' }: { readonly userId: string; readonly side?: 'net' | 'long' | 'short' },
) {
  const number = state.futures.legs.get(legOf({ userId, side })) ?? -1
  return [
    state.markets.get(BTC)?.engine.position(number),
    account(userId).positions.get(positionKey(BTC, side))?.lots ?? 0,
  ]
}

describe('the invariants of futures (futures 10)', () => {
  it('hold of a long and a short against each other', () => {
    expect(checkFuturesInvariants(openPair().state)).toEqual([])
  })

  it.each<[property: string, damage: (fixture: Fixture) => void]>([
    ['F1', ({ position }) => void (position('ann')!.lots += 1)],
    ['F2', ({ position }) => void (position('ann')!.cost += 1n)],
    ['F2', ({ position }) => void (position('bob')!.settled -= 1n)],
    [
      'F3',
      ({ state }) => void (state.accounts.of('live', crossOwner('ann'), 'USDT').balance += 1n),
    ],
    [
      'F4',
      ({ state }) => void (state.accounts.of('live', crossOwner('ann'), 'USDT').balance = -1n),
    ],
    ['F5', ({ prices }) => void prices(480_000)],
    ['F13', ({ position }) => void (position('ann')!.lots -= 1)],
    ['F13', ({ account }) => void account('ann').positions.delete(positionKey(BTC, 'net'))],
  ])('report a breach of %s', (property, damage) => {
    const fixture = openPair()
    damage(fixture)
    const found = checkFuturesInvariants(fixture.state).map((fault) => fault.split(':')[0])
    expect(found).toContain(property)
  })

  it('let an account be due while its index is stale (futures F5)', () => {
    const { state, prices, send } = openPair()
    prices(480_000)
    send({ kind: 'prices', rows: [[BTC, 0, 0]] })
    expect(checkFuturesInvariants(state)).toEqual([])
    prices(480_000)
    expect(checkFuturesInvariants(state)).not.toEqual([])
  })

  it('let an account be due until the ladder ran', () => {
    const { state, prices } = openPair()
    prices(480_000)
    expect(checkFuturesInvariants(state, { midTurn: true })).toEqual([])
  })
})

describe('a checked exchange', () => {
  const liquidate = ({ exchange }: Fixture) => {
    exchange.execute({
      kind: 'liquidate',
      at: 9_000,
      realm: 'live',
      userId: 'ann',
      wallet: crossOwner('ann'),
      asset: 'USDT',
      step: 'reduce',
    })
  }
  const pay = ({ exchange }: Fixture) => {
    const terms = { symbol: BTC, rate: 10_000, mark: 600_000 }
    exchange.execute({ kind: 'funding', at: 9_000, ...terms, part: 0, of: 1 })
  }
  const trade = ({ place }: Fixture) => {
    place('ann', 'buy', { lots: 100, ticks: 600_000, timeInForce: 'ioc' })
  }
  /** Moves USDT from one owner to another behind the exchange's back. */
  const shift =
    (from: string, to: string, amount: bigint) =>
    ({ state }: Fixture) => {
      state.accounts.of('live', from, 'USDT').balance -= amount
      state.accounts.of('live', to, 'USDT').balance += amount
    }

  /** Ann's ladder comes to ADL against Bob, who has lost his profit by then. */
  const crash = (fixture: Fixture) => {
    fixture.prices(480_000)
    for (const command of ladderPass(fixture.state, { at: 9_000 })) {
      if (command.step === 'deleverage') shift(crossOwner('bob'), 'house', 130_000n * USDT)(fixture)
      fixture.exchange.execute(command)
    }
  }

  it.each<[property: string, damage: (fixture: Fixture) => void, next: (of: Fixture) => void]>([
    ['F1', ({ position }) => void (position('ann')!.lots += 1), trade],
    ['F6', ({ position }) => void (position('ann')!.lots += 500), pay],
    ['F7', shift('house', FUTURES_FUND, 5n), trade],
    ['F8', shift(crossOwner('ann'), 'house', 9_900n * USDT), liquidate],
    ['F9', () => {}, crash],
    ['F10', shift('house', 'lent', 5n), trade],
    ['F11', ({ position }) => void (position('ann')!.fees += 1n), trade],
    ['F12', shift('house', crossOwner('ann'), 100n * USDT), trade],
    ['F13', ({ position }) => void (position('ann')!.lots -= 1), trade],
  ])('throws at the next command for a breach of %s', (property, damage, next) => {
    const fixture = openPair()
    fixture.quote('sell', 600_000, 100)
    damage(fixture)
    expect(() => next(fixture)).toThrow(new RegExp(`^${property}: `, 'm'))
  })

  it('throws for who is due after a turn without a slice (futures F5)', () => {
    const { exchange, prices } = openPair()
    prices(480_000)
    expect(() => exchange.endTurn()).toThrow(/^F5: live .*ann.* is due/m)
  })
})

describe('the positions of engine and exchange (futures F13)', () => {
  it('are equal after a close and a turn to the other side', () => {
    const fixture = openPair()
    expect(bothOf(fixture, { userId: 'ann' })).toEqual([1_000, 1_000])
    expect(bothOf(fixture, { userId: 'bob' })).toEqual([-1_000, -1_000])
    fixture.quote('buy', 600_000, 2_000)
    fixture.place('ann', 'sell', { lots: 400, ticks: 600_000, reduceOnly: true })
    expect(bothOf(fixture, { userId: 'ann' })).toEqual([600, 600])
    fixture.place('ann', 'sell', { lots: 900, ticks: 600_000 })
    expect(bothOf(fixture, { userId: 'ann' })).toEqual([-300, -300])
  })

  it('are equal after a reverse and after closing all', () => {
    const fixture = openPair()
    fixture.quote('buy', 600_000, 2_000)
    const own = { ...liveAnn, ...rates, digest: 'd' }
    fixture.send({ kind: 'futuresReverse', ...own, symbol: BTC, ticks: 1, clientOid: 'r' })
    expect(bothOf(fixture, { userId: 'ann' })).toEqual([-1_000, -1_000])
    fixture.quote('sell', 600_000, 1_000)
    const rows = [{ symbol: BTC, side: 'net', ticks: 1_200_000 } as const]
    fixture.send({ kind: 'futuresCloseAll', ...own, rows, clientOid: 'c' })
    expect(bothOf(fixture, { userId: 'ann' })).toEqual([0, 0])
  })

  it('are equal for each leg in two-way mode', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.send({ kind: 'futuresPositionMode', ...liveAnn, mode: 'two_way' })
    fixture.quote('sell', 600_000, 300)
    fixture.quote('buy', 599_990, 200)
    fixture.place('ann', 'buy', { lots: 300, ticks: 600_000, positionSide: 'long' })
    fixture.place('ann', 'sell', { lots: 200, ticks: 599_990, positionSide: 'short' })
    expect(bothOf(fixture, { userId: 'ann', side: 'long' })).toEqual([300, 300])
    expect(bothOf(fixture, { userId: 'ann', side: 'short' })).toEqual([-200, -200])
  })

  it('are equal through each step of a liquidation', () => {
    const fixture = openPair()
    const { exchange, prices, state } = fixture
    prices(480_000)
    const steps: string[] = []
    for (const command of ladderPass(state, { at: 9_000 })) {
      expect(exchange.execute(command)).not.toHaveProperty('refused')
      steps.push(command.step)
      for (const userId of ['ann', 'bob']) {
        const [inEngine, own] = bothOf(fixture, { userId })
        expect(inEngine).toBe(own)
      }
    }
    expect(steps).toContain('deleverage')
    expect(bothOf(fixture, { userId: 'ann' })).toEqual([0, 0])
    expect(checkFuturesInvariants(state)).toEqual([])
    expect(fixture.wallet('ann')).toBeGreaterThanOrEqual(0n * USDT)
  })
})
