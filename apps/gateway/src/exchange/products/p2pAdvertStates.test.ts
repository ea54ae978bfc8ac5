import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { P2pCommand } from '../state/p2pCommand.ts'
import type { AdvertTerms, P2pAdvertStatus } from '../state/p2pState.ts'
import { type Cell, cellOf, type StateGrid } from './testing/stateGrid.ts'

type State = P2pAdvertStatus
const STATES = ['draft', 'online', 'paused', 'closed'] as const satisfies readonly State[]

const AT = 20_000 * 86_400_000
const [OWNER, OTHER] = ['1', '2'] as const
/** In atoms: what each has, what the advert begins with, and what others take of it. */
const [FUNDS, ADVERT, TAKEN] = [1_000_000n, 100_000n, 20_000n]
const TERMS: AdvertTerms = {
  price: '100000000',
  marginBp: null,
  minimum: '100',
  maximum: '100000',
  payMinutes: 15,
  methods: ['bank'],
  methodIds: [1],
  text: '',
}

const publish = (clientOid: string, atoms: bigint = ADVERT): P2pCommand => ({
  kind: 'p2pPublish',
  at: AT,
  clientOid,
  digest: clientOid,
  userId: OWNER,
  side: 'sell',
  asset: 'USDT',
  scale: 2,
  fiat: 'EUR',
  atoms: String(atoms),
  terms: TERMS,
})
const change = (event: 'pause' | 'resume' | 'close', userId: string = OWNER): P2pCommand => ({
  kind: 'p2pAdvert',
  event,
  at: AT,
  userId,
  advertId: 1,
})
const edit = (atoms: bigint, { userId = OWNER as string, terms = TERMS } = {}): P2pCommand => ({
  kind: 'p2pEdit',
  at: AT,
  userId,
  advertId: 1,
  atoms: String(atoms),
  terms,
})
const take = (changes: object = {}): P2pCommand => ({
  kind: 'p2pTake',
  at: AT,
  clientOid: 'order',
  digest: 'd',
  userId: OTHER,
  advertId: 1,
  version: 1,
  price: '100000000',
  by: 'asset',
  amount: String(TAKEN),
  feeBp: 10,
  methods: [],
  ...changes,
})

/** Every event, by who sends it and with what. */
const EVENTS = {
  publish: publish('advert'),
  publishTooMuch: publish('other', FUNDS + 1n),
  pause: change('pause'),
  pauseByOther: change('pause', OTHER),
  resume: change('resume'),
  resumeByOther: change('resume', OTHER),
  close: change('close'),
  closeByOther: change('close', OTHER),
  editMore: edit(ADVERT + 5n),
  editLess: edit(ADVERT - 5n),
  editTooMuch: edit(FUNDS + 1n),
  editNothing: edit(0n),
  editByOther: edit(ADVERT, { userId: OTHER }),
  take: take(),
  takeOwn: take({ userId: OWNER }),
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
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: Parameters<typeof exchange.execute>[0]) =>
    expect(exchange.execute(command)).not.toHaveProperty('refused')
  for (const userId of [OWNER, OTHER]) {
    const funds = { USDT: String(FUNDS) }
    run({ kind: 'grant', at: 1, realm: 'live', userId, key: userId, funds })
  }
  const { adverts } = exchange.state.p2p
  let seen = adverts.get(1)
  for (const command of BEGINNINGS[state]) {
    run(command)
    seen ??= adverts.get(1)
  }
  const has = (owner: string) => exchange.state.accounts.spendable('live', owner, 'USDT')
  const amounts = () => ({
    owner: has(`user:${OWNER}`),
    other: has(`user:${OTHER}`),
    escrow: has('p2p:1'),
    escrowOfNext: has('p2p:2'),
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
