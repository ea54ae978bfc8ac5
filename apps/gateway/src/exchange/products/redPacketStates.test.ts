import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type {
  ProductCommand,
  RedPacketClaimCommand,
  RedPacketCreateCommand,
} from '../state/productCommand.ts'
import type { RedPacket } from '../state/productsState.ts'
import { RED_PACKETS } from './redPackets.ts'
import { type Cell, cellOf, type StateGrid } from './testing/stateGrid.ts'

/** The states of a packet by its status; `due` is one whose time is over and not given back yet. */
const STATES_OF = {
  open: ['open', 'begun', 'lastPart', 'due'],
  finished: ['finished'],
  expired: ['expired'],
} as const satisfies Record<RedPacket['status'], readonly string[]>
type State = 'none' | (typeof STATES_OF)[RedPacket['status']][number]
const STATES: readonly State[] = ['none', ...Object.values(STATES_OF).flat()]

/** The events by the command that brings them; a command without a row does not compile. */
const EVENTS_OF = {
  redPacketCreate: [
    'createOther',
    'createSameKey',
    'createSameCode',
    'createTooMuch',
    'createTooFewUnits',
    'createForNobody',
    'createForTooMany',
    'createNothing',
  ],
  redPacketClaim: [
    'claimByFriend',
    'claimAgain',
    'claimBySubOfClaimer',
    'claimBySender',
    'claimBySubOfSender',
    'claimWrongCode',
  ],
  redPacketExpire: ['expire', 'expireUnknown'],
} as const satisfies Record<
  Extract<ProductCommand['kind'], `redPacket${string}`>,
  readonly string[]
>
type Event = (typeof EVENTS_OF)[keyof typeof EVENTS_OF][number]
const EVENTS: readonly Event[] = Object.values(EVENTS_OF).flat()

const SEED = '07'.repeat(32)
const CODE = 'ABCDEFGHJK'
const OTHER_CODE = 'ZZZZZZZZZZ'
const END = 100
/** In atoms: what ann has, what a packet holds, and its five parts in turn (products 4). */
const FUNDS = 2_000_000n
const TOTAL = 1_000_000n
const PARTS = [4_800n, 251_900n, 234_400n, 238_800n, 270_100n] as const
const [FIRST, SECOND, , , LAST] = PARTS
const REST = TOTAL - FIRST

const createCommand = (changes: Partial<RedPacketCreateCommand> = {}): RedPacketCreateCommand => ({
  kind: 'redPacketCreate',
  at: 10,
  userId: 'ann',
  holder: 'ann',
  clientOid: 'first',
  digest: 'd',
  asset: 'USDT',
  unit: '100',
  units: '10000',
  count: 5,
  split: 'random',
  code: CODE,
  greeting: '',
  seed: SEED,
  expiresAt: END,
  ...changes,
})
const claimCommand = (
  at: number,
  userId: string,
  changes: Partial<RedPacketClaimCommand> = {},
): RedPacketClaimCommand => ({
  kind: 'redPacketClaim',
  at,
  userId,
  holder: userId,
  code: CODE,
  ...changes,
})
const other = (at: number, changes: Partial<RedPacketCreateCommand> = {}) =>
  createCommand({ at, clientOid: 'other', code: OTHER_CODE, expiresAt: at + END, ...changes })

const COMMANDS: Readonly<Record<Event, (at: number) => ProductCommand>> = {
  createOther: (at) => other(at),
  createSameKey: (at) => other(at, { clientOid: 'first' }),
  createSameCode: (at) => other(at, { code: CODE }),
  createTooMuch: (at) => other(at, { units: String(FUNDS / 100n + 1n) }),
  createTooFewUnits: (at) => other(at, { units: '4' }),
  createForNobody: (at) => other(at, { count: 0 }),
  createForTooMany: (at) => other(at, { count: 501 }),
  createNothing: (at) => other(at, { units: '0', count: 0 }),
  claimByFriend: (at) => claimCommand(at, 'friend'),
  claimAgain: (at) => claimCommand(at, '0'),
  claimBySubOfClaimer: (at) => claimCommand(at, 'sub', { holder: '0' }),
  claimBySender: (at) => claimCommand(at, 'ann'),
  claimBySubOfSender: (at) => claimCommand(at, 'sub', { holder: 'ann' }),
  claimWrongCode: (at) => claimCommand(at, 'friend', { code: 'ABCDEFGHJJ' }),
  expire: (at) => ({ kind: 'redPacketExpire', at, packetId: 1 }),
  expireUnknown: (at) => ({ kind: 'redPacketExpire', at, packetId: 9 }),
}

/** How many have claimed in each state, and what time it is. */
const BEGINNINGS: Readonly<Record<State, { readonly claims?: number; readonly at: number }>> = {
  none: { at: 10 },
  open: { claims: 0, at: 20 },
  begun: { claims: 1, at: 20 },
  lastPart: { claims: 4, at: END - 1 },
  due: { claims: 1, at: END },
  finished: { claims: 5, at: 20 },
  expired: { claims: 1, at: END },
}

/** A packet in a state, with what an event does to it. */
function begin(state: State) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: Parameters<typeof exchange.execute>[0]) =>
    expect(exchange.execute(command)).not.toHaveProperty('refused')
  const funds = { USDT: String(FUNDS) }
  run({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key: 'a', funds })
  const { claims, at } = BEGINNINGS[state]
  if (claims !== undefined) run(createCommand())
  const packet = exchange.state.products.packetOf(CODE)
  for (let user = 0; user < (claims ?? 0); user++) run(claimCommand(20, String(user)))
  if (state === 'expired') run(COMMANDS.expire(at))

  function stateNow(): State {
    const now = packet ?? exchange.state.products.packetOf(CODE)
    if (!now) return 'none'
    if (now.status !== 'open') return now.status
    if (at >= now.expiresAt) return 'due'
    const left = now.count - now.claims.length
    return left === 1 ? 'lastPart' : now.claims.length === 0 ? 'open' : 'begun'
  }
  const has = (owner: string) => exchange.state.accounts.spendable('live', owner, 'USDT')
  const amounts = () => ({
    ann: has('user:ann'),
    first: has('user:0'),
    friend: has('user:friend'),
    sub: has('user:sub'),
    escrow: has(RED_PACKETS),
  })
  const doEvent = (event: Event): Cell<State> =>
    cellOf(exchange, { command: COMMANDS[event](at), stateNow, amounts })
  return { doEvent, stateNow, amounts }
}

const PAID = { ann: -TOTAL, escrow: TOTAL }
const NO_TERMS = {
  createTooFewUnits: 'packet-terms',
  createForNobody: 'packet-terms',
  createForTooMany: 'packet-terms',
  createNothing: 'packet-terms',
}
const REFUSED = { ...NO_TERMS, createTooMuch: 'balance', expireUnknown: 'no-packet' } as const
const TAKEN = { createSameKey: 'key-used', createSameCode: 'packet-terms' } as const
const OPEN = {
  claimBySender: 'own-packet',
  claimBySubOfSender: 'own-packet',
  claimWrongCode: 'no-packet',
  expire: 'no-packet',
} as const
const BEGUN = { ...OPEN, claimAgain: 'claimed', claimBySubOfClaimer: 'claimed' } as const
/** Nobody learns whether there ever was a packet. */
const GONE = {
  claimByFriend: 'no-packet',
  claimAgain: 'no-packet',
  claimBySubOfClaimer: 'no-packet',
  claimBySender: 'no-packet',
  claimBySubOfSender: 'no-packet',
  claimWrongCode: 'no-packet',
  expire: 'no-packet',
} as const

const GRID: StateGrid<State, Event> = {
  none: {
    ...REFUSED,
    ...GONE,
    createOther: ['none', PAID],
    createSameKey: ['none', PAID],
    createSameCode: ['open', PAID],
  },
  open: {
    ...REFUSED,
    ...TAKEN,
    ...OPEN,
    createOther: ['open', PAID],
    claimByFriend: ['begun', { friend: FIRST, escrow: -FIRST }],
    claimAgain: ['begun', { first: FIRST, escrow: -FIRST }],
    claimBySubOfClaimer: ['begun', { sub: FIRST, escrow: -FIRST }],
  },
  begun: {
    ...REFUSED,
    ...TAKEN,
    ...BEGUN,
    createOther: ['begun', PAID],
    claimByFriend: ['begun', { friend: SECOND, escrow: -SECOND }],
  },
  lastPart: {
    ...REFUSED,
    ...TAKEN,
    ...BEGUN,
    createOther: ['lastPart', PAID],
    claimByFriend: ['finished', { friend: LAST, escrow: -LAST }],
  },
  due: {
    ...REFUSED,
    ...TAKEN,
    ...GONE,
    createOther: ['due', PAID],
    expire: ['expired', { ann: REST, escrow: -REST }],
  },
  // The code of a packet that ended is free again, its key is not.
  finished: {
    ...REFUSED,
    ...GONE,
    createOther: ['finished', PAID],
    createSameKey: 'key-used',
    createSameCode: ['finished', PAID],
  },
  expired: {
    ...REFUSED,
    ...GONE,
    createOther: ['expired', PAID],
    createSameKey: 'key-used',
    createSameCode: ['expired', PAID],
  },
}

describe('the table of a red packet (products 4)', () => {
  it('has a cell for every state and event (products 4)', () => {
    const cells = Object.values(GRID).flatMap((row) => Object.keys(row))
    expect([STATES.length, EVENTS.length]).toEqual([7, 16])
    expect(cells).toHaveLength(7 * 16)
    expect(Object.keys(GRID)).toEqual(STATES)
  })

  it.each(STATES)('answers every event while it is %s (products 4)', (state) => {
    expect(begin(state).stateNow()).toBe(state)
    const row = EVENTS.map((event) => [event, begin(state).doEvent(event)] as const)
    expect(Object.fromEntries(row)).toEqual(GRID[state])
  })

  it.each(STATES)('keeps the sum of all amounts from %s (products 4)', (state) => {
    for (const event of EVENTS) {
      const { doEvent, amounts } = begin(state)
      const sum = () => Object.values(amounts()).reduce((total, amount) => total + amount, 0n)
      const before = sum()
      doEvent(event)
      expect([event, sum()]).toEqual([event, before])
    }
  })
})
