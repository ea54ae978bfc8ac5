import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { EarnSubscribeCommand, ProductCommand } from '../state/productCommand.ts'
import type { EarnPosition } from '../state/productsState.ts'
import { DAY_MS, EARN_POOL, earnOwner, MOST_POSITIONS } from './earn.ts'
import { type Cell, cellOf, type StateGrid } from './testing/stateGrid.ts'

/** `late`: a day is over and not counted; `owed`: the pool could not pay it, the product pauses. */
const FLEXIBLE_STATES = [
  'none',
  'subscribed',
  'earning',
  'waiting',
  'redeeming',
  'late',
  'owed',
  'closed',
] as const
const FIXED_STATES = [
  'none',
  'subscribed',
  'earning',
  'lastDay',
  'renewing',
  'late',
  'owed',
  'renewed',
  'matured',
  'broken',
] as const
type Flexible = (typeof FLEXIBLE_STATES)[number]
type Fixed = (typeof FIXED_STATES)[number]
type State = Flexible | Fixed

/** The events by the command that brings them; a command without a row does not compile. */
const EVENTS_OF = {
  earnSubscribe: [
    'subscribe',
    'subscribeSameKey',
    'subscribeAbovePerUser',
    'subscribeAboveQuota',
    'subscribeAboveBalance',
    'subscribeNothing',
  ],
  earnRedeem: [
    'redeemPart',
    'redeemWhole',
    'redeemPartAfterQuota',
    'redeemWholeAfterQuota',
    'redeemTooMuch',
    'redeemNothing',
    'redeemSameKey',
    'redeemByAnother',
  ],
  earnRenewal: ['renewOn', 'renewOff', 'renewByAnother'],
  earnDay: ['count', 'countEarly', 'countAgain', 'countOther'],
  earnFund: ['fund', 'fundAgain'],
} as const satisfies Record<Extract<ProductCommand['kind'], `earn${string}`>, readonly string[]>
type Event = (typeof EVENTS_OF)[keyof typeof EVENTS_OF][number]
const EVENTS: readonly Event[] = Object.values(EVENTS_OF).flat()

const TODAY = 20_000
const FIRST = TODAY + 1
const TERM = 7
const USDT = 10n ** 8n
const FUNDS = 1_000n * USDT
const PRINCIPAL = 10n * USDT
const PART = 4n * USDT
const MORE = 5n * USDT
/** A day of 10 USDT at 5 %, and one at 7.3 %, which is even. */
const FLEXIBLE_DAY = 136_986n
const FIXED_DAY = 200_000n
const INTEREST = 7n * FIXED_DAY
const MANY = String(10n ** 30n)

const PRODUCTS = {
  flexible: { productId: 'flex', days: 0, tiers: [[null, 500]] },
  fixed: { productId: 'fixed', days: TERM, tiers: [[null, 730]] },
} as const
type Kind = keyof typeof PRODUCTS

/** What an event finds: the time, the product, the next day of the position, a new key. */
interface Moment {
  readonly at: number
  readonly key: string
  readonly kind: Kind
  readonly nextDay: number
}

const subscribeCommand = (
  { at, key, kind }: Moment,
  changes: Partial<EarnSubscribeCommand> = {},
): EarnSubscribeCommand => ({
  kind: 'earnSubscribe',
  at,
  userId: 'ann',
  holder: 'ann',
  clientOid: key,
  digest: 'd',
  ...PRODUCTS[kind],
  asset: 'USDT',
  quota: MANY,
  perUser: MANY,
  atoms: String(PRINCIPAL),
  autoRenew: false,
  ...changes,
})
const redeemCommand = (
  { at, key }: Moment,
  atoms: bigint,
  changes: { readonly userId?: string; readonly clientOid?: string; dayQuota?: string } = {},
): ProductCommand => ({
  kind: 'earnRedeem',
  at,
  userId: 'ann',
  clientOid: key,
  digest: 'd',
  positionId: 1,
  atoms: String(atoms),
  dayQuota: MANY,
  ...changes,
})
const renewCommand = ({ at }: Moment, autoRenew: boolean, userId = 'ann'): ProductCommand => ({
  kind: 'earnRenewal',
  at,
  userId,
  positionId: 1,
  autoRenew,
})
const countCommand = ({ at, kind }: Moment, day: number): ProductCommand => {
  const { productId, tiers } = PRODUCTS[kind]
  return { kind: 'earnDay', at, productId, day, tiers, positionIds: [1] }
}
const fundCommand = (key: string, atoms: bigint): ProductCommand => ({
  kind: 'earnFund',
  at: 1,
  key,
  asset: 'USDT',
  atoms: String(atoms),
})
const countNext = (moment: Moment, day = moment.nextDay): ProductCommand =>
  countCommand({ ...moment, at: (day + 1) * DAY_MS }, day)

const COMMANDS: Readonly<Record<Event, (moment: Moment) => ProductCommand>> = {
  subscribe: (moment) => subscribeCommand(moment),
  subscribeSameKey: (moment) => subscribeCommand(moment, { clientOid: 'first' }),
  subscribeAbovePerUser: (moment) =>
    subscribeCommand(moment, { atoms: '1', perUser: String(PRINCIPAL) }),
  subscribeAboveQuota: (moment) =>
    subscribeCommand(moment, { atoms: '1', quota: String(PRINCIPAL) }),
  subscribeAboveBalance: (moment) => subscribeCommand(moment, { atoms: String(2n * FUNDS) }),
  subscribeNothing: (moment) => subscribeCommand(moment, { atoms: '0' }),
  redeemPart: (moment) => redeemCommand(moment, PART),
  redeemWhole: (moment) => redeemCommand(moment, PRINCIPAL),
  redeemPartAfterQuota: (moment) => redeemCommand(moment, PART, { dayQuota: '0' }),
  redeemWholeAfterQuota: (moment) => redeemCommand(moment, PRINCIPAL, { dayQuota: '0' }),
  redeemTooMuch: (moment) => redeemCommand(moment, PRINCIPAL + 1n),
  redeemNothing: (moment) => redeemCommand(moment, 0n),
  redeemSameKey: (moment) => redeemCommand(moment, PART, { clientOid: 'first' }),
  redeemByAnother: (moment) => redeemCommand(moment, PRINCIPAL, { userId: 'ben' }),
  renewOn: (moment) => renewCommand(moment, true),
  renewOff: (moment) => renewCommand(moment, false),
  renewByAnother: (moment) => renewCommand(moment, true, 'ben'),
  count: (moment) => countNext(moment),
  countEarly: (moment) => countCommand(moment, Math.floor(moment.at / DAY_MS)),
  countAgain: (moment) => countCommand(moment, moment.nextDay - 1),
  countOther: ({ kind, ...moment }) =>
    countCommand(
      { ...moment, kind: kind === 'fixed' ? 'flexible' : 'fixed' },
      Math.floor(moment.at / DAY_MS) - 1,
    ),
  fund: () => fundCommand('more', MORE),
  fundAgain: () => fundCommand('a', MORE),
}

/**
 * How a position comes into a state: the days that are counted, the ones that are over, what is
 * done then, and what the pool has at first.
 */
interface Beginning {
  readonly counted: number
  readonly over?: number
  readonly does?: Event
  readonly pool?: bigint
}
const BEGINNINGS: Readonly<Record<Kind, Readonly<Partial<Record<State, Beginning>>>>> = {
  flexible: {
    subscribed: { counted: 0 },
    earning: { counted: 1 },
    waiting: { counted: 1, does: 'redeemPartAfterQuota' },
    redeeming: { counted: 1, does: 'redeemWholeAfterQuota' },
    late: { counted: 1, over: 2 },
    owed: { counted: 1, over: 2, does: 'count', pool: FLEXIBLE_DAY },
    closed: { counted: 1, does: 'redeemWhole' },
  },
  fixed: {
    subscribed: { counted: 0 },
    earning: { counted: 2 },
    lastDay: { counted: 6 },
    renewing: { counted: 6, does: 'renewOn' },
    late: { counted: 6, over: 7 },
    owed: { counted: 6, over: 7, does: 'count', pool: INTEREST - 1n },
    renewed: { counted: 7 },
    matured: { counted: 7 },
    broken: { counted: 2, does: 'redeemWhole' },
  },
}

function flexibleState(position: EarnPosition | undefined, today: number): Flexible {
  if (!position) return 'none'
  const { principal, redeeming, nextDay, startDay } = position
  if (principal === 0n) return 'closed'
  if (nextDay < today && startDay <= nextDay) return 'late'
  if (redeeming > 0n) return redeeming === principal ? 'redeeming' : 'waiting'
  return startDay > today ? 'subscribed' : 'earning'
}

function fixedState(position: EarnPosition | undefined, today: number): Fixed {
  if (!position) return 'none'
  const { principal, nextDay, startDay, days, autoRenew } = position
  if (principal === 0n) return nextDay === startDay + days ? 'matured' : 'broken'
  if (nextDay < today && startDay <= nextDay) return 'late'
  if (startDay > FIRST) return 'renewed'
  if (startDay > today) return 'subscribed'
  if (nextDay + 1 < startDay + days) return 'earning'
  return autoRenew ? 'renewing' : 'lastDay'
}

/** A position in a state, and what time it is. Ann and ben have 1,000 USDT each. */
function openPosition(kind: Kind, state: State) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const { counted, over = counted, does, pool = FUNDS } = BEGINNINGS[kind][state] ?? { counted: 0 }
  let at = TODAY * DAY_MS + 5
  const run = (command: Parameters<typeof exchange.execute>[0]) =>
    expect(exchange.execute(command)).not.toHaveProperty('refused')
  const funds = { USDT: String(FUNDS) }
  for (const userId of ['ann', 'ben'])
    run({ kind: 'grant', at: 1, realm: 'live', userId, key: userId, funds })
  run(fundCommand('a', pool))
  const first = { at, key: 'first', kind, nextDay: FIRST }
  if (state !== 'none') run(subscribeCommand(first, { autoRenew: state === 'renewed' }))
  const position = exchange.state.products.positions.get(1)
  for (let day = FIRST; day < FIRST + counted; day++) run(countNext(first, day))
  if (over > 0) at = (FIRST + over) * DAY_MS + 5
  if (does) run(COMMANDS[does]({ at, key: 'before', kind, nextDay: FIRST + counted }))
  return { exchange, position, at }
}

/** What an event does to a position in a state. */
function begin(kind: Kind, state: State) {
  const { exchange, position, at } = openPosition(kind, state)
  const { positions, paused } = exchange.state.products
  const { productId } = PRODUCTS[kind]
  let now = at

  function stateNow(): State {
    const today = Math.floor(now / DAY_MS)
    const found = position ?? positions.get(1)
    if (found && found.principal > 0n && paused.has(productId)) return 'owed'
    return kind === 'fixed' ? fixedState(found, today) : flexibleState(found, today)
  }
  const has = (owner: string) => exchange.state.accounts.spendable('live', owner, 'USDT')
  const money = () => ({
    ann: has('user:ann'),
    ben: has('user:ben'),
    earn: has(earnOwner(productId)),
    pool: has(EARN_POOL),
  })
  const amounts = () => ({
    ...money(),
    waiting: position?.redeeming ?? 0n,
    due: position?.accrued ?? 0n,
    renews: position?.autoRenew ? 1n : 0n,
    paused: paused.has(productId) ? 1n : 0n,
  })
  function doEvent(event: Event): Cell<State> {
    const command = COMMANDS[event]({ at, key: 'new', kind, nextDay: position?.nextDay ?? FIRST })
    now = Math.max(now, command.at)
    return cellOf(exchange, { command, stateNow, amounts })
  }
  return { doEvent, stateNow, money }
}

/** What an event does that changes nothing. */
const nothing = <S extends State>(state: S): readonly [S, {}] => [state, {}]
/** What does not depend on the state of a position whose product is open. */
const always = <S extends State>(state: S) => ({
  subscribe: [state, { ann: -PRINCIPAL, earn: PRINCIPAL }] as const,
  subscribeAboveBalance: 'balance',
  subscribeNothing: 'earn-limit',
  redeemByAnother: 'no-position',
  renewByAnother: 'no-position',
  countEarly: 'no-position',
  countAgain: nothing(state),
  countOther: nothing(state),
  fund: [state, { pool: MORE }] as const,
  fundAgain: nothing(state),
})
const held = <S extends State>(state: S) => ({
  ...always(state),
  subscribeSameKey: 'key-used',
  subscribeAbovePerUser: 'earn-limit',
  subscribeAboveQuota: 'earn-limit',
  redeemTooMuch: 'earn-limit',
  redeemNothing: 'earn-limit',
  redeemSameKey: 'key-used',
})
/** No position, or one that has ended: only a new one can follow. */
const gone = <S extends State>(state: S) => ({
  ...always(state),
  subscribeSameKey: 'key-used',
  subscribeAbovePerUser: [state, { ann: -1n, earn: 1n }] as const,
  subscribeAboveQuota: [state, { ann: -1n, earn: 1n }] as const,
  redeemPart: 'no-position',
  redeemWhole: 'no-position',
  redeemPartAfterQuota: 'no-position',
  redeemWholeAfterQuota: 'no-position',
  redeemTooMuch: 'no-position',
  redeemNothing: 'no-position',
  redeemSameKey: 'key-used',
  renewOn: 'no-position',
  renewOff: 'no-position',
  count: nothing(state),
})
const NONE = {
  ...gone('none'),
  subscribe: ['subscribed', { ann: -PRINCIPAL, earn: PRINCIPAL }],
  subscribeSameKey: ['subscribed', { ann: -PRINCIPAL, earn: PRINCIPAL }],
  subscribeAbovePerUser: ['subscribed', { ann: -1n, earn: 1n }],
  subscribeAboveQuota: ['subscribed', { ann: -1n, earn: 1n }],
  redeemSameKey: 'no-position',
  countAgain: 'no-position',
} as const
/** A paused product takes nothing new, gives everything back, and goes on once it has funds. */
const PAUSED = {
  subscribe: 'earn-paused',
  subscribeAbovePerUser: 'earn-paused',
  subscribeAboveQuota: 'earn-paused',
  subscribeAboveBalance: 'earn-paused',
  subscribeNothing: 'earn-paused',
  count: nothing('owed'),
  countAgain: ['late', { paused: -1n }],
  fund: ['late', { pool: MORE, paused: -1n }],
} as const

const PAID_DAY = { ann: FLEXIBLE_DAY, pool: -FLEXIBLE_DAY }
const flexible = <S extends Flexible>(state: S) => ({
  ...held(state),
  redeemPart: [state, { ann: PART, earn: -PART }] as const,
  redeemWhole: ['closed', { ann: PRINCIPAL, earn: -PRINCIPAL }] as const,
  redeemPartAfterQuota: ['waiting', { waiting: PART }] as const,
  redeemWholeAfterQuota: ['redeeming', { waiting: PRINCIPAL }] as const,
  renewOn: 'no-position',
  renewOff: 'no-position',
  count: ['earning', PAID_DAY] as const,
})
const FLEXIBLE: StateGrid<Flexible, Event> = {
  none: NONE,
  subscribed: { ...flexible('subscribed'), countAgain: 'no-position' },
  earning: flexible('earning'),
  // What waits is in the product until the day ends, and so earns for it.
  waiting: {
    ...flexible('waiting'),
    redeemWhole: 'earn-limit',
    redeemWholeAfterQuota: 'earn-limit',
    count: [
      'earning',
      { ann: PART + FLEXIBLE_DAY, pool: -FLEXIBLE_DAY, earn: -PART, waiting: -PART },
    ],
  },
  redeeming: {
    ...flexible('redeeming'),
    redeemPart: 'earn-limit',
    redeemWhole: 'earn-limit',
    redeemPartAfterQuota: 'earn-limit',
    redeemWholeAfterQuota: 'earn-limit',
    count: [
      'closed',
      { ann: PRINCIPAL + FLEXIBLE_DAY, pool: -FLEXIBLE_DAY, earn: -PRINCIPAL, waiting: -PRINCIPAL },
    ],
  },
  // The gateway counts days that are over before it redeems, as long as the pool can pay.
  late: {
    ...flexible('late'),
    redeemPartAfterQuota: ['late', { waiting: PART }],
    redeemWholeAfterQuota: ['late', { waiting: PRINCIPAL }],
  },
  owed: {
    ...flexible('owed'),
    ...PAUSED,
    redeemPartAfterQuota: ['owed', { waiting: PART }],
    redeemWholeAfterQuota: ['owed', { waiting: PRINCIPAL }],
  },
  closed: gone('closed'),
}

/** A fixed position is given back as a whole, without what is due, whatever the day's quota is. */
const fixed = <S extends Fixed>(state: S, days: bigint) => {
  const due = days * FIXED_DAY
  const broken = { ann: PRINCIPAL, earn: -PRINCIPAL }
  const whole = ['broken', due > 0n ? { ...broken, due: -due } : broken] as const
  return {
    ...held(state),
    redeemPart: 'earn-limit',
    redeemWhole: whole,
    redeemPartAfterQuota: 'earn-limit',
    redeemWholeAfterQuota: whole,
    renewOn: [state, { renews: 1n }] as const,
    renewOff: nothing(state),
  }
}
const matures = [
  'matured',
  { ann: PRINCIPAL + INTEREST, pool: -INTEREST, earn: -PRINCIPAL, due: -6n * FIXED_DAY },
] as const
const FIXED: StateGrid<Fixed, Event> = {
  none: NONE,
  subscribed: {
    ...fixed('subscribed', 0n),
    count: ['earning', { due: FIXED_DAY }],
    countAgain: 'no-position',
  },
  earning: { ...fixed('earning', 2n), count: ['earning', { due: FIXED_DAY }] },
  lastDay: { ...fixed('lastDay', 6n), renewOn: ['renewing', { renews: 1n }], count: matures },
  renewing: {
    ...fixed('renewing', 6n),
    renewOn: nothing('renewing'),
    renewOff: ['lastDay', { renews: -1n }],
    count: ['renewed', { ann: INTEREST, pool: -INTEREST, due: -6n * FIXED_DAY }],
  },
  late: { ...fixed('late', 6n), count: matures },
  owed: { ...fixed('owed', 6n), ...PAUSED },
  renewed: {
    ...fixed('renewed', 0n),
    renewOn: nothing('renewed'),
    renewOff: ['renewed', { renews: -1n }],
    count: ['renewed', { due: FIXED_DAY }],
  },
  matured: gone('matured'),
  broken: gone('broken'),
}

const rows = [
  ...FLEXIBLE_STATES.map((state) => ['flexible', state, FLEXIBLE[state]] as const),
  ...FIXED_STATES.map((state) => ['fixed', state, FIXED[state]] as const),
]

describe('the tables of an earn position (products 3)', () => {
  it('have a cell for every state and event (products 3)', () => {
    expect([rows.length, EVENTS.length]).toEqual([8 + 10, 23])
    expect(rows.flatMap(([, , row]) => Object.keys(row))).toHaveLength(18 * 23)
    expect(Object.keys(FLEXIBLE)).toEqual(FLEXIBLE_STATES)
    expect(Object.keys(FIXED)).toEqual(FIXED_STATES)
  })

  it.each(rows)('answer every event of a %s one: %s (products 3)', (kind, state, row) => {
    expect(begin(kind, state).stateNow()).toBe(state)
    const cells = EVENTS.map((event) => [event, begin(kind, state).doEvent(event)] as const)
    expect(Object.fromEntries(cells)).toEqual(row)
  })

  it.each(rows)('keep the sum of a %s one: %s (products 3)', (kind, state) => {
    for (const event of EVENTS) {
      const { doEvent, money } = begin(kind, state)
      const sum = () => Object.values(money()).reduce((total, amount) => total + amount, 0n)
      const before = sum()
      doEvent(event)
      expect([event, sum() - before]).toEqual([event, event === 'fund' ? MORE : 0n])
    }
  })

  it('refuse the position above the most of a holder (products 3)', () => {
    const exchange = createExchange(SPOT_SYMBOLS)
    const funds = { USDT: '100' }
    exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key: 'a', funds })
    const moment = { at: TODAY * DAY_MS, key: '', kind: 'flexible', nextDay: FIRST } as const
    const answers = Array.from({ length: MOST_POSITIONS + 1 }, (_, at) =>
      exchange.execute(subscribeCommand(moment, { atoms: '1', clientOid: `c${at}` })),
    )
    expect(answers.findIndex((answer) => 'refused' in answer)).toBe(MOST_POSITIONS)
    expect(answers.at(-1)).toMatchObject({ refused: { reason: 'earn-limit' } })
  })
})
