import { describe, expect, it } from 'vitest'
import type { Account } from '../../../exchange/accounts/accounts.ts'
import { spotOwner } from '../../../exchange/accounts/owner.ts'
import type { Effects, Transfer } from '../../../exchange/state/effects.ts'
import type { SpotOrder } from '../../../exchange/state/order.ts'
import {
  PLACED_AT,
  sampleEffects,
  spotFill,
  spotOrder,
  spotTrigger,
} from '../testing/sampleOrders.ts'
import { userEvents } from './userEvents.ts'

type Row = Readonly<Record<string, unknown>>
const OWNER = { realm: 'live', userId: '7', product: 'spot' } as const
const NOW = PLACED_AT + 9
const LIST = { id: 40, clientOid: 'list', names: ['first', 'second'] } as const

function eventsOf(effects: Partial<Effects>, before?: SpotOrder): readonly Row[] {
  return userEvents(sampleEffects(effects), {
    owner: OWNER,
    now: NOW,
    before: (id) => (before?.id === id ? before : undefined),
  }) as readonly Row[]
}
/** What is reported of an order: type, status, what was filled until then. */
const reportsOf = (
  order: SpotOrder,
  { before, fills = [] }: { before?: SpotOrder; fills?: Effects['fills'] } = {},
) =>
  eventsOf({ orders: [order], fills }, before).map(({ e, x, X, z, l }) =>
    e === 'executionReport' ? [x, X, z, l] : e,
  )

describe('reports of an order', () => {
  it('have every field of one that is new', () => {
    expect(eventsOf({ orders: [spotOrder()] })).toEqual([
      {
        e: 'executionReport',
        E: NOW,
        s: 'BTCUSDT',
        c: 'mine',
        S: 'BUY',
        o: 'LIMIT',
        f: 'GTC',
        q: '0.01000',
        p: '60000.00',
        P: '0.00',
        F: '0.00000',
        g: -1,
        C: '',
        x: 'NEW',
        X: 'NEW',
        r: 'NONE',
        i: 41,
        l: '0.00000',
        z: '0.00000',
        L: '0.00',
        n: '0',
        N: null,
        T: PLACED_AT,
        t: -1,
        I: 41,
        w: true,
        m: false,
        M: false,
        O: PLACED_AT,
        Z: '0.0000000',
        Y: '0.0000000',
        Q: '0.0000000',
        W: PLACED_AT,
        V: 'EXPIRE_TAKER',
      },
    ])
  })

  it('add up its fills one by one', () => {
    const order = spotOrder({
      status: 'filled',
      filledLots: 1_000,
      filledTickLots: 5_999_400_000n,
    })
    const fills = [
      spotFill(order, { id: 1, lots: 400, ticks: 5_999_000 }),
      spotFill(order, { id: 2, lots: 600, ticks: 5_999_667, fee: 600n, role: 'maker' }),
    ]
    const exact = 400n * 5_999_000n + 600n * 5_999_667n
    const done = { ...order, filledTickLots: exact }
    expect(reportsOf(done, { fills })).toEqual([
      ['NEW', 'NEW', '0.00000', '0.00000'],
      ['TRADE', 'PARTIALLY_FILLED', '0.00400', '0.00400'],
      ['TRADE', 'FILLED', '0.01000', '0.00600'],
    ])
    const [, first, last] = eventsOf({ orders: [done], fills })
    expect(first).toMatchObject({ t: 1, L: '59990.00', Y: '239.9600000', Z: '239.9600000' })
    expect(last).toMatchObject({
      t: 2,
      m: true,
      n: '0.000006',
      N: 'BTC',
      Y: '359.9800200',
      Z: '599.9400200',
    })
  })

  it('go on from what was filled before', () => {
    const order = spotOrder({
      status: 'partially_filled',
      filledLots: 700,
      filledTickLots: 4_200_000_000n,
    })
    const before = spotOrder({ status: 'partially_filled', filledLots: 500 })
    expect(reportsOf(order, { before, fills: [spotFill(order)] })).toEqual([
      ['TRADE', 'PARTIALLY_FILLED', '0.00700', '0.00200'],
    ])
  })

  it('charge a sale in what it got', () => {
    const order = spotOrder({ side: 'sell', status: 'filled', filledLots: 1_000 })
    const fills = [spotFill(order, { lots: 1_000, fee: 60_000_000n })]
    expect(eventsOf({ orders: [order], fills })[1]).toMatchObject({ n: '0.6', N: 'USDT' })
  })

  it('end one that is cancelled, with both of its names', () => {
    const order = spotOrder({ status: 'cancelled' })
    expect(reportsOf(order, { before: spotOrder() })).toEqual([
      ['CANCELED', 'CANCELED', '0.00000', '0.00000'],
    ])
    expect(eventsOf({ orders: [order] }, spotOrder())).toMatchObject([{ c: 'c41', C: 'mine' }])
  })

  it('say that the rest of one that trades at once expired', () => {
    const order = spotOrder({
      timeInForce: 'ioc',
      status: 'cancelled',
      filledLots: 200,
      filledTickLots: 1_200_000_000n,
    })
    expect(reportsOf(order, { fills: [spotFill(order)] })).toEqual([
      ['NEW', 'NEW', '0.00000', '0.00000'],
      ['TRADE', 'PARTIALLY_FILLED', '0.00200', '0.00200'],
      ['EXPIRED', 'EXPIRED', '0.00200', '0.00000'],
    ])
    expect(eventsOf({ orders: [order] }).at(-1)).toMatchObject({ c: 'mine', C: '' })
  })

  it.each([
    ['its size', { lots: 500 }],
    ['its price', { ticks: 5_900_000 }],
  ])('say that %s was changed', (_what, fields) => {
    expect(reportsOf(spotOrder(fields), { before: spotOrder() })).toEqual([
      ['REPLACED', 'NEW', '0.00000', '0.00000'],
    ])
  })

  it('say nothing of one that only moved in the queue', () => {
    expect(reportsOf(spotOrder({ queueAhead: 3 }), { before: spotOrder() })).toEqual([])
  })

  it('say that one works once its price was reached, and only then', () => {
    const waiting = spotOrder({
      orderType: 'stop_market',
      status: 'waiting',
      triggers: [spotTrigger()],
    })
    const fired = { ...waiting, status: 'open' as const, firedAt: PLACED_AT }
    const [placed] = eventsOf({ orders: [waiting] })
    expect(placed).toMatchObject({ x: 'NEW', w: false, P: '61000.00', o: 'STOP_LOSS' })
    expect(eventsOf({ orders: [fired] }, waiting)).toMatchObject([{ x: 'NEW', w: true }])
    expect(reportsOf(fired, { before: fired })).toEqual([])
  })

  it('are of the account, the realm and its spot funds alone', () => {
    for (const fields of [
      { userId: '8' },
      { realm: 'paper' as const },
      { account: 'cross' as const },
      { account: 'isolated' as const },
      { owner: 'copy:7' },
    ])
      expect(eventsOf({ orders: [spotOrder(fields)] })).toEqual([])
  })
})

describe('reports of a list', () => {
  const first = spotOrder({ id: 40, list: LIST })
  const second = spotOrder({ id: 41, list: LIST, status: 'waiting', phase: 'pending' })

  it('begin it with the order that waits', () => {
    expect(reportsOf(second)).toEqual([['NEW', 'PENDING_NEW', '0.00000', '0.00000'], 'listStatus'])
    expect(reportsOf(first)).toEqual([['NEW', 'NEW', '0.00000', '0.00000']])
  })

  it('say that the second order works once the first is filled', () => {
    const { phase: _, ...working } = { ...second, status: 'open' as const }
    expect(reportsOf(working, { before: second })).toEqual([['NEW', 'NEW', '0.00000', '0.00000']])
  })

  it('end it with the second order', () => {
    const { phase: _, ...working } = { ...second, status: 'open' as const }
    const cancelled = { ...working, status: 'cancelled' as const }
    const events = eventsOf({ orders: [cancelled] }, working)
    expect(events.at(-1)).toEqual({
      e: 'listStatus',
      E: NOW,
      s: 'BTCUSDT',
      g: 40,
      c: 'OTO',
      l: 'ALL_DONE',
      L: 'ALL_DONE',
      r: 'NONE',
      C: 'list',
      T: PLACED_AT + 1_000,
      O: [
        { s: 'BTCUSDT', i: 40, c: 'first' },
        { s: 'BTCUSDT', i: 41, c: 'mine' },
      ],
    })
  })

  it('show an OCO order at each change of its status', () => {
    const oco = spotOrder({ orderType: 'oco', triggers: [spotTrigger()] })
    const part = { ...oco, status: 'partially_filled' as const, filledLots: 200 }
    expect(reportsOf(oco).at(-1)).toBe('listStatus')
    expect(reportsOf(part, { before: oco, fills: [spotFill(part)] }).at(-1)).toBe('listStatus')
    expect(reportsOf(part, { before: part })).toEqual([])
  })
})

describe('reports of balances', () => {
  const account = (fields: Partial<Account> = {}): Account => ({
    realm: 'live',
    owner: spotOwner('7'),
    asset: 'USDT',
    balance: 1_000_000_000n,
    held: 250_000_000n,
    ...fields,
  })
  const transfer = (fields: Partial<Transfer> = {}): Transfer => ({
    id: 1,
    askedBy: '7',
    clientOid: 'send',
    fromUserId: '7',
    toUserId: '8',
    asset: 'USDT',
    amount: 50_000_000n,
    leftBehind: 0n,
    at: PLACED_AT,
    ...fields,
  })

  it('show what is free and what is kept back of each asset', () => {
    const accounts = [account(), account({ asset: 'BTC', balance: 3n, held: 0n })]
    expect(eventsOf({ accounts })).toEqual([
      {
        e: 'outboundAccountPosition',
        E: NOW,
        u: PLACED_AT,
        B: [
          { a: 'USDT', f: '7.5', l: '2.5' },
          { a: 'BTC', f: '0.00000003', l: '0' },
        ],
      },
    ])
  })

  it.each([
    ['of another user', { owner: spotOwner('8') }],
    ['of the other realm', { realm: 'paper' as const }],
    ['of a wallet that is none of spot', { owner: 'user:7/futures' }],
  ])('show nothing %s', (_owner, fields) => {
    expect(eventsOf({ accounts: [account(fields)] })).toEqual([])
  })

  it('come after the reports of orders', () => {
    const events = eventsOf({ orders: [spotOrder()], accounts: [account()] })
    expect(events.map(({ e }) => e)).toEqual(['executionReport', 'outboundAccountPosition'])
  })

  it.each([
    ['what was sent as less', {}, '-0.5'],
    ['what was received as more', { fromUserId: '8', toUserId: '7' }, '0.5'],
  ])('show %s', (_what, fields, d) => {
    const events = eventsOf({ accounts: [account()], transfers: [transfer(fields)] })
    expect(events.at(-1)).toEqual({ e: 'balanceUpdate', E: NOW, a: 'USDT', d, T: PLACED_AT })
  })

  it('show no transfer between others', () => {
    const transfers = [transfer({ fromUserId: '8', toUserId: '9' })]
    expect(eventsOf({ accounts: [account()], transfers })).toHaveLength(1)
  })
})
