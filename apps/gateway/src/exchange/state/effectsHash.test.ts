import { describe, expect, it } from 'vitest'
import type { Account } from '../accounts/accounts.ts'
import type { Hold } from '../accounts/hold.ts'
import type { LedgerTransaction } from '../accounts/posting.ts'
import type { Deposit, DepositClaim } from './deposits.ts'
import type {
  DepositEffects,
  Effects,
  FuturesEffects,
  P2pEffects,
  PaymentEffects,
  ProductEffects,
  CopyEffects,
  MarginEffects,
  MarketEffect,
  NewKey,
  OrderAnswer,
  Transfer,
} from './effects.ts'
import type { Algo } from './algoState.ts'
import { createEffectsHash } from './effectsHash.ts'
import { effectsText } from './effectsText.ts'
import type { DoneFuturesFill, FuturesOrder } from './futuresOrder.ts'
import type { FuturesPosition, SymbolSettings } from './futuresState.ts'
import type { DoneFill, ExecutionCosts, SpotOrder } from './order.ts'
import type { Withdrawal } from './withdrawals.ts'

// Every field of each type has a value here, or the file does not compile.
const account: Required<Account> = {
  realm: 'live',
  owner: 'user:1',
  asset: 'BTC',
  balance: 7n,
  held: 3n,
}
const hold: Required<Hold> = {
  scope: 'order',
  ref: '5',
  realm: 'live',
  owner: 'user:1',
  asset: 'BTC',
  amount: 2n,
}
const order: Required<SpotOrder> = {
  product: 'spot',
  id: 5,
  realm: 'live',
  userId: '1',
  clientOid: 'c',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'stop_limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 10,
  lots: 20,
  budget: 30,
  triggers: [
    {
      kind: 'trailing',
      by: 'last',
      rises: true,
      ticks: 1,
      limit: 2,
      bound: 3,
      callback: 4,
      extreme: 5,
    },
  ],
  exits: { by: 'last', takeProfit: { ticks: 8, limit: 9 } },
  atMarket: true,
  firedAt: 11,
  parent: 12,
  owner: 'lead:1',
  exit: 13,
  covered: '14',
  makerPpm: 15,
  takerPpm: 16,
  // Placed by this command: what never changes of it is written.
  createdAt: 1,
  updatedAt: 18,
  season: 19,
  queueAhead: 21,
  status: 'open',
  filledLots: 22,
  filledTickLots: 23n,
  fee: 24n,
  held: 25n,
  account: 'cross',
  loan: 'auto',
  line: 26n,
  list: { id: 27, clientOid: 'l', names: ['a', 'b'] },
  phase: 'pending',
}
const costs: Required<ExecutionCosts> = { spread: 1n, impact: 2n, latency: 3n, latencyMs: 4 }
const fill: Required<DoneFill> = {
  id: 1,
  tradeId: 2,
  order,
  ticks: 3,
  lots: 4,
  quote: 5n,
  fee: 6n,
  role: 'maker',
  at: 7,
  frictions: costs,
  status: 'open',
}
const transaction: Required<LedgerTransaction> = {
  realm: 'live',
  kind: 'trade',
  scope: 'trade',
  key: '9',
  entries: [{ kind: 'base', debit: account, credit: { ...account, owner: 'house' }, amount: 8n }],
}
const transfer: Required<Transfer> = {
  id: 1,
  askedBy: '1',
  clientOid: 't',
  fromUserId: '1',
  toUserId: '2',
  asset: 'BTC',
  amount: 3n,
  leftBehind: 4n,
  at: 5,
}
const answer: Required<OrderAnswer> = { orderId: '5', clientOid: 'c', status: 'open' }
const key: Required<NewKey> = { key: 'k', digest: 'd', answer }
const futuresOrder: Required<FuturesOrder> = {
  product: 'futures',
  id: 6,
  realm: 'live',
  userId: '1',
  clientOid: 'f',
  symbol: 'usdt/BTCUSDT',
  side: 'buy',
  positionSide: 'net',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 1,
  lots: 2,
  reduceOnly: true,
  closePosition: true,
  triggers: [
    {
      kind: 'stop',
      by: 'index',
      rises: true,
      ticks: 1,
      limit: 2,
      bound: 3,
      callback: 4,
      extreme: 5,
    },
  ],
  exits: { takeProfit: { by: 'mark', ticks: 3 }, stopLoss: { by: 'last', ticks: 4 } },
  atMarket: true,
  firedAt: 5,
  makerPpm: 6,
  takerPpm: 7,
  createdAt: 8,
  season: 9,
  queueAhead: 10,
  updatedAt: 11,
  status: 'open',
  filledLots: 12,
  filledTickLots: 13n,
  fee: 14n,
  result: 15n,
}
const futuresFill: Omit<Required<DoneFuturesFill>, 'order'> = {
  id: 1,
  tradeId: 2,
  ticks: 3,
  lots: 4,
  closedLots: 5,
  value: 6n,
  fee: 7n,
  result: 8n,
  role: 'taker',
  at: 9,
  status: 'open',
}
const position: Required<FuturesPosition> = {
  id: 1,
  realm: 'live',
  userId: '1',
  symbol: 'usdt/BTCUSDT',
  side: 'net',
  lots: 1,
  cost: 2n,
  settled: 3n,
  result: 4n,
  fees: 5n,
  funding: 6n,
  openedAt: 7,
  updatedAt: 8,
  openedLots: 9,
  closedLots: 10,
  openedValue: 11n,
}
const settings: Required<SymbolSettings> = {
  marginMode: 'cross',
  leverage: 20,
  shortLeverage: 10,
  autoMargin: ['net'],
}
const futures: Required<FuturesEffects> = {
  orders: [futuresOrder],
  // The order of a fill is among the orders; here only its number is.
  fills: [{ ...futuresFill, order: { id: 6 } as FuturesOrder }],
  positions: [position],
  accounts: [
    {
      realm: 'live',
      userId: '1',
      mode: 'one_way',
      liquidating: ['1'],
      settings: [['usdt/BTCUSDT', settings]],
    },
  ],
  moves: [
    {
      id: 1,
      realm: 'live',
      userId: '1',
      from: 'spot',
      to: 'futures',
      asset: 'USDT',
      amount: 2n,
      clientOid: 'm',
      digest: 'd',
      at: 3,
    },
  ],
  liquidations: [
    {
      id: 1,
      realm: 'live',
      userId: '1',
      wallet: 'user:1/futures',
      asset: 'USDT',
      step: 'reduce',
      equity: 2n,
      requirement: 3n,
      traded: { symbol: 'usdt/BTCUSDT', side: 'net', lots: 4, ticks: 5 },
      prices: [['usdt/BTCUSDT', 6, 7]],
      at: 8,
    },
  ],
}
const withdrawal: Required<Withdrawal> = {
  id: 1,
  userId: '1',
  clientOid: 'w',
  network: 'evm-a',
  asset: 'ETH',
  address: '0x1',
  tag: 't',
  amount: 2n,
  fee: 1n,
  value: 3n,
  state: 'review',
  reason: 'large',
  approvals: [{ approver: 'a', signature: 's' }],
  asked: true,
  payments: [{ txHash: 'h', raw: 'r', nonce: 4, bump: 5 }],
  height: 6,
  createdAt: 7,
  updatedAt: 8,
}
const deposit: Required<Deposit> = {
  network: 'evm-a',
  txHash: '0x1',
  ordinal: 2,
  userId: '1',
  asset: 'ETH',
  amount: 3n,
  height: 4,
  state: 'credited',
  again: true,
  createdAt: 5,
  updatedAt: 6,
}
const claim: Required<DepositClaim> = { userId: '1', asset: 'ETH', amount: 2n, ofHouse: 1n }
const deposits: Required<DepositEffects> = {
  booked: [deposit],
  claims: [claim],
  stale: [{ network: 'evm-a', below: 7 }],
  moves: [{ key: 'k', network: 'evm-a', asset: 'ETH', amount: 8n, direction: 'out', height: 9 }],
}
const products: Required<ProductEffects> = {
  packets: [
    {
      id: 1,
      userId: '1',
      holder: '2',
      clientOid: 'p',
      digest: 'd',
      code: 'ABCDEFGHJK',
      asset: 'USDT',
      unit: 100n,
      total: 300n,
      count: 3,
      split: 'random',
      greeting: 'hello',
      seed: '07',
      createdAt: 4,
      expiresAt: 5,
      claims: [{ userId: '6', holder: '7', amount: 8n, at: 9 }],
      left: 10n,
      status: 'open',
    },
  ],
  positions: [
    {
      id: 1,
      userId: '1',
      holder: '2',
      clientOid: 'e',
      digest: 'd',
      productId: 'USDT-30',
      asset: 'USDT',
      days: 30,
      tiers: [['5', 6]],
      createdAt: 7,
      startDay: 8,
      nextDay: 9,
      principal: 10n,
      carry: 11n,
      accrued: 12n,
      paid: 13n,
      redeeming: 14n,
      redeemDay: 15,
      autoRenew: true,
      updatedAt: 16,
    },
  ],
  payments: [{ positionId: 1, userId: '2', day: 3, asset: 'USDT', amount: 4n, at: 5 }],
}
const payments: Required<PaymentEffects> = {
  conversions: [
    {
      id: 1,
      userId: '1',
      clientOid: 'c',
      digest: 'd',
      fromAsset: 'USDT',
      paid: 10n,
      toAsset: 'BTC',
      received: 2n,
      at: 5,
    },
  ],
  sends: [
    {
      id: 1,
      userId: '1',
      toUserId: '2',
      clientOid: 's',
      digest: 'd',
      asset: 'USDT',
      amount: 10n,
      value: 10n,
      at: 5,
    },
  ],
  swaps: [
    {
      id: 3,
      userId: '1',
      clientOid: 'q',
      digest: 'd',
      pool: 'ETHUSDT',
      wallet: '0x1',
      fromAsset: 'USDT',
      paid: 4n,
      toAsset: 'ETH',
      received: 5n,
      minimum: 3n,
      at: 6,
    },
  ],
}
const p2p: Required<P2pEffects> = {
  adverts: [
    {
      id: 1,
      userId: '1',
      clientOid: 'c',
      digest: 'd',
      side: 'sell',
      asset: 'USDT',
      scale: 8,
      fiat: 'EUR',
      createdAt: 2,
      terms: {
        price: '3',
        marginBp: 4,
        minimum: '5',
        maximum: '6',
        payMinutes: 15,
        methods: ['bank'],
        methodIds: [7],
        text: 't',
      },
      version: 8,
      remaining: 9n,
      openOrders: 10,
      status: 'online',
      updatedAt: 11,
    },
  ],
  orders: [
    {
      id: 1,
      advertId: 2,
      clientOid: 'c',
      digest: 'd',
      maker: '1',
      taker: '2',
      buyer: '2',
      seller: '1',
      asset: 'USDT',
      scale: 8,
      fiat: 'EUR',
      price: '3',
      atoms: 4n,
      cents: 5n,
      feeBp: 6,
      methods: [7],
      text: 't',
      createdAt: 8,
      expiresAt: 9,
      paidAt: 10,
      appeal: { userId: '1', reason: 'r', at: 11 },
      ruling: { operator: '9', reason: 'r' },
      status: 'appealed',
      updatedAt: 12,
    },
  ],
}
const algo: Required<Algo> = {
  id: 1,
  realm: 'live',
  userId: '2',
  holder: '3',
  clientOid: 'a',
  digest: 'd',
  symbol: 'BTCUSDT',
  side: 'buy',
  kind: 'twap',
  lots: 4,
  parts: 5,
  visibleLots: 6,
  ticks: 7,
  lastTicks: 8,
  everyMs: 9,
  createdAt: 10,
  updatedAt: 11,
  status: 'running',
  reason: '',
  placed: 12,
  filledLots: 13,
  nextAt: 14,
  open: [[15, 16]],
}
const copy: Required<CopyEffects> = {
  leads: [
    {
      id: 1,
      realm: 'live',
      userId: '2',
      holder: '3',
      clientOid: 'l',
      digest: 'd',
      nickname: 'n',
      pairs: ['BTCUSDT'],
      shareBp: 4,
      minimum: 5n,
      maxFollowers: 6,
      createdAt: 7,
      updatedAt: 8,
      status: 'open',
      paidIn: 9n,
      takenOut: 10n,
      index: 11n,
      base: 12n,
      peak: 13n,
      drawdownPpm: 14,
      markedDay: 17,
      ended: 15,
      lost: 16,
    },
  ],
  follows: [
    {
      id: 1,
      leadId: 2,
      leadUserId: '3',
      realm: 'live',
      userId: '4',
      holder: '5',
      clientOid: 'f',
      digest: 'd',
      shareBp: 6,
      mode: 'ratio',
      amount: 7n,
      slippageBp: 8,
      stopLossPct: 9,
      dailyCap: 10n,
      status: 'active',
      end: 'close',
      paidIn: 11n,
      takenOut: 12n,
      shared: 13n,
      day: 14,
      bought: 15n,
      week: 16,
      tries: 17,
      result: 18n,
      createdAt: 19,
      updatedAt: 20,
    },
  ],
  orders: [
    {
      id: 1,
      followId: 2,
      leadId: 3,
      userId: '4',
      realm: 'live',
      leadFillId: 5,
      symbol: 'BTCUSDT',
      side: 'buy',
      ticks: 6,
      lots: 7,
      orderId: 8,
      reason: 'funds',
      at: 9,
    },
  ],
  shares: [
    {
      id: 1,
      followId: 2,
      leadId: 3,
      userId: '4',
      leadUserId: '5',
      realm: 'live',
      amount: 6n,
      profit: 7n,
      at: 8,
    },
  ],
  days: [{ leadId: 1, day: 2, index: 3n, worth: 4n }],
}
const margin: Required<MarginEffects> = {
  accounts: [
    {
      realm: 'live',
      userId: '1',
      symbol: 'BTCUSDT',
      leverage: 10,
      isLiquidating: true,
      loans: [['USDT', '2', 3]],
    },
  ],
  loans: [
    {
      id: 1,
      realm: 'live',
      userId: '1',
      symbol: 'BTCUSDT',
      asset: 'USDT',
      kind: 'draw',
      amount: 2n,
      interest: 3n,
      fee: 4n,
      principalAfter: 5n,
      interestAfter: 6n,
      orderId: 7,
      clientOid: 'c',
      digest: 'd',
      at: 8,
    },
  ],
  liquidations: [
    {
      id: 1,
      realm: 'live',
      userId: '1',
      symbol: 'BTCUSDT',
      step: 'trade',
      assets: 2n,
      debts: 3n,
      orderId: 4,
      prices: [['BTC', '5']],
      at: 6,
    },
  ],
}
const trade: MarketEffect = {
  kind: 'trade',
  instrumentId: 'BTCUSDT',
  level: [1, 2],
  takerSide: 'buy',
  at: 3,
}
const level: MarketEffect = { kind: 'level', instrumentId: 'BTCUSDT', side: 'sell', level: [1, 2] }
// Records follow from the rest, and journals from before have none in their check records.
const effects: Required<Omit<Effects, 'records'>> = {
  at: 1,
  transactions: [transaction],
  fills: [fill],
  transfers: [transfer],
  holds: [hold],
  orders: [order],
  accounts: [account],
  market: [trade, level],
  rested: [5],
  keys: [key],
  futures,
  withdrawals: [withdrawal],
  deposits,
  products,
  p2p,
  payments,
  algos: [algo],
  copy,
  margin,
}

/** The object once for each value in it, however deep, with that value changed. */
function* variants(value: unknown): Generator<unknown> {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'number') yield value + 1
    else if (typeof value === 'bigint') yield value + 1n
    else if (typeof value === 'boolean') yield !value
    else yield `${String(value)}x`
    return
  }
  for (const [field, held] of Object.entries(value))
    for (const other of variants(held))
      yield Array.isArray(value)
        ? value.map((each: unknown, at) => (String(at) === field ? other : each))
        : { ...value, [field]: other }
}

/** What two replicas compare, by the version of the check record. */
const FORMATS: readonly (readonly [what: string, of: (effects: Effects) => string])[] = [
  ['hash', hashOf],
  ['text of version 2', effectsText],
]

function hashOf(of: Effects): string {
  const hash = createEffectsHash()
  hash.add(of, { order: 1, trade: 1, fill: 1 })
  return hash.end()
}

describe.each(FORMATS)('the %s of effects', (_format, formatted) => {
  it.each([
    ['effects', effects, { transactions: [], fills: [] }],
    ['a fill', { ...effects, fills: [{ ...fill, order: { id: 5 } }] }, { transactions: [] }],
    ['a transaction', effects, { fills: [] }],
  ])('differs for every changed value of %s (CR0)', (_, sample, left) => {
    const whole = { ...sample, ...left } as unknown as Effects
    const former = formatted(whole)
    const unseen = [...variants(whole)].filter(
      (changed) => formatted(changed as Effects) === former,
    )
    // The asset and realm of an entry are those of its transaction and of both of its accounts;
    // balances are written once, with the accounts.
    const allowed = whole.transactions.length > 0 ? 7 : 0
    expect(unseen).toHaveLength(allowed)
  })

  it('is the same whatever order fields were set in (CR0)', () => {
    const turned = Object.fromEntries(Object.entries(order).reverse()) as unknown as SpotOrder
    expect(formatted({ ...effects, orders: [turned] })).toBe(formatted(effects))
  })
})

it('writes a futures order as journals of before have it (CR0)', () => {
  const { triggers: _triggers, exits: _exits, atMarket: _atMarket, ...plain } = futuresOrder
  const textOf = (each: FuturesOrder) =>
    effectsText({ ...effects, futures: { ...futures, orders: [each] } })
  expect(textOf(futuresOrder)).toContain(
    '|futures [{atMarket:true,clientOid:f,closePosition:true,createdAt:8,' +
      'exits:{stopLoss:{by:last,ticks:4},takeProfit:{by:mark,ticks:3}},' +
      'fee:14,filledLots:12,filledTickLots:13,firedAt:5,id:6,lots:2,' +
      'makerPpm:6,orderType:limit,positionSide:net,prevention:taker,product:futures,' +
      'queueAhead:10,realm:live,reduceOnly:true,result:15,season:9,side:buy,status:open,' +
      'symbol:usdt/BTCUSDT,takerPpm:7,ticks:1,timeInForce:gtc,triggers:[{bound:3,by:index,' +
      'callback:4,extreme:5,kind:stop,limit:2,rises:true,ticks:1}],updatedAt:11,userId:1}] ',
  )
  expect(textOf(plain)).toContain('|futures [{clientOid:f,closePosition:true,createdAt:8,fee:14,')
})

it('distinguishes an absent field from any value (CR0)', () => {
  const { firedAt: _firedAt, exits: _exits, ...without } = order
  const hashes = [order, without, { ...without, firedAt: 0 }, { ...without, exits: order.exits }]
  expect(new Set(hashes.map((each) => hashOf({ ...effects, orders: [each] }))).size).toBe(4)
})

it('covers amounts beyond 64 bits in full (CR0)', () => {
  const large = [1n, 1n + 2n ** 64n, 1n + 2n ** 80n, 1n - 2n ** 64n]
  const hashes = large.map((balance) => hashOf({ ...effects, accounts: [{ ...account, balance }] }))
  expect(new Set(hashes).size).toBe(large.length)
})

it('writes what never changes of an order when it is placed (CR0)', () => {
  const renamed = (createdAt: number, clientOid: string) =>
    hashOf({ ...effects, orders: [{ ...order, createdAt, clientOid }] })
  expect(renamed(effects.at, 'a')).not.toBe(renamed(effects.at, 'b'))
  expect(renamed(0, 'a')).toBe(renamed(0, 'b'))
})

it('covers effects that fill many blocks, to the last one (CR0)', () => {
  const many = Array.from({ length: 5_000 }, (_, id) => ({ ...order, id }))
  const other = many.with(-1, { ...order, held: 0n })
  expect(hashOf({ ...effects, orders: many })).not.toBe(hashOf({ ...effects, orders: other }))
})
