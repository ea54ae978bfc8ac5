import type { QueryError } from '@x/request'
import { api } from '../store/api.ts'
import { readPages } from '../spot/readPages.ts'
import { type AmendTerms, latestFirst, type Side, type SpotOrder } from '../spot/model.ts'

/**
 * Live orders, kept in step by the private stream. Ended orders and fills are in `data/history`.
 */
export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Every live order, those that wait for a trigger too: what is counted, marked in the book and
     * cancelled must be all of them.
     */
    openOrders: build.query<readonly SpotOrder[], void>({
      async queryFn(_none, _api, _options, ask) {
        const lists = await Promise.all(
          ['/spot/order/open', '/spot/order/trigger'].map((path) =>
            readPages<SpotOrder, QueryError>((cursor) =>
              ask({ path, data: { limit: '100', ...(cursor && { cursor }) } }),
            ),
          ),
        )
        const failed = lists.find(({ error }) => error !== undefined)
        // An oco order is in both lists.
        return failed?.error
          ? { error: failed.error }
          : { data: latestFirst(lists.flatMap(({ items }) => items)) }
      },
      providesTags: ['OpenOrders'],
    }),
    cancelOrder: build.mutation<unknown, { orderId: string }>({
      query: (data) => ({ method: 'POST', path: '/spot/order/cancel', data }),
      invalidatesTags: ['OpenOrders', 'Assets'],
    }),
    cancelAll: build.mutation<
      { readonly cancelled: readonly string[] },
      { symbol?: string; side?: Side }
    >({
      query: (data) => ({ method: 'POST', path: '/spot/order/cancelAll', data }),
      invalidatesTags: ['OpenOrders', 'Assets'],
    }),
    amendOrder: build.mutation<unknown, AmendTerms & { readonly orderId: string }>({
      query: (data) => ({ method: 'POST', path: '/spot/order/amend', data }),
      invalidatesTags: ['OpenOrders', 'Assets'],
    }),
  }),
})
