import type { Side } from '../instruments/Instrument.ts'
import type { TimeInForce } from '../matching/command.ts'
import type { SpotOrder, OrderStatus, SpotOrderType } from '../state/order.ts'

export type OrderRow = Pick<
  SpotOrder,
  | 'id'
  | 'clientOid'
  | 'symbol'
  | 'side'
  | 'orderType'
  | 'timeInForce'
  | 'ticks'
  | 'lots'
  | 'budget'
  | 'filledLots'
  | 'filledTickLots'
  | 'fee'
  | 'status'
  | 'season'
  | 'createdAt'
  | 'updatedAt'
  | 'owner'
  | 'account'
  | 'loan'
> &
  OrderLegs

/** What an order has beyond a plain one. */
export type OrderLegs = Pick<
  SpotOrder,
  'triggers' | 'exits' | 'atMarket' | 'firedAt' | 'parent' | 'list' | 'phase'
>

/** A row of the table `spot_order`. */
export interface StoredOrder {
  readonly order_id: bigint
  readonly client_oid: string
  readonly symbol: string
  readonly side: Side
  readonly order_type: SpotOrderType
  readonly time_in_force: TimeInForce
  readonly ticks: bigint
  readonly lots: bigint
  readonly budget: bigint
  readonly filled_lots: bigint
  readonly filled_tick_lots: string
  readonly fee: string
  readonly status: OrderStatus
  readonly season: number
  readonly created_at: bigint
  readonly updated_at: bigint
  readonly closed_seq: bigint
  readonly legs: OrderLegs | null
  /** Absent in rows from before any order traded other funds than the user's. */
  readonly owner?: string | null
  readonly account: SpotOrder['account'] | null
  readonly loan: SpotOrder['loan'] | null
}

export function orderFromRow(stored: StoredOrder): OrderRow {
  return {
    id: Number(stored.order_id),
    clientOid: stored.client_oid,
    symbol: stored.symbol,
    side: stored.side,
    orderType: stored.order_type,
    timeInForce: stored.time_in_force,
    ticks: Number(stored.ticks),
    lots: Number(stored.lots),
    budget: Number(stored.budget),
    filledLots: Number(stored.filled_lots),
    filledTickLots: BigInt(stored.filled_tick_lots),
    fee: BigInt(stored.fee),
    status: stored.status,
    season: stored.season,
    createdAt: Number(stored.created_at),
    updatedAt: Number(stored.updated_at),
    ...(typeof stored.owner === 'string' ? { owner: stored.owner } : {}),
    ...stored.legs,
    ...(stored.account ? { account: stored.account } : {}),
    ...(stored.loan ? { loan: stored.loan } : {}),
  }
}
