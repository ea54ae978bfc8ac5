import type { Trigger } from '../../../exchange/matching/trigger.ts'
import type { Effects } from '../../../exchange/state/effects.ts'
import type {
  DoneFuturesFill,
  FuturesOrder,
  FuturesTrigger,
} from '../../../exchange/state/futuresOrder.ts'
import type { DoneFill, SpotOrder } from '../../../exchange/state/order.ts'

/** When sample orders were placed: five past midnight, in milliseconds. */
export const PLACED_AT = Date.UTC(2026, 0, 5, 0, 5)

/** An open purchase of 0.01 BTC at 60,000.00 USDT by account 7 of the live realm. */
export const spotOrder = (fields: Partial<SpotOrder> = {}): SpotOrder => ({
  product: 'spot',
  id: 41,
  realm: 'live',
  userId: '7',
  clientOid: 'mine',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 6_000_000,
  lots: 1_000,
  budget: 0,
  makerPpm: 1_000,
  takerPpm: 1_000,
  createdAt: PLACED_AT,
  updatedAt: PLACED_AT + 1_000,
  season: 0,
  queueAhead: 0,
  status: 'open',
  filledLots: 0,
  filledTickLots: 0n,
  fee: 0n,
  held: 0n,
  ...fields,
})

/** A stop that buys above 61,000.00 at the market. */
export const spotTrigger = (fields: Partial<Trigger> = {}): Trigger => ({
  kind: 'stop',
  by: 'last',
  rises: true,
  ticks: 6_100_000,
  limit: 0,
  bound: 0,
  callback: 0,
  extreme: 0,
  ...fields,
})

/** 0.002 of an order at its price, taken. */
export function spotFill(order: SpotOrder, fields: Partial<DoneFill> = {}): DoneFill {
  const { ticks = order.ticks, lots = 200 } = fields
  return {
    id: 900,
    tradeId: 500,
    order,
    ticks,
    lots,
    quote: BigInt(ticks) * BigInt(lots),
    fee: 0n,
    role: 'taker',
    at: PLACED_AT,
    status: order.status,
    ...fields,
  }
}

/** An open purchase of 0.01 BTC at 60,000.0 USDT by account 7 of the live realm. */
export const contractOrder = (fields: Partial<FuturesOrder> = {}): FuturesOrder => ({
  product: 'futures',
  id: 51,
  realm: 'live',
  userId: '7',
  clientOid: 'mine',
  symbol: 'usdt/BTCUSDT',
  side: 'buy',
  positionSide: 'net',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 600_000,
  lots: 10,
  reduceOnly: false,
  makerPpm: 200,
  takerPpm: 500,
  createdAt: PLACED_AT,
  updatedAt: PLACED_AT + 1_000,
  season: 0,
  queueAhead: 0,
  status: 'open',
  filledLots: 0,
  filledTickLots: 0n,
  fee: 0n,
  result: 0n,
  ...fields,
})

/** A stop that buys above 61,000.0 at the market. */
export const contractTrigger = (fields: Partial<FuturesTrigger> = {}): FuturesTrigger => ({
  ...spotTrigger(),
  ticks: 610_000,
  ...fields,
})

/** 0.002 of an order at its price, taken. */
export function contractFill(
  order: FuturesOrder,
  fields: Partial<DoneFuturesFill> = {},
): DoneFuturesFill {
  const { ticks = order.ticks, lots = 2 } = fields
  return {
    id: 901,
    tradeId: 501,
    order,
    ticks,
    lots,
    closedLots: 0,
    value: BigInt(ticks) * BigInt(lots),
    fee: 0n,
    result: 0n,
    role: 'taker',
    at: PLACED_AT,
    status: order.status,
    ...fields,
  }
}

/** What one record did: nothing but what is given. */
export const sampleEffects = (fields: Partial<Effects> = {}): Effects => ({
  at: PLACED_AT,
  transactions: [],
  fills: [],
  transfers: [],
  holds: [],
  orders: [],
  accounts: [],
  market: [],
  ...fields,
})
