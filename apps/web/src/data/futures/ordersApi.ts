import type { AmendFuturesOrderRequest, FuturesOrder, OrderReceipt } from '@x/api'
import type { QueryError } from '@x/request'
import type { QueryView } from '../store/queryView.ts'
import { readPages } from '../spot/readPages.ts'
import { isLiveStatus } from '../spot/model.ts'
import { futuresApi, TRADED } from './api.ts'
import { syncTopic } from './topicUpdates.ts'

export type { FuturesOrder }

const ordersApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    futuresOrders: build.query<readonly FuturesOrder[], void>({
      async queryFn(_none, _api, _options, ask) {
        const lists = await Promise.all(
          ['/futures/order/open', '/futures/order/trigger'].map((path) =>
            readPages<FuturesOrder, QueryError>((cursor) =>
              ask({ path, data: { limit: '100', ...(cursor && { cursor }) }, silent: true }),
            ),
          ),
        )
        const failed = lists.find(({ error }) => error !== undefined)
        if (failed?.error) return { error: failed.error }
        return { data: newestFirst(lists.flatMap(({ items }) => items)) }
      },
      providesTags: ['FuturesOrders'],
      onCacheEntryAdded: (_none, entry) =>
        syncTopic<FuturesOrder, readonly FuturesOrder[]>(entry, {
          topic: 'futuresOrders',
          keyOf: ({ orderId }) => orderId,
          isKept: ({ status }) => isLiveStatus(status),
          items: { of: (all) => all, into: (_all, next) => newestFirst(next) },
        }),
    }),
    cancelFuturesOrder: build.mutation<unknown, { readonly orderId: string }>({
      query: (data) => ({ method: 'POST', path: '/futures/order/cancel', data, silent: true }),
      invalidatesTags: ['FuturesOrders', 'FuturesAccount'],
    }),
    amendFuturesOrder: build.mutation<OrderReceipt, AmendFuturesOrderRequest>({
      query: (data) => ({ method: 'POST', path: '/futures/order/amend', data, silent: true }),
      invalidatesTags: [...TRADED],
    }),
    cancelAllFuturesOrders: build.mutation<
      { readonly cancelled: readonly string[] },
      { readonly product?: string; readonly symbol?: string }
    >({
      query: (data) => ({ method: 'POST', path: '/futures/order/cancelAll', data, silent: true }),
      invalidatesTags: ['FuturesOrders', 'FuturesAccount'],
    }),
  }),
})

function newestFirst(orders: readonly FuturesOrder[]): readonly FuturesOrder[] {
  return [...new Map(orders.map((order) => [order.orderId, order])).values()].toSorted(
    (a, b) => b.createdAt - a.createdAt || Number(b.orderId) - Number(a.orderId),
  )
}

/** Whether something of it still waits for a trigger. */
export const isWaiting = ({ triggers, firedAt }: FuturesOrder): boolean =>
  triggers.length > 0 && firedAt === null

/** The user's live futures orders, the newest first, kept in step by the private stream. */
export const useFuturesOrders = (): QueryView<readonly FuturesOrder[]> =>
  ordersApi.useFuturesOrdersQuery()

/** `[cancel, { isLoading }]`; a refusal is in `error`. */
export const useCancelFuturesOrder = () => ordersApi.useCancelFuturesOrderMutation()
export const useAmendFuturesOrder = () => ordersApi.useAmendFuturesOrderMutation()
export const useCancelAllFuturesOrders = () => ordersApi.useCancelAllFuturesOrdersMutation()
