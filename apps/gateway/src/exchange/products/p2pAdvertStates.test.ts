import { describe, expect, it } from 'vitest'
import type { P2pCommand } from '../state/p2pCommand.ts'
import type { P2pAdvertStatus } from '../state/p2pState.ts'
import {
  ADVERT,
  BUYER,
  FUNDS,
  openMarket,
  publish,
  SELLER,
  START,
  take,
  TERMS,
} from './testing/p2pAdvert.ts'
import { type Cell, cellOf, type StateGrid } from './testing/stateGrid.ts'

type State = P2pAdvertStatus
const STATES = ['draft', 'online', 'paused', 'closed'] as const satisfies readonly State[]

const change = (event: 'pause' | 'resume' | 'close', userId: string = SELLER): P2pCommand => ({
  kind: 'p2pAdvert',
  event,
  at: START,
  userId,
  advertId: 1,
})
const edit = (atoms: bigint, { userId = SELLER as string, terms = TERMS } = {}): P2pCommand => ({
  kind: 'p2pEdit',
  at: START,
  userId,
  advertId: 1,
  atoms: String(atoms),
  terms,
})
/** Every event, by who sends it and with what. */
const EVENTS = {
  publish: publish(),
  publishTooMuch: publish('other', FUNDS + 1n),
  pause: change('pause'),
  pauseByOther: change('pause', BUYER),
  resume: change('resume'),
  resumeByOther: change('resume', BUYER),
  close: change('close'),
  closeByOther: change('close', BUYER),
  editMore: edit(ADVERT + 5n),
  editLess: edit(ADVERT - 5n),
  editTooMuch: edit(FUNDS + 1n),
  editNothing: edit(0n),
  editByOther: edit(ADVERT, { userId: BUYER }),
  take: take(),
  takeOwn: take({ userId: SELLER }),
  takeOldVersion: take({ version: 0 }),
  takeTooMuch: take({ amount: String(ADVERT + 1n) }),
} as const satisfies Readonly<Record<string, P2pCommand>>
type Event = keyof typeof EVENTS
const NAMES = Object.keys(EVENTS) as Event[]

const BEGINNINGS: Readonly<Record<State, readonly P2pCommand[]>> = {
  draft: [],
  online: [EVENTS.publish],
  paused: [EVENTS.publish, EVENTS.pause],
  closed: [EVENTS.publish, EVENTS.close],
}

/** An advert that sells in a state, with what an event does to it. */
function begin(state: State) {
  const { exchange, run, balanceOf } = openMarket()
  const { adverts } = exchange.state.p2p
  let seen = adverts.get(1)
  for (const command of BEGINNINGS[state]) {
    run(command)
    seen ??= adverts.get(1)
  }
  const amounts = () => ({
    owner: balanceOf(`user:${SELLER}`),
    other: balanceOf(`user:${BUYER}`),
    escrow: balanceOf('p2p:1'),
    escrowOfNext: balanceOf('p2p:2'),
  })
  const stateNow = () => (seen ?? adverts.get(1))?.status ?? 'draft'
  const doEvent = (event: Event): Cell<State> =>
    cellOf(exchange, { command: EVENTS[event], stateNow, amounts })
  return { doEvent, stateNow }
}

/** Nobody learns whether there ever was an advert. */
const NONE = {
  pause: 'no-advert',
  pauseByOther: 'no-advert',
  resume: 'no-advert',
  resumeByOther: 'no-advert',
  close: 'no-advert',
  closeByOther: 'no-advert',
  editMore: 'no-advert',
  editLess: 'no-advert',
  editTooMuch: 'no-advert',
  editNothing: 'no-advert',
  editByOther: 'no-advert',
  take: 'no-advert',
  takeOwn: 'no-advert',
  takeOldVersion: 'no-advert',
  takeTooMuch: 'no-advert',
} as const
const PUBLISHED = { publish: 'key-used', publishTooMuch: 'balance' } as const
const CLOSED = ['closed', { owner: ADVERT, escrow: -ADVERT }] as const

const GRID: StateGrid<State, Event> = {
  draft: {
    ...NONE,
    publish: ['online', { owner: -ADVERT, escrow: ADVERT }],
    publishTooMuch: 'balance',
  },
  online: {
    ...NONE,
    ...PUBLISHED,
    pause: ['paused', {}],
    resume: 'advert-state',
    close: CLOSED,
    editMore: 'advert-state',
    editLess: 'advert-state',
    editTooMuch: 'advert-state',
    editNothing: 'advert-state',
    // The coins are in escrow already.
    take: ['online', {}],
    takeOwn: 'own-advert',
    takeOldVersion: 'advert-changed',
    takeTooMuch: 'p2p-amount',
  },
  paused: {
    ...NONE,
    ...PUBLISHED,
    pause: 'advert-state',
    resume: ['online', {}],
    close: CLOSED,
    editMore: ['paused', { owner: -5n, escrow: 5n }],
    editLess: ['paused', { owner: 5n, escrow: -5n }],
    editTooMuch: 'balance',
    editNothing: 'advert-terms',
  },
  closed: { ...NONE, ...PUBLISHED },
}

describe('the table of a P2P advert (products 2)', () => {
  it('has a cell for every state and event (products 2)', () => {
    const cells = Object.values(GRID).flatMap((row) => Object.keys(row))
    expect([STATES.length, NAMES.length]).toEqual([4, 17])
    expect(cells).toHaveLength(4 * 17)
  })

  it.each(STATES)('answers every event while it is %s (products 2)', (state) => {
    expect(begin(state).stateNow()).toBe(state)
    const row = NAMES.map((event) => [event, begin(state).doEvent(event)] as const)
    expect(Object.fromEntries(row)).toEqual(GRID[state])
  })
})
