import { describe, expect, it } from 'vitest'
import { createExchange } from '../../../exchange/createExchange.ts'
import { crossOwner, isolatedOwner } from '../../../exchange/futures/margin.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { Account } from '../../../exchange/accounts/accounts.ts'
import { spotOwner } from '../../../exchange/accounts/owner.ts'
import type { Effects, FuturesEffects, Move } from '../../../exchange/state/effects.ts'
import type { FuturesOrder } from '../../../exchange/state/futuresOrder.ts'
import {
  contractFill,
  contractOrder,
  contractTrigger,
  PLACED_AT,
  sampleEffects,
} from '../testing/sampleOrders.ts'
import { contractEvents } from './contractEvents.ts'

type Row = Readonly<Record<string, unknown>>
const OWNER = { realm: 'live', userId: '7' } as const
const NOW = PLACED_AT + 9
const view = createExchange(CONTRACTS).state

function eventsOf(
  futures: Partial<FuturesEffects>,
  { before, ...effects }: { readonly before?: FuturesOrder } & Partial<Effects> = {},
): readonly Row[] {
  const none = { orders: [], fills: [], positions: [], accounts: [], moves: [], liquidations: [] }
  return contractEvents(sampleEffects({ ...effects, futures: { ...none, ...futures } }), {
    owner: OWNER,
    now: NOW,
    view,
    before: (id) => (before?.id === id ? before : undefined),
  }) as readonly Row[]
}
const reports = (...call: Parameters<typeof eventsOf>): readonly Row[] =>
  eventsOf(...call)
    .filter(({ e }) => e === 'ORDER_TRADE_UPDATE')
    .map(({ o }) => o as Row)
const kinds = (...call: Parameters<typeof eventsOf>) =>
  reports(...call).map(({ x, X, z, l }) => [x, X, z, l])

describe('reports of an order for a contract', () => {
  it('have every field of one that is new', () => {
    expect(eventsOf({ orders: [contractOrder()] })).toEqual([
      {
        e: 'ORDER_TRADE_UPDATE',
        E: NOW,
        T: PLACED_AT,
        o: {
          s: 'BTCUSDT',
          c: 'mine',
          S: 'BUY',
          o: 'LIMIT',
          f: 'GTC',
          q: '0.010',
          p: '60000.0',
          ap: '0.0',
          sp: '0.0',
          x: 'NEW',
          X: 'NEW',
          i: 51,
          l: '0.000',
          z: '0.000',
          L: '0.0',
          N: 'USDT',
          n: '0',
          T: PLACED_AT,
          t: 0,
          b: '0',
          a: '0',
          m: false,
          R: false,
          wt: 'CONTRACT_PRICE',
          ot: 'LIMIT',
          ps: 'BOTH',
          cp: false,
          pP: false,
          si: 0,
          ss: 0,
          rp: '0',
          V: 'EXPIRE_TAKER',
          pm: 'NONE',
          gtd: 0,
        },
      },
    ])
  })

  it('average each fill with those before it', () => {
    const order = contractOrder({
      status: 'filled',
      filledLots: 10,
      filledTickLots: 4n * 600_000n + 6n * 600_010n,
    })
    const fills = [
      contractFill(order, { id: 1, lots: 4, ticks: 600_000, fee: 1n, result: -5n }),
      contractFill(order, { id: 2, lots: 6, ticks: 600_010, role: 'maker' }),
    ]
    expect(kinds({ orders: [order], fills })).toEqual([
      ['NEW', 'NEW', '0.000', '0.000'],
      ['TRADE', 'PARTIALLY_FILLED', '0.004', '0.004'],
      ['TRADE', 'FILLED', '0.010', '0.006'],
    ])
    const [, first, last] = reports({ orders: [order], fills })
    expect(first).toMatchObject({
      ap: '60000.0',
      L: '60000.0',
      n: '0.00000001',
      rp: '-0.00000005',
      t: 1,
    })
    expect(last).toMatchObject({ ap: '60000.6', L: '60001.0', t: 2, m: true })
  })

  it('average with what was filled in former records', () => {
    const before = contractOrder({ filledLots: 5, filledTickLots: 3_000_000n })
    const order = contractOrder({
      status: 'partially_filled',
      filledLots: 10,
      filledTickLots: 6_000_100n,
      lots: 20,
    })
    const fills = [contractFill(order, { lots: 5, ticks: 600_020 })]
    const [report] = reports({ orders: [order], fills }, { before: { ...before, lots: 20 } })
    expect(report).toMatchObject({ x: 'TRADE', ap: '60001.0', z: '0.010' })
  })

  it.each([
    ['its size', { lots: 5 }],
    ['its price', { ticks: 590_000 }],
  ])('say that %s was changed', (_what, fields) => {
    expect(kinds({ orders: [contractOrder(fields)] }, { before: contractOrder() })).toEqual([
      ['AMENDMENT', 'NEW', '0.000', '0.000'],
    ])
  })

  it('say once that it was cancelled', () => {
    const cancelled = contractOrder({ status: 'cancelled' })
    expect(kinds({ orders: [cancelled] }, { before: contractOrder() })).toEqual([
      ['CANCELED', 'CANCELED', '0.000', '0.000'],
    ])
    expect(kinds({ orders: [cancelled] }, { before: cancelled })).toEqual([])
  })

  it('say that the rest of one that trades at once expired', () => {
    const order = contractOrder({
      orderType: 'market',
      timeInForce: 'ioc',
      status: 'cancelled',
      filledLots: 2,
      filledTickLots: 1_200_000n,
    })
    expect(kinds({ orders: [order], fills: [contractFill(order)] })).toEqual([
      ['NEW', 'NEW', '0.000', '0.000'],
      ['TRADE', 'PARTIALLY_FILLED', '0.002', '0.002'],
      ['EXPIRED', 'EXPIRED', '0.002', '0.000'],
    ])
  })

  it('say that one works once its price was reached', () => {
    const waits = contractOrder({
      orderType: 'stop_market',
      status: 'waiting',
      timeInForce: 'ioc',
      atMarket: true,
      triggers: [contractTrigger({ by: 'mark' })],
    })
    const fired = { ...waits, status: 'open' as const, firedAt: PLACED_AT }
    expect(reports({ orders: [waits] })).toMatchObject([
      { o: 'STOP_MARKET', ot: 'STOP_MARKET', sp: '61000.0', wt: 'MARK_PRICE', f: 'GTC' },
    ])
    expect(reports({ orders: [fired] }, { before: waits })).toMatchObject([
      { x: 'NEW', o: 'MARKET', ot: 'STOP_MARKET' },
    ])
    expect(reports({ orders: [fired] }, { before: fired })).toEqual([])
  })

  it('have the callback of one that trails', () => {
    const trails = contractOrder({
      orderType: 'trailing',
      triggers: [contractTrigger({ kind: 'trailing', callback: 100 })],
    })
    expect(reports({ orders: [trails] })).toMatchObject([{ AP: '61000.0', cr: '1.00' }])
  })

  it('are of the account and of contracts with margin in USDT', () => {
    for (const fields of [{ userId: '8' }, { realm: 'paper' as const }, { symbol: 'coin/BTCUSD' }])
      expect(eventsOf({ orders: [contractOrder(fields)] })).toEqual([])
  })
})

describe('changes of settings', () => {
  const settings = (symbol: string, leverage: number) =>
    [symbol, { marginMode: 'cross', leverage }] as const
  const account = {
    ...OWNER,
    mode: 'one_way',
    settings: [settings('usdt/BTCUSDT', 20), settings('coin/BTCUSD', 5)],
  } as const

  it('show the leverage of each contract that has its own', () => {
    expect(eventsOf({ accounts: [account] })).toEqual([
      {
        e: 'ACCOUNT_CONFIG_UPDATE',
        E: NOW,
        T: PLACED_AT,
        ac: { s: 'BTCUSDT', l: 20 },
      },
    ])
  })

  it('are not shown with the orders that bring them about', () => {
    const events = eventsOf({ accounts: [account], orders: [contractOrder()] })
    expect(events.map(({ e }) => e)).toEqual(['ORDER_TRADE_UPDATE'])
  })

  it('are those of the account alone', () => {
    expect(eventsOf({ accounts: [{ ...account, userId: '8' }] })).toEqual([])
    expect(eventsOf({ accounts: [{ ...account, realm: 'paper' }] })).toEqual([])
  })
})

describe('changes of the wallet', () => {
  const wallet = (fields: Partial<Account> = {}): Account => ({
    realm: 'live',
    owner: crossOwner('7'),
    asset: 'USDT',
    balance: 1n,
    held: 0n,
    ...fields,
  })
  const move = (from: Move['from'], to: Move['to']): Move => ({
    ...OWNER,
    id: 1,
    from,
    to,
    asset: 'USDT',
    amount: 1n,
    clientOid: 'move',
    digest: '',
    at: PLACED_AT,
  })

  it.each([
    ['ORDER', { fills: [contractFill(contractOrder())] }],
    ['DEPOSIT', { moves: [move('spot', 'futures')] }],
    ['WITHDRAW', { moves: [move('futures', 'spot')] }],
    ['ADJUSTMENT', {}],
  ])('say that they come of %s', (m, futures) => {
    const [event] = eventsOf(futures, { accounts: [wallet()] })
    expect(event).toMatchObject({ e: 'ACCOUNT_UPDATE', E: NOW, T: PLACED_AT, a: { m, P: [] } })
  })

  it('show that of an isolated position too', () => {
    const owner = isolatedOwner({ userId: '7', symbol: 'usdt/BTCUSDT', side: 'net' })
    expect(eventsOf({}, { accounts: [wallet({ owner })] })).toHaveLength(1)
  })

  it.each([
    ['the spot wallet', { owner: spotOwner('7') }],
    ['another user', { owner: crossOwner('8') }],
    ['a user whose number begins alike', { owner: crossOwner('77') }],
    ['the other realm', { realm: 'paper' }],
    ['another asset', { asset: 'BTC' }],
  ] as const)('show nothing of %s', (_owner, fields) => {
    expect(eventsOf({}, { accounts: [wallet(fields)] })).toEqual([])
  })
})
