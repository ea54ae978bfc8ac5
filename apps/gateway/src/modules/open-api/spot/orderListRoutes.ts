import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import type { Params } from '../params.ts'
import { secondOf } from '../../../exchange/spot/orderLists.ts'
import type { SpotOrderOptions } from './orderRoutes.ts'
import { cancelledView, placeOnce, requireOrder } from './orderRoutes.ts'
import { readOco, readOldOco, readOto, readOtoco, type ListRequest } from './orderListRequest.ts'
import { readClientId } from './orderRequest.ts'
import {
  orderListView,
  orderView,
  representsList,
  stopLegView,
  type AnyOrder,
} from './orderViews.ts'

const spot = { pool: 'spot', security: 'signed' } as const

/**
 * Lists of orders: an OCO order, which is one order with two legs here and a list of two there, and
 * an order that is placed when another one is filled.
 */
export function orderListRoutes(options: SpotOrderOptions): DialectRoute[] {
  return [...listPlaceRoutes(options), cancelRoute(options), ...listReadRoutes(options)]
}

const LIST_CALLS = [
  {
    path: '/api/v3/orderList/oco',
    socketMethod: 'orderList.place.oco',
    summary: 'Places a limit order and a stop order of which one cancels the other.',
    read: (params: Params): ListRequest => ({ request: readOco(params) }),
    orders: 1,
  },
  {
    path: '/api/v3/order/oco',
    summary: 'Places a limit order and a stop order of which one cancels the other.',
    read: (params: Params): ListRequest => ({ request: readOldOco(params) }),
    orders: 1,
  },
  {
    path: '/api/v3/orderList/oto',
    socketMethod: 'orderList.place.oto',
    summary: 'Places a limit order, and another order once it is filled.',
    read: readOto,
    orders: 2,
  },
  {
    path: '/api/v3/orderList/otoco',
    socketMethod: 'orderList.place.otoco',
    summary: 'Places a limit order, and once it is filled two that cancel each other.',
    read: readOtoco,
    orders: 3,
  },
] as const

function listPlaceRoutes(options: SpotOrderOptions): DialectRoute[] {
  const { reader } = options
  return LIST_CALLS.map(({ path, summary, read, orders, ...call }): DialectRoute => ({
    ...spot,
    method: 'POST',
    path,
    summary,
    weight: 1,
    permission: 'spot',
    isOrder: true,
    orders: () => orders,
    ...('socketMethod' in call ? { socketMethod: call.socketMethod } : {}),
    async handler({ params, caller }) {
      const asked = read(params)
      const { orderId } = await placeOnce(options, { who: caller(), ...asked })
      const first = requireOrder(reader.after(Number(orderId)))
      return withReports(first, first.list && requireOrder(reader.after(secondOf(first.list))))
    },
  }))
}

/** Any of its orders takes the others with it. */
function cancelRoute({ orders, reader, clock }: SpotOrderOptions): DialectRoute {
  async function cancel({ params, caller }: DialectCall) {
    const { symbol } = params.symbol()
    const who = caller()
    const order = reader.findOpenList(who.session, params)
    if (order?.symbol !== symbol) throw new DialectError('CANCEL_REJECTED')
    const first = order.list && reader.after(order.list.id)
    who.assertInTime()
    await orders.cancel(who.session, { orderId: String(order.id) })
    const ended = [...(first ? [first.id] : []), order.id].flatMap((id) => {
      const found = reader.after(id)
      return found ? [found] : []
    })
    const at = clock.now()
    const name = readClientId(params)
    return {
      ...orderListView(requireOrder(reader.after(order.id))),
      orderReports: ended.flatMap((each) => [
        ...(each.orderType === 'oco' ? [stopLegView(each)] : []),
        cancelledView(each, { at, name }),
      ]),
    }
  }
  return {
    ...spot,
    method: 'DELETE',
    path: '/api/v3/orderList',
    summary: 'Cancels a list of orders.',
    weight: 1,
    permission: 'spot',
    socketMethod: 'orderList.cancel',
    handler: cancel,
  }
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
      handler: async ({ params, caller }) =>
        orderListView(await reader.findList(caller().session, params)),
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
        reader.open(caller().session, undefined).filter(representsList).map(orderListView),
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
        return page.filter(representsList).map(orderListView)
      },
    },
  ]
}

function withReports(first: AnyOrder, second: AnyOrder | undefined) {
  const orders = second ? [first, second] : [first]
  return {
    ...orderListView(second ?? first),
    orderReports: orders
      .flatMap((order) => [
        ...(order.orderType === 'oco' ? [stopLegView(order)] : []),
        orderView(order),
      ])
      .map((report) => ({ ...report, transactTime: first.createdAt })),
  }
}
