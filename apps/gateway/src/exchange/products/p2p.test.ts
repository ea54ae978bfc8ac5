import { beforeEach, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { P2pCommand, P2pOrderCommand } from '../state/p2pCommand.ts'
import { type AdvertTerms, type P2pOpenStatus, type P2pOrderEvent } from '../state/p2pState.ts'
import { atomsFor, centsFor } from './p2p.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const START = 20_000 * DAY
const [SELLER, BUYER, OPERATOR] = ['1', '2', '9']
const TERMS: AdvertTerms = {
  price: '100000000',
  marginBp: null,
  minimum: '100',
  maximum: '100000',
  payMinutes: 15,
  methods: ['bank'],
  methodIds: [1],
  text: 'Hello',
}

let exchange: ReturnType<typeof createExchange>
let keys = 0
const run = (command: P2pCommand) => exchange.execute(command)
const reasonOf = (command: P2pCommand) => {
  const outcome = run(command)
  return 'refused' in outcome ? outcome.refused.reason : undefined
}
const balance = (owner: string) => exchange.state.accounts.of('live', owner, 'USDT').balance
const asked = (at: number) => ({ at, clientOid: `c${++keys}`, digest: 'd' })
const publish = (over: Partial<Extract<P2pCommand, { kind: 'p2pPublish' }>> = {}): P2pCommand => ({
  kind: 'p2pPublish',
  ...asked(START),
  userId: SELLER,
  side: 'sell',
  asset: 'USDT',
  scale: 2,
  fiat: 'EUR',
  atoms: '100000',
  terms: TERMS,
  ...over,
})
const take = (over: Partial<Extract<P2pCommand, { kind: 'p2pTake' }>> = {}): P2pCommand => ({
  kind: 'p2pTake',
  ...asked(START),
  userId: BUYER,
  advertId: 1,
  version: 1,
  price: '100000000',
  by: 'asset',
  amount: '20000',
  feeBp: 10,
  methods: [],
  ...over,
})
const BY: Readonly<Record<P2pOrderEvent, string | undefined>> = {
  paid: BUYER,
  cancel: BUYER,
  release: SELLER,
  appeal: SELLER,
  rule: OPERATOR,
  expire: undefined,
}
const event = (
  name: P2pOrderEvent,
  { at = START + MINUTE, orderId = 1, userId = BY[name], ...rest }: Partial<P2pOrderCommand> = {},
): P2pOrderCommand => ({
  kind: 'p2pOrder',
  event: name,
  at,
  orderId,
  ...(userId === undefined ? {} : { userId }),
  ...(name === 'rule' ? { outcome: 'released', reason: 'proved' } : {}),
  ...rest,
})

beforeEach(() => {
  exchange = createExchange(SPOT_SYMBOLS)
  for (const userId of [SELLER, BUYER, '3'])
    exchange.execute({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId,
      key: userId,
      funds: { USDT: '1000000' },
    })
})

/** Order 1 in a state. */
function orderIn(status: P2pOpenStatus): void {
  run(publish())
  run(take())
  if (status !== 'awaitingPayment') run(event('paid'))
  if (status === 'appealed') run(event('appeal', { at: START + 11 * MINUTE }))
  expect(exchange.state.p2p.orders.get(1)?.status).toBe(status)
}

it('pays buyer and fee in one record at a release (products 2)', () => {
  orderIn('paid')
  const outcome = run(event('release'))
  expect('effects' in outcome && outcome.effects.transactions.length).toBe(1)
  expect([balance('user:2'), balance('fees'), balance('p2p:1')]).toEqual([
    1_000_000n + 20_000n - 20n,
    20n,
    80_000n,
  ])
})

it.each([
  ['refunded', 1_000_000n - 100_000n, 100_000n],
  ['released', 1_000_000n - 100_000n, 80_000n],
] as const)('ends an appeal as %s by a ruling (products 2)', (outcome, seller, escrow) => {
  orderIn('appealed')
  run(event('rule', { at: START + 12 * MINUTE, outcome }))
  expect([balance('user:1'), balance('p2p:1')]).toEqual([seller, escrow])
  expect(reasonOf(event('release', { at: START + 12 * MINUTE }))).toBe('no-p2p-order')
})

it('gives coins back to the seller of a closed advert (products 2)', () => {
  orderIn('paid')
  run({ kind: 'p2pAdvert', event: 'close', at: START, userId: SELLER, advertId: 1 })
  expect([balance('user:1'), balance('p2p:1')]).toEqual([980_000n, 20_000n])
  run(event('cancel'))
  expect([balance('user:1'), balance('p2p:1')]).toEqual([1_000_000n, 0n])
  expect(exchange.state.p2p.adverts.size).toBe(0)
})

it('puts coins of a seller who takes an advert aside (products 2)', () => {
  run(publish({ side: 'buy', userId: BUYER }))
  expect(balance('p2p:1')).toBe(0n)
  run(take({ userId: SELLER, methods: [7] }))
  expect([balance('user:1'), balance('p2p:1')]).toEqual([980_000n, 20_000n])
  expect(exchange.state.p2p.orders.get(1)).toMatchObject({ buyer: BUYER, methods: [7] })
  run(event('cancel'))
  expect([balance('user:1'), balance('p2p:1')]).toEqual([1_000_000n, 0n])
  expect(exchange.state.p2p.adverts.get(1)?.remaining).toBe(100_000n)
})

it('never lets 50 takers take more than there is (products 2)', () => {
  run(publish({ atoms: '100000' }))
  const reasons = Array.from({ length: 50 }, (_, at) =>
    reasonOf(take({ userId: `taker${at}`, amount: '3000' })),
  )
  expect(reasons.filter((reason) => reason === undefined)).toHaveLength(33)
  expect(reasons.filter((reason) => reason === 'p2p-remaining')).toHaveLength(17)
  expect(exchange.state.p2p.adverts.get(1)?.remaining).toBe(1_000n)
  expect(balance('p2p:1')).toBe(100_000n)
})

it.each(['release', 'cancel', 'rule'] as const)(
  'lets one end win a race that %s begins (products 2)',
  (first) => {
    orderIn('appealed')
    const at = START + 12 * MINUTE
    const others = (['release', 'cancel', 'rule'] as const).filter((name) => name !== first)
    expect(reasonOf(event(first, { at }))).toBeUndefined()
    expect(others.map((name) => reasonOf(event(name, { at })))).toEqual([
      'no-p2p-order',
      'no-p2p-order',
    ])
  },
)

it('stops a buyer for a day after three cancels (products 2)', () => {
  run(publish())
  run(publish({ side: 'buy', userId: '3', clientOid: 'b' }))
  for (const orderId of [1, 2, 3]) {
    run(take())
    run(event('cancel', { orderId, at: START + orderId }))
  }
  expect(reasonOf(take({ at: START + 4 }))).toBe('p2p-stopped')
  expect(reasonOf(publish({ side: 'buy', userId: BUYER }))).toBe('p2p-stopped')
  // Selling is free all the same.
  expect(reasonOf(take({ at: START + 4, advertId: 2, methods: [1] }))).toBeUndefined()
  expect(reasonOf(take({ at: START + 2 + DAY }))).toBe('p2p-stopped')
  expect(reasonOf(take({ at: START + 3 + DAY }))).toBeUndefined()
})

it('counts an order out of time as a cancel (products 2)', () => {
  run(publish())
  const over = START + 15 * MINUTE
  for (const orderId of [1, 2, 3]) {
    run(take())
    run(event('expire', { orderId, at: over }))
  }
  expect(reasonOf(take({ at: over + 1 }))).toBe('p2p-stopped')
  expect(reasonOf(take({ at: over + DAY }))).toBeUndefined()
})

it('stops adverts of a stopped buyer that buy (products 2)', () => {
  run(publish())
  run(publish({ side: 'buy', userId: BUYER, clientOid: 'b' }))
  for (const orderId of [1, 2, 3]) {
    run(take())
    run(event('cancel', { orderId, at: START }))
  }
  const sell = (at: number) => take({ at, userId: '3', advertId: 2, methods: [1] })
  expect(reasonOf(sell(START + 1))).toBe('no-advert')
  const own = { kind: 'p2pAdvert', userId: BUYER, advertId: 2 } as const
  run({ ...own, event: 'pause', at: START + 1 })
  expect(reasonOf({ ...own, event: 'resume', at: START + 1 })).toBe('p2p-stopped')
  expect(reasonOf({ ...own, event: 'resume', at: START + DAY })).toBeUndefined()
  expect(reasonOf(sell(START + DAY))).toBeUndefined()
})

it('allows two cancels on each of two days (products 2)', () => {
  run(publish())
  for (const [orderId, day] of [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
  ] as const) {
    expect(reasonOf(take({ at: START + day * DAY }))).toBeUndefined()
    run(event('cancel', { orderId, at: START + day * DAY + 1 }))
  }
  expect(reasonOf(take({ at: START + DAY + 2 }))).toBeUndefined()
})

it.each([
  ['p2p-early', event('expire', { at: START + 15 * MINUTE - 1 }), 'awaitingPayment'],
  ['p2p-state', event('paid', { at: START + 15 * MINUTE }), 'awaitingPayment'],
  ['p2p-early', event('appeal', { at: START + 11 * MINUTE - 1 }), 'paid'],
] as const)('answers %s to an event out of its time (products 2)', (reason, command, status) => {
  orderIn(status)
  expect(reasonOf(command)).toBe(reason)
})

it.each([
  ['own-advert', { userId: SELLER }],
  ['no-advert', { advertId: 7 }],
  ['advert-changed', { version: 2 }],
  ['advert-changed', { price: '99999999' }],
  ['p2p-amount', { amount: '99' }],
  ['p2p-amount', { amount: '100001' }],
  ['p2p-amount', { by: 'fiat', amount: '99' }],
] as const)('refuses with %s to take %o (products 2)', (reason, over) => {
  run(publish({ atoms: '200000' }))
  expect(reasonOf(take(over))).toBe(reason)
  expect(balance('p2p:1')).toBe(200_000n)
})

it.each([
  ['advert-terms', { atoms: '0' }],
  ['balance', { atoms: '1000001' }],
  ['advert-terms', { terms: { ...TERMS, minimum: '0' } }],
  ['advert-terms', { terms: { ...TERMS, maximum: '99' } }],
  ['advert-terms', { terms: { ...TERMS, payMinutes: 14 } }],
  ['advert-terms', { terms: { ...TERMS, payMinutes: 61 } }],
  ['advert-terms', { terms: { ...TERMS, methods: [] } }],
  ['advert-terms', { terms: { ...TERMS, price: '0' } }],
  ['advert-terms', { terms: { ...TERMS, marginBp: 1 } }],
  ['advert-terms', { terms: { ...TERMS, price: null } }],
  ['advert-terms', { terms: { ...TERMS, price: null, marginBp: 2_001 } }],
] as const)('refuses with %s to publish %o (products 2)', (reason, over) => {
  expect(reasonOf(publish(over))).toBe(reason)
})

it('rounds for the seller both ways', () => {
  const at = { price: 33_333_333n, scale: 8 }
  expect(centsFor(100_000_000n, at)).toBe(34n)
  expect(centsFor(1n, at)).toBe(1n)
  expect(atomsFor(34n, at)).toBe(102_000_001n)
  expect(atomsFor(33n, { price: 100_000_000n, scale: 6 })).toBe(330_000n)
})
