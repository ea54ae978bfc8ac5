import { describe, expect, it } from 'vitest'
import type { P2pOrderCommand } from '../state/p2pCommand.ts'
import type { P2pOrderEvent, P2pOrderStatus } from '../state/p2pState.ts'
import { BUYER, openMarket, publish, SELLER, START, take, TAKEN } from './testing/p2pAdvert.ts'
import { type Cell, cellOf, type Moved, type StateGrid } from './testing/stateGrid.ts'

const STATES = [
  'awaitingPayment',
  'paid',
  'appealed',
  'expired',
  'cancelled',
  'released',
  'refunded',
] as const satisfies readonly P2pOrderStatus[]
type State = (typeof STATES)[number]

const MINUTE = 60_000
/** The order ends here where nobody has paid. */
const DUE = START + 15 * MINUTE
const PAID_AT = START + MINUTE
/** From here on a payment can be appealed. */
const APPEAL_FROM = PAID_AT + 10 * MINUTE
const [OTHER, OPERATOR] = ['3', '9'] as const

interface Sent {
  readonly event: P2pOrderEvent
  readonly userId?: string
  readonly at?: number
  readonly outcome?: 'released' | 'refunded'
}

/** Every event, by who sends it and in time or not. */
const EVENTS = {
  paid: { event: 'paid', userId: BUYER },
  paidTooLate: { event: 'paid', userId: BUYER, at: DUE },
  paidBySeller: { event: 'paid', userId: SELLER },
  timeOver: { event: 'expire', at: DUE },
  timeNotOver: { event: 'expire', at: DUE - 1 },
  cancel: { event: 'cancel', userId: BUYER },
  cancelBySeller: { event: 'cancel', userId: SELLER },
  confirmPutCoin: { event: 'release', userId: SELLER },
  confirmByBuyer: { event: 'release', userId: BUYER },
  appeal: { event: 'appeal', userId: SELLER, at: APPEAL_FROM },
  appealByBuyer: { event: 'appeal', userId: BUYER, at: APPEAL_FROM },
  appealTooEarly: { event: 'appeal', userId: BUYER, at: APPEAL_FROM - 1 },
  appealByOther: { event: 'appeal', userId: OTHER, at: APPEAL_FROM },
  rulingReleased: { event: 'rule', userId: OPERATOR, outcome: 'released' },
  rulingRefunded: { event: 'rule', userId: OPERATOR, outcome: 'refunded' },
} as const satisfies Readonly<Record<string, Sent>>
type Event = keyof typeof EVENTS
const NAMES = Object.keys(EVENTS) as Event[]

const commandOf = ({ event, userId, at = APPEAL_FROM, outcome }: Sent): P2pOrderCommand => ({
  kind: 'p2pOrder',
  event,
  at,
  orderId: 1,
  ...(userId === undefined ? {} : { userId }),
  ...(outcome === undefined ? {} : { outcome }),
  ...(event === 'appeal' || event === 'rule' ? { reason: 'proved' } : {}),
})

/** In atoms: 0.1 % of what an order takes. */
const FEE = 20n

/** How each state begins. */
const BEGINNINGS: Readonly<Record<State, readonly Sent[]>> = {
  awaitingPayment: [],
  paid: [{ ...EVENTS.paid, at: PAID_AT }],
  appealed: [{ ...EVENTS.paid, at: PAID_AT }, EVENTS.appeal],
  expired: [EVENTS.timeOver],
  cancelled: [EVENTS.cancel],
  released: [{ ...EVENTS.paid, at: PAID_AT }, EVENTS.confirmPutCoin],
  refunded: [{ ...EVENTS.paid, at: PAID_AT }, EVENTS.appeal, EVENTS.rulingRefunded],
}

/**
 * An order of an advert in a state, with what an event does to it. `isClosed`: the advert was taken
 * off the market meanwhile, and what comes back goes to its owner.
 */
function begin(state: State, { isClosed = false } = {}) {
  const { exchange, run, balanceOf } = openMarket()
  run(publish())
  run(take())
  const order = exchange.state.p2p.orders.get(1)!
  if (isClosed) run({ kind: 'p2pAdvert', event: 'close', at: START, userId: SELLER, advertId: 1 })
  for (const sent of BEGINNINGS[state]) run(commandOf(sent))
  const amounts = () => ({
    seller: balanceOf(`user:${SELLER}`),
    buyer: balanceOf(`user:${BUYER}`),
    escrow: balanceOf('p2p:1'),
    fees: balanceOf('fees'),
  })
  const stateNow = () => order.status
  const doEvent = (event: Event): Cell<State> =>
    cellOf(exchange, { command: commandOf(EVENTS[event]), stateNow, amounts })
  return { doEvent, stateNow, amounts }
}

const NOT_THEIRS = {
  paidBySeller: 'no-p2p-order',
  cancelBySeller: 'no-p2p-order',
  confirmByBuyer: 'no-p2p-order',
  appealByOther: 'no-p2p-order',
} as const
const NO_RULING = { rulingReleased: 'p2p-state', rulingRefunded: 'p2p-state' } as const
const NO_APPEAL = { appeal: 'p2p-state', appealByBuyer: 'p2p-state' } as const
/** The time to pay is over or was kept: it decides nothing any more. */
const WAS_PAID = {
  paid: 'p2p-state',
  paidTooLate: 'p2p-state',
  timeOver: 'p2p-state',
  timeNotOver: 'p2p-state',
} as const
const SOLD = { buyer: TAKEN - FEE, fees: FEE, escrow: -TAKEN }

/** What becomes of the coins where an order ends without a sale is `back`. */
const gridOf = (back: Moved): StateGrid<State, Event> => {
  const ended = Object.fromEntries(NAMES.map((name) => [name, 'no-p2p-order'])) as Record<
    Event,
    string
  >
  return {
    awaitingPayment: {
      ...NOT_THEIRS,
      ...NO_APPEAL,
      ...NO_RULING,
      paid: ['paid', {}],
      paidTooLate: 'p2p-state',
      timeOver: ['expired', back],
      timeNotOver: 'p2p-early',
      cancel: ['cancelled', back],
      confirmPutCoin: 'p2p-state',
      appealTooEarly: 'p2p-state',
    },
    paid: {
      ...NOT_THEIRS,
      ...WAS_PAID,
      ...NO_RULING,
      cancel: ['cancelled', back],
      confirmPutCoin: ['released', SOLD],
      appeal: ['appealed', {}],
      appealByBuyer: ['appealed', {}],
      appealTooEarly: 'p2p-early',
    },
    appealed: {
      ...NOT_THEIRS,
      ...WAS_PAID,
      ...NO_APPEAL,
      cancel: ['cancelled', back],
      confirmPutCoin: ['released', SOLD],
      appealTooEarly: 'p2p-state',
      rulingReleased: ['released', SOLD],
      rulingRefunded: ['refunded', back],
    },
    expired: ended,
    cancelled: ended,
    released: ended,
    refunded: ended,
  }
}
/** Coins of an advert that is still there wait for the next buyer. */
const KEPT = gridOf({})
const RETURNED = gridOf({ seller: TAKEN, escrow: -TAKEN })

const rowOf = (state: State, how: { readonly isClosed: boolean }) =>
  Object.fromEntries(NAMES.map((event) => [event, begin(state, how).doEvent(event)]))

describe('the table of a P2P order (products 2)', () => {
  it('has a cell for every state and event (products 2)', () => {
    const cells = Object.values(KEPT).flatMap((row) => Object.keys(row))
    expect([STATES.length, NAMES.length]).toEqual([7, 15])
    expect(cells).toHaveLength(7 * 15)
  })

  it.each(STATES)('answers every event while it is %s (products 2)', (state) => {
    expect(begin(state).stateNow()).toBe(state)
    expect(rowOf(state, { isClosed: false })).toEqual(KEPT[state])
  })

  it.each(STATES)('ends from %s where its advert is closed (products 2)', (state) => {
    expect(rowOf(state, { isClosed: true })).toEqual(RETURNED[state])
  })

  it.each(STATES)('keeps the sum of all amounts from %s (products 2)', (state) => {
    for (const event of NAMES) {
      const { doEvent, amounts } = begin(state)
      const sum = () => Object.values(amounts()).reduce((total, amount) => total + amount, 0n)
      const before = sum()
      doEvent(event)
      expect([event, sum()]).toEqual([event, before])
    }
  })
})
