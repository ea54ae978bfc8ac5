import { malformedParameter } from '../../platform/http/envelope.ts'
import type { Side } from '../../exchange/instruments/SymbolSpec.ts'
import type { Order } from '../../exchange/state/order.ts'
import { readChoice, readText } from '../../platform/http/requestFields.ts'

/** Every type an order on record can have: exits are made, not placed. */
export const RECORD_TYPES = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'oco',
  'trailing',
  'tp_sl',
] as const

/** What of a list is wanted; what is absent narrows nothing. */
export interface RecordFilter {
  readonly side?: Side
  readonly orderType?: (typeof RECORD_TYPES)[number]
  readonly status?: RecordStatus
  readonly orderId?: string
  /** Paper season, from 1. */
  readonly season?: string
  /** Bounds of the time of placing, of a fill its own time: milliseconds, both included. */
  readonly from?: number
  readonly to?: number
}

export const RECORD_STATUSES = [
  'open',
  'partially_filled',
  'waiting',
  'filled',
  'cancelled',
] as const
export type RecordStatus = (typeof RECORD_STATUSES)[number]

/** @throws GatewayError 40010 with the field that is wrong. */
export function readRecordFilter(query: Readonly<Record<string, string>>): RecordFilter {
  const side = readChoice(query, { field: 'side', choices: ['buy', 'sell'] as const })
  const orderType = readChoice(query, { field: 'orderType', choices: RECORD_TYPES })
  const status = readChoice(query, { field: 'status', choices: RECORD_STATUSES })
  const orderId = readNumber(query, 'orderId')
  const season = readNumber(query, 'season')
  const [from, to] = [readNumber(query, 'from'), readNumber(query, 'to')]
  return {
    ...(side && { side }),
    ...(orderType && { orderType }),
    ...(status && { status }),
    ...(orderId !== undefined && { orderId }),
    ...(season !== undefined && { season }),
    ...(from !== undefined && { from: Number(from) }),
    ...(to !== undefined && { to: Number(to) }),
  }
}

/** Digits that a 64-bit column takes. @throws GatewayError 40010 */
function readNumber(query: Readonly<Record<string, string>>, field: string): string | undefined {
  const value = readText(query, field)
  if (value !== undefined && !/^\d{1,16}$/.test(value))
    throw malformedParameter(field, `${field} must be a whole number`)
  return value
}

/** Whether an order in memory is wanted. */
export function passes(
  order: Pick<Order, 'id' | 'side' | 'orderType' | 'status' | 'createdAt'>,
  { side, orderType, status, orderId, from = 0, to = Infinity }: RecordFilter,
): boolean {
  return (
    (side ?? order.side) === order.side &&
    (orderType ?? order.orderType) === order.orderType &&
    (status ?? order.status) === order.status &&
    (orderId ?? String(order.id)) === String(order.id) &&
    order.createdAt >= from &&
    order.createdAt <= to
  )
}
