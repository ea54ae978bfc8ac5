import { mandatory, type Params } from '../params.ts'
import { STOP_LEG, STOP_SUFFIX, stopLegName, type AnyOrder } from './orderViews.ts'

/** An order as a call names it: by its number, by the client's word for it, or by both. */
export interface OrderName {
  readonly id: number | undefined
  readonly clientOid: string | undefined
  /** The number is that of the stop leg of an OCO order. */
  readonly isStopLeg: boolean
}

const NUMBERS = ['orderId', 'cancelOrderId', 'orderListId'] as const
const WORDS = ['origClientOrderId', 'listClientOrderId', 'cancelOrigClientOrderId'] as const

/** @throws DialectError -1102 where it names none */
export function readName(params: Params): OrderName {
  const number = NUMBERS.map((name) => params.integer(name)).find((each) => each !== undefined)
  const clientOid = WORDS.map((name) => params.text(name)).find((each) => each !== undefined)
  if (number === undefined && clientOid === undefined) throw mandatory('orderId')
  return { ...numbered(number), clientOid }
}

/** An order by its number alone. */
export function numbered(number: number | undefined): OrderName {
  const isStopLeg = number !== undefined && number >= STOP_LEG
  return { id: isStopLeg ? number - STOP_LEG : number, clientOid: undefined, isStopLeg }
}

/** Of the word for a stop leg, that for its limit leg; `undefined` of other words. */
export const limitLegName = ({ clientOid }: Pick<OrderName, 'clientOid'>): string | undefined =>
  clientOid?.endsWith(STOP_SUFFIX) ? clientOid.slice(0, -STOP_SUFFIX.length) : undefined

/** Whether an order, or its stop leg, has the number and the word, as far as they are given. */
export function isNamed(
  order: Pick<AnyOrder, 'id' | 'clientOid' | 'orderType'> | undefined,
  { id, clientOid, isStopLeg }: OrderName,
): boolean {
  if (!order || (isStopLeg && order.orderType !== 'oco')) return false
  if (id !== undefined && order.id !== id) return false
  return clientOid === undefined || clientOid === order.clientOid || isStopNamed(order, clientOid)
}

/** Whether the stop leg of an order is meant, and not the order itself. */
export const isStopLegNamed = (
  order: Pick<AnyOrder, 'clientOid' | 'orderType'>,
  { clientOid, isStopLeg }: OrderName,
): boolean => isStopLeg || (clientOid !== undefined && isStopNamed(order, clientOid))

const isStopNamed = (
  order: Pick<AnyOrder, 'clientOid' | 'orderType'>,
  clientOid: string,
): boolean => order.orderType === 'oco' && clientOid === stopLegName(order.clientOid)
