import type { PlaceSpotOrderRequest } from '@x/api'
import type { Clock } from '@x/kit'
import { GatewayError } from '../../../platform/http/route.ts'
import { orderKey } from '../../../exchange/state/ExchangeView.ts'
import type { OrderService, PendingOrder } from '../../orders/module.ts'
import type { TradingService } from '../../trading/ports/TradingService.ts'
import { fundsOf, type OrderReader } from '../createOrderReader.ts'
import { compareDecimals } from '../decimals.ts'
import type { Caller, DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError, dialectErrorOf } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { RecentOrders } from '../recentOrders.ts'
import { fillView, isWaiting, orderFields, type AnyOrder } from './orderViews.ts'
import type { OrderFunds } from '../orderQueries.ts'
import { mandatory, type Params } from '../params.ts'
import { readClientId, readOrder, requiredDecimal } from './orderRequest.ts'

export interface SpotOrderOptions {
  readonly orders: OrderService
  readonly trading: TradingService
  readonly reader: OrderReader
  readonly recent: RecentOrders
  readonly limits: Limits
  readonly clock: Pick<Clock, 'now'>
  /** Whose funds the orders trade, and how they are read. Default: the spot account. */
  readonly product?: OrderProduct
}

export interface OrderProduct {
  readonly funds: OrderFunds
  read(params: Params): PlaceSpotOrderRequest & { readonly symbol: string }
}
const SPOT: OrderProduct = { funds: 'spot', read: readOrder }

const spot = { pool: 'spot', security: 'signed' } as const
const ANSWER_TYPES = ['ACK', 'RESULT', 'FULL'] as const

/** Placing, changing and cancelling spot orders, over the order service of the page. */
export function spotOrderRoutes(options: SpotOrderOptions): DialectRoute[] {
  const commands = createOrderCommands(options)
  return [
    {
      ...spot,
      method: 'POST',
      path: '/api/v3/order',
      summary: 'Places an order.',
      weight: 1,
      permission: 'spot',
      isOrder: true,
      socketMethod: 'order.place',
      handler: commands.place,
    },
    {
      ...spot,
      method: 'POST',
      path: '/api/v3/order/test',
      summary: 'Judges an order as placing it would, and does nothing.',
      weight: (params) => (params.has('computeCommissionRates') ? 20 : 1),
      permission: 'spot',
      socketMethod: 'order.test',
      handler: commands.test,
    },
    {
      ...spot,
      method: 'DELETE',
      path: '/api/v3/order',
      summary: 'Cancels an order.',
      weight: 1,
      permission: 'spot',
      socketMethod: 'order.cancel',
      handler: commands.cancel,
    },
    {
      ...spot,
      method: 'DELETE',
      path: '/api/v3/openOrders',
      summary: 'Cancels every open order of a pair.',
      weight: 1,
      permission: 'spot',
      socketMethod: 'openOrders.cancelAll',
      handler: commands.cancelAll,
    },
    {
      ...spot,
      method: 'POST',
      path: '/api/v3/order/cancelReplace',
      summary: 'Cancels an order and places another one.',
      weight: 1,
      permission: 'spot',
      isOrder: true,
      socketMethod: 'order.cancelReplace',
      handler: commands.replace,
    },
    {
      ...spot,
      method: 'PUT',
      path: '/api/v3/order/amend/keepPriority',
      summary: 'Makes an order smaller; it keeps its place in the book.',
      weight: 4,
      permission: 'spot',
      socketMethod: 'order.amend.keepPriority',
      handler: commands.amend,
    },
  ]
}

export function createOrderCommands(options: SpotOrderOptions) {
  const { orders, reader, product = SPOT } = options
  const place = createPlacing(options)
  const { cancelOne, cancelAll, requireOpen } = createCancelling(options)
  return {
    place,
    cancelAll,
    async test({ params, caller }: DialectCall) {
      await orders.validate(caller().session, product.read(params))
      return {}
    },
    cancel: (call: DialectCall) => cancelOne(call, requireOpen(call)),
    async replace(call: DialectCall) {
      const { params } = call
      const mode = params.oneOf('cancelReplaceMode', ['STOP_ON_FAILURE', 'ALLOW_FAILURE'])
      if (mode === undefined) throw mandatory('cancelReplaceMode')
      // What cannot be placed for its words alone is not begun.
      product.read(params)
      const cancelled = await attempt(async () =>
        cancelOne(call, requireOpen(call), 'cancelNewClientOrderId'),
      )
      const isOver = 'error' in cancelled && mode === 'STOP_ON_FAILURE'
      return replacedView({
        cancelled,
        placed: isOver ? undefined : await attempt(() => place(call)),
      })
    },
    async amend(call: DialectCall) {
      const order = requireOpen(call)
      const size = requiredDecimal(call.params, 'newQty')
      const { origQty } = orderFields(order)
      if (compareDecimals(size, origQty) >= 0)
        throw new DialectError('AMEND_REJECTED', 'newQty must be less than the quantity.')
      const who = call.caller()
      who.assertInTime()
      await orders.amend(who.session, { orderId: String(order.id), size })
      return amendedView(requireOrder(reader.after(order.id)), { at: options.clock.now() })
    },
  }
}

function createPlacing({ orders, trading, reader, recent, product = SPOT }: SpotOrderOptions) {
  return async ({ params, caller }: DialectCall) => {
    const who = caller()
    const answerType = params.oneOf('newOrderRespType', ANSWER_TYPES)
    const request = product.read(params)
    const { orderId } = await placeOnce({ orders, trading }, { who, request })
    const order = requireOrder(reader.after(Number(orderId)))
    const isFull = request.orderType === 'market' || request.orderType === 'limit'
    return placedView(order, {
      answerType: answerType ?? (isFull ? 'FULL' : 'ACK'),
      at: order.createdAt,
      recent,
    })
  }
}

function createCancelling({ orders, reader, clock, product = SPOT }: SpotOrderOptions) {
  function requireOpen({ params, caller }: DialectCall): AnyOrder {
    params.symbol()
    const order = reader.findOpen(caller().session, params)
    if (!order) throw new DialectError('CANCEL_REJECTED')
    return order
  }

  async function cancelOne(call: DialectCall, order: AnyOrder, named = 'newClientOrderId') {
    const { params } = call
    const name = readClientId(params, named)
    assertCancellable(order, params.oneOf('cancelRestrictions', RESTRICTIONS))
    const who = call.caller()
    who.assertInTime()
    await orders.cancel(who.session, { orderId: String(order.id) }).catch(refuseCancel)
    return cancelledView(requireOrder(reader.after(order.id)), {
      at: clock.now(),
      name,
    })
  }

  async function cancelAll({ params, caller }: DialectCall) {
    const { symbol } = params.symbol()
    const who = caller()
    who.assertInTime()
    const { cancelled } = await orders.cancelAll(
      who.session,
      { symbol },
      { includes: (order) => fundsOf(order) === product.funds },
    )
    if (cancelled.length === 0) throw new DialectError('CANCEL_REJECTED')
    return cancelled.flatMap((id) => {
      const order = reader.after(Number(id))
      return order ? [cancelledView(order, { at: clock.now(), name: undefined })] : []
    })
  }
  return { requireOpen, cancelOne, cancelAll }
}

function amendedView(order: AnyOrder, { at }: { readonly at: number }) {
  const { price, origQty, ...rest } = orderFields(order)
  return {
    transactTime: at,
    executionId: order.id,
    amendedOrder: {
      ...rest,
      origClientOrderId: order.clientOid,
      price,
      qty: origQty,
      preventedQty: '0',
      quoteOrderQty: rest.origQuoteOrderQty,
      cumulativeQuoteQty: rest.cummulativeQuoteQty,
    },
  }
}

const RESTRICTIONS = ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'] as const

function assertCancellable(
  order: AnyOrder,
  restriction: (typeof RESTRICTIONS)[number] | undefined,
): void {
  if (restriction === undefined) return
  const isPartial = order.filledLots > 0
  if (isPartial !== (restriction === 'ONLY_PARTIALLY_FILLED'))
    throw new DialectError('CANCEL_REJECTED', 'Order was not canceled due to cancel restrictions.')
}

function refuseCancel(error: unknown): never {
  if (error instanceof GatewayError && error.code === '40401')
    throw new DialectError('CANCEL_REJECTED')
  throw error
}

/** A name is used once: here a second order under it is refused, the same terms or not. */
export async function placeOnce(
  { orders, trading }: Pick<SpotOrderOptions, 'orders' | 'trading'>,
  {
    who,
    request,
    pending,
  }: {
    readonly who: Caller
    readonly request: Parameters<OrderService['place']>[1]
    readonly pending?: PendingOrder
  },
) {
  const { session } = who
  for (const { clientOid } of [request, ...(pending ? [pending.request] : [])])
    if (
      typeof clientOid === 'string' &&
      trading.core.state.keys.has(orderKey({ ...session, clientOid }))
    )
      throw new DialectError('ORDER_REJECTED', 'Duplicate order sent.')
  return orders.place(session, request, {
    beforeTaking: who.assertInTime,
    ...(pending ? { pending } : {}),
  })
}

export function requireOrder(order: AnyOrder | undefined): AnyOrder {
  if (!order) throw new DialectError('TIMEOUT')
  return order
}

interface Placed {
  readonly answerType: (typeof ANSWER_TYPES)[number]
  readonly at: number
  readonly recent: RecentOrders
}

function placedView(order: AnyOrder, { answerType, at, recent }: Placed) {
  const fields = orderFields(order)
  const { symbol, orderId, orderListId, clientOrderId } = fields
  const acknowledged = { symbol, orderId, orderListId, clientOrderId, transactTime: at }
  if (answerType === 'ACK') return acknowledged
  const result = { ...acknowledged, ...fields, workingTime: isWaiting(order) ? -1 : at }
  return answerType === 'RESULT'
    ? result
    : { ...result, fills: recent.fills(order.id).map(fillView) }
}

export function cancelledView(
  order: AnyOrder,
  { at, name }: { readonly at: number; readonly name: string | undefined },
) {
  const fields = orderFields(order)
  return {
    ...fields,
    origClientOrderId: fields.clientOrderId,
    clientOrderId: name ?? `c${order.id}`,
    transactTime: at,
  }
}

type Attempt = { readonly done: unknown } | { readonly error: DialectError }

async function attempt(run: () => Promise<unknown>): Promise<Attempt> {
  try {
    return { done: await run() }
  } catch (error) {
    const known = dialectErrorOf(error)
    if (!known) throw error
    return { error: known }
  }
}

const halfOf = (attempted: Attempt | undefined) => {
  if (!attempted) return { result: 'NOT_ATTEMPTED', response: null }
  if ('done' in attempted) return { result: 'SUCCESS', response: attempted.done }
  const { code, message } = attempted.error
  return { result: 'FAILURE', response: { code, msg: message } }
}

/** Both halves, or the refusal of one or both of them. @throws DialectError -2021, -2022 */
function replacedView({
  cancelled,
  placed,
}: {
  readonly cancelled: Attempt
  readonly placed: Attempt | undefined
}) {
  const [cancelHalf, orderHalf] = [halfOf(cancelled), halfOf(placed)]
  const body = {
    cancelResult: cancelHalf.result,
    newOrderResult: orderHalf.result,
    cancelResponse: cancelHalf.response,
    newOrderResponse: orderHalf.response,
  }
  const isDone = [cancelHalf, orderHalf].map(({ result }) => result === 'SUCCESS')
  if (isDone.every(Boolean)) return body
  throw new DialectError(
    isDone.some(Boolean) ? 'REPLACE_PARTLY_FAILED' : 'REPLACE_FAILED',
    undefined,
    {
      data: body,
    },
  )
}
