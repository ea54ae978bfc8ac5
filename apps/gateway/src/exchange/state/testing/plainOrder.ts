import type { SpotOrder } from '../order.ts'

/** An open limit order of user 1 to buy 10 lots of BTCUSDT at 100 ticks, with changes. */
export const plainOrder = (changes: Partial<SpotOrder> = {}): SpotOrder => ({
  product: 'spot',
  id: 1,
  realm: 'live',
  userId: '1',
  clientOid: `c${changes.id ?? 1}`,
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  prevention: 'taker',
  ticks: 100,
  lots: 10,
  budget: 0,
  makerPpm: 1000,
  takerPpm: 1000,
  createdAt: 1,
  updatedAt: 1,
  season: 0,
  queueAhead: 0,
  status: 'open',
  filledLots: 0,
  filledTickLots: 0n,
  fee: 0n,
  held: 0n,
  ...changes,
})

/** A stop that a price of `ticks` reaches on its way up, with changes. */
export const plainTrigger = (
  changes: Partial<NonNullable<SpotOrder['triggers']>[number]> = {},
): NonNullable<SpotOrder['triggers']>[number] => ({
  kind: 'stop',
  by: 'last',
  rises: true,
  ticks: 120,
  limit: 0,
  bound: 0,
  callback: 0,
  extreme: 0,
  ...changes,
})
