import type { PlaceSpotOrderRequest } from '@x/api'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import { mandatory, type Params } from '../params.ts'
import type { SpotOrderOptions } from './orderRoutes.ts'
import { cancelledView, placeOnce, requireOrder } from './orderRoutes.ts'
import { readClientId, readSide, requiredDecimal } from './orderRequest.ts'
import { orderListView, orderView, stopLegView, type AnyOrder } from './orderViews.ts'

const spot = { pool: 'spot', security: 'signed' } as const

/** OCO orders: one order with two legs here, a list of two orders there. */
export function orderListRoutes(options: SpotOrderOptions): DialectRoute[] {
  return [...listCommandRoutes(options), ...listReadRoutes(options)]
}

const isList = (order: AnyOrder | undefined): order is AnyOrder => order?.orderType === 'oco'

function listCommandRoutes(options: SpotOrderOptions): DialectRoute[] {
  const { orders, reader, clock } = options

  async function place({ caller }: DialectCall, request: PlaceSpotOrderRequest) {
    const { orderId } = await placeOnce(options, { who: caller(), request })
    return withReports(requireOrder(reader.after(Number(orderId))))
  }

  async function cancel(call: DialectCall) {
    const { params, caller } = call
    params.symbol()
    const who = caller()
    const order = reader.findOpen(who.session, params)
    if (!isList(order)) throw new DialectError('CANCEL_REJECTED')
    who.assertInTime()
    await orders.cancel(who.session, { orderId: String(order.id) })
    const ended = requireOrder(reader.after(order.id))
    const name = readClientId(params)
    return {
      ...orderListView(ended),
      orderReports: [stopLegView(ended), cancelledView(ended, { at: clock.now(), name })],
    }
  }

  return [
    ...(['/api/v3/orderList/oco', '/api/v3/order/oco'] as const).map((path): DialectRoute => ({
      ...spot,
      method: 'POST',
      path,
      summary: 'Places a limit order and a stop order of which one cancels the other.',
      weight: 1,
      permission: 'spot',
      isOrder: true,
      ...(path === '/api/v3/orderList/oco' ? { socketMethod: 'orderList.place.oco' } : {}),
      handler: (call) =>
        place(call, path === '/api/v3/order/oco' ? readOldOco(call.params) : readOco(call.params)),
    })),
    {
      ...spot,
      method: 'DELETE',
      path: '/api/v3/orderList',
      summary: 'Cancels a list of orders.',
      weight: 1,
      permission: 'spot',
      socketMethod: 'orderList.cancel',
      handler: cancel,
    },
  ]
}

function listReadRoutes({ reader }: SpotOrderOptions): DialectRoute[] {
  return [
    {
      ...spot,
      method: 'GET',
      path: '/api/v3/orderList',
      summary: 'One list of orders.',
      weight: 4,
      permission: 'read',
      socketMethod: 'orderList.status',
      handler: async ({ params, caller }) => {
        const order = await reader.find(caller().session, params)
        if (!isList(order)) throw new DialectError('NO_SUCH_ORDER', 'Order list does not exist.')
        return orderListView(order)
      },
    },
    {
      ...spot,
      method: 'GET',
      path: '/api/v3/openOrderList',
      summary: 'The open lists of orders.',
      weight: 6,
      permission: 'read',
      socketMethod: 'openOrderLists.status',
      handler: ({ caller }) =>
        reader.open(caller().session, undefined).filter(isList).map(orderListView),
    },
    {
      ...spot,
      method: 'GET',
      path: '/api/v3/allOrderList',
      summary: 'Lists of orders, open and ended.',
      weight: 20,
      permission: 'read',
      socketMethod: 'allOrderLists',
      handler: async ({ params, caller }) => {
        const page = await reader.page(caller().session, {
          fromId: params.integer('fromId'),
          start: params.integer('startTime'),
          end: params.integer('endTime'),
          limit: params.integer('limit', { least: 1, most: 1_000, isCapped: true }) ?? 500,
        })
        return page.filter(isList).map(orderListView)
      },
    },
  ]
}

const withReports = (order: AnyOrder) => ({
  ...orderListView(order),
  orderReports: [stopLegView(order), orderView(order)].map((report) => ({
    ...report,
    transactTime: order.createdAt,
  })),
})

const STOPS = ['STOP_LOSS', 'STOP_LOSS_LIMIT'] as const

/** One leg rests above the market and one below it; which is the stop goes by the side. */
function readOco(params: Params): PlaceSpotOrderRequest {
  const side = readSide(params)
  const [limit, stop] = side === 'sell' ? ['above', 'below'] : ['below', 'above']
  if (params.oneOf(`${limit}Type`, ['LIMIT_MAKER'], 'INVALID_TYPE') === undefined)
    throw mandatory(`${limit}Type`)
  const stopType = params.oneOf(`${stop}Type`, STOPS, 'INVALID_TYPE')
  if (stopType === undefined) throw mandatory(`${stop}Type`)
  return ocoOf(params, {
    price: requiredDecimal(params, `${limit}Price`),
    triggerPrice: requiredDecimal(params, `${stop}StopPrice`),
    stopPrice: stopType === 'STOP_LOSS_LIMIT' ? requiredDecimal(params, `${stop}Price`) : undefined,
  })
}

/** The former words of the same. */
function readOldOco(params: Params): PlaceSpotOrderRequest {
  return ocoOf(params, {
    price: requiredDecimal(params, 'price'),
    triggerPrice: requiredDecimal(params, 'stopPrice'),
    stopPrice: params.decimal('stopLimitPrice'),
  })
}

function ocoOf(
  params: Params,
  {
    price,
    triggerPrice,
    stopPrice,
  }: {
    readonly price: string
    readonly triggerPrice: string
    readonly stopPrice: string | undefined
  },
): PlaceSpotOrderRequest {
  const clientOid = readClientId(params, 'listClientOrderId')
  return {
    symbol: params.symbol().symbol,
    side: readSide(params),
    orderType: 'oco',
    size: requiredDecimal(params, 'quantity'),
    sizeUnit: 'base',
    price,
    triggerPrice,
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(clientOid === undefined ? {} : { clientOid }),
  }
}
