import type { QueryError } from '@x/request'
import { api } from '../store/api.ts'
import { readPages } from './readPages.ts'
import {
  type AmendTerms,
  latestFirst,
  type Side,
  type SpotAsset,
  type SpotOrder,
  type SpotPosition,
} from './model.ts'

/**
 * Spot orders and balances. The private stream keeps open orders and balances in step; the rest is
 * fetched again when orders change; ended orders and fills are in `data/history`.
 */
export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    assets: build.query<readonly SpotAsset[], void>({
      query: () => '/spot/account/assets',
      providesTags: ['Assets'],
    }),
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
    positions: build.query<readonly SpotPosition[], void>({
      query: () => '/spot/account/positions',
      providesTags: ['Assets', 'Fills'],
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

export const {
  useAmendOrderMutation,
  useAssetsQuery,
  useCancelAllMutation,
  useCancelOrderMutation,
  useOpenOrdersQuery,
  usePositionsQuery,
} = ordersApi
