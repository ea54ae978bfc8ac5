import { describe, expect, it } from 'vitest'
import type { ExchangeCommand } from '../../state/command.ts'
import type { FollowStatus } from '../../state/copyState.ts'
import { copyOwner } from '../../state/copyState.ts'
import { type Cell, cellOf, type StateGrid } from '../testing/stateGrid.ts'
import { openCopyFixture, USDT } from './testing/copyFixture.ts'

const STATES = ['active', 'paused', 'closing', 'closed'] as const satisfies readonly FollowStatus[]
type State = FollowStatus

const PRICE = 5_000_000
const STOP_PERCENT = 10

type Fixture = ReturnType<typeof openCopyFixture>

const event = (
  { now, marksAt }: Fixture,
  name: 'pause' | 'resume' | 'close' | 'stopLoss',
  ticks = PRICE,
): ExchangeCommand => ({
  kind: 'copyFollowEvent',
  at: now(),
  followId: 1,
  event: name,
  marks: marksAt(ticks),
})
const sell = ({ now, marksAt }: Fixture, waiting: readonly string[] = []): ExchangeCommand => ({
  kind: 'copySell',
  at: now(),
  followId: 1,
  marks: marksAt(PRICE),
  makerPpm: 1_000,
  takerPpm: 1_000,
  waiting,
})
const fund = (
  { asked, marksAt }: Fixture,
  direction: 'in' | 'out',
  { atoms = 10n * USDT, userId = 'bob' } = {},
): ExchangeCommand => ({
  kind: 'copyFollowFund',
  ...asked(userId),
  followId: 1,
  direction,
  atoms: String(atoms),
  marks: marksAt(PRICE),
})

/** Every event, by who sends it and with what. */
const EVENTS = {
  pause: (fixture) => event(fixture, 'pause'),
  resume: (fixture) => event(fixture, 'resume'),
  close: (fixture) => event(fixture, 'close'),
  // At half the price a fifth of the funds is lost.
  stopLoss: (fixture) => event(fixture, 'stopLoss', PRICE / 2),
  stopLossNotReached: (fixture) => event(fixture, 'stopLoss'),
  leadCloses: ({ now, marksAt }) => ({
    kind: 'copyLeadClose',
    at: now(),
    userId: 'ann',
    leadId: 1,
    marks: marksAt(PRICE),
  }),
  sold: (fixture) => sell(fixture),
  soldWhilePairStands: (fixture) => sell(fixture, ['BTCUSDT']),
  payIn: (fixture) => fund(fixture, 'in'),
  takeOut: (fixture) => fund(fixture, 'out'),
  takeOutTooMuch: (fixture) => fund(fixture, 'out', { atoms: 1_000n * USDT }),
  takeOutByOther: (fixture) => fund(fixture, 'out', { userId: 'eve' }),
} as const satisfies Readonly<Record<string, (fixture: Fixture) => ExchangeCommand>>
type Event = keyof typeof EVENTS
const NAMES = Object.keys(EVENTS) as Event[]

const BEGINNINGS: Readonly<Record<State, readonly Event[]>> = {
  active: [],
  paused: ['pause'],
  closing: ['close'],
  closed: ['close', 'sold'],
}

/** A follow of 500 USDT that holds 0.004 BTC, in a state, with what an event does to it. */
function begin(state: State) {
  const fixture = openCopyFixture()
  const { exchange, has } = fixture
  fixture.quote(PRICE)
  fixture.openLead()
  fixture.follow('bob', { stopLossPct: STOP_PERCENT })
  fixture.lead('buy', 800, PRICE)
  fixture.copyAll(PRICE)
  const follow = exchange.state.copy.follows.get(1)!
  for (const name of BEGINNINGS[state]) expect(fixture.run(EVENTS[name](fixture))).toBe('0')
  const amounts = () => ({
    funds: has(copyOwner(1)),
    coins: has(copyOwner(1), 'BTC'),
    bob: has('user:bob'),
    bobsCoins: has('user:bob', 'BTC'),
    eve: has('user:eve'),
  })
  const stateNow = () => follow.status
  const doEvent = (name: Event): Cell<State> =>
    cellOf(exchange, { command: EVENTS[name](fixture), stateNow, amounts })
  return { doEvent, stateNow }
}

const [HELD, COINS, TEN] = [300n * USDT, 399_600n, 10n * USDT] as const
/** Whole steps of 0.00001 BTC are sold at 49,999.99 USDT less 0.1 %; the dust moves as it is. */
const DUST = 600n
const PROCEEDS = ((COINS - DUST) * 4_999_999n * 999n) / 100_000n

/** Nobody learns whether there ever was a follow. */
const GONE = {
  pause: 'no-follow',
  resume: 'no-follow',
  close: 'no-follow',
  stopLoss: 'no-follow',
  stopLossNotReached: 'no-follow',
  sold: 'no-follow',
  soldWhilePairStands: 'no-follow',
  payIn: 'no-follow',
  takeOut: 'no-follow',
  takeOutTooMuch: 'no-follow',
  takeOutByOther: 'no-follow',
} as const
const OPEN = {
  close: ['closing', {}],
  stopLossNotReached: 'copy-state',
  leadCloses: ['closing', {}],
  sold: 'copy-state',
  soldWhilePairStands: 'copy-state',
  takeOutTooMuch: 'balance',
  takeOutByOther: 'no-follow',
} as const

const GRID: StateGrid<State, Event> = {
  active: {
    ...OPEN,
    pause: ['paused', {}],
    resume: 'copy-state',
    stopLoss: ['closing', {}],
    payIn: ['active', { funds: TEN, bob: -TEN }],
    takeOut: ['active', { funds: -TEN, bob: TEN }],
  },
  paused: {
    ...OPEN,
    pause: 'copy-state',
    resume: ['active', {}],
    stopLoss: 'copy-state',
    payIn: ['paused', { funds: TEN, bob: -TEN }],
    takeOut: ['paused', { funds: -TEN, bob: TEN }],
  },
  closing: {
    pause: 'copy-state',
    resume: 'copy-state',
    close: 'copy-state',
    stopLoss: 'copy-state',
    stopLossNotReached: 'copy-state',
    leadCloses: ['closing', {}],
    sold: ['closed', { funds: -HELD, coins: -COINS, bob: HELD + PROCEEDS, bobsCoins: DUST }],
    soldWhilePairStands: ['closing', {}],
    payIn: 'copy-state',
    takeOut: 'copy-state',
    takeOutTooMuch: 'copy-state',
    takeOutByOther: 'no-follow',
  },
  closed: { ...GONE, leadCloses: ['closed', {}] },
}

describe('the table of a follow (products 1)', () => {
  it('has a cell for every state and event (products 1)', () => {
    const cells = Object.values(GRID).flatMap((row) => Object.keys(row))
    expect([STATES.length, NAMES.length]).toEqual([4, 12])
    expect(cells).toHaveLength(4 * 12)
  })

  it.each(STATES)('answers every event while it is %s (products 1)', (state) => {
    expect(begin(state).stateNow()).toBe(state)
    const row = NAMES.map((name) => [name, begin(state).doEvent(name)] as const)
    expect(Object.fromEntries(row)).toEqual(GRID[state])
  })
})
