import type { api, OrderStatus, RequestOf } from '@x/api'
import { malformedParameter } from '../../platform/http/envelope.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import type { SpotOrder } from '../../exchange/state/order.ts'
import { given } from '../../platform/http/requestFields.ts'

/** What a list of records may be asked for. */
export type RecordsRequest = Omit<RequestOf<typeof api.spot.orders.history>, 'orderType'> & {
  readonly orderType?: string
}

/** What of a list is wanted; what is absent narrows nothing. */
export interface RecordFilter {
  readonly side?: Side
  readonly orderType?: string
  readonly status?: OrderStatus
  readonly orderId?: string
  /** Paper season, from 1. */
  readonly season?: string
  /** Account that was traded; `margin`: a margin account of either kind. */
  readonly funds?: 'spot' | 'cross' | 'isolated' | 'margin'
  /** Bounds of the time of placing, of a fill its own time: milliseconds, both included. */
  readonly from?: number
  readonly to?: number
}

/** @throws GatewayError 40010 with the field that is wrong. */
export function readRecordFilter(params: RecordsRequest): RecordFilter {
  const side = given(params.side)
  const orderType = given(params.orderType)
  const status = given(params.status)
  const funds = given(params.funds)
  const orderId = readNumber(params, 'orderId')
  const season = readNumber(params, 'season')
  const [from, to] = [readNumber(params, 'from'), readNumber(params, 'to')]
  return {
    ...(side && { side }),
    ...(orderType && { orderType }),
    ...(status && { status }),
    ...(funds && { funds }),
    ...(orderId !== undefined && { orderId }),
    ...(season !== undefined && { season }),
    ...(from !== undefined && { from: Number(from) }),
    ...(to !== undefined && { to: Number(to) }),
  }
}

/** Digits that a 64-bit column takes. @throws GatewayError 40010 */
function readNumber(
  params: RecordsRequest,
  field: 'orderId' | 'season' | 'from' | 'to',
): string | undefined {
  const value = given(params[field])
  if (value !== undefined && !/^\d{1,16}$/.test(value))
    throw malformedParameter(field, `${field} must be a whole number`)
  return value
}

/** Whether an order in memory is wanted. */
export function passes(
  order: Pick<SpotOrder, 'id' | 'side' | 'status' | 'createdAt' | 'account'> & {
    readonly orderType: string
  },
  { side, orderType, status, orderId, funds, from = 0, to = Infinity }: RecordFilter,
): boolean {
  const account = order.account ?? 'spot'
  return (
    (side ?? order.side) === order.side &&
    (orderType ?? order.orderType) === order.orderType &&
    (status ?? order.status) === order.status &&
    (funds === 'margin' ? account !== 'spot' : (funds ?? account) === account) &&
    (orderId ?? String(order.id)) === String(order.id) &&
    order.createdAt >= from &&
    order.createdAt <= to
  )
}
