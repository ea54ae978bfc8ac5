import { api } from '../../api.ts'
import type { Page, SpotAsset, SpotFill, SpotOrder, SpotSymbol } from './model.ts'
import { PUBLIC_READ } from '../../publicRead.ts'

const PAGE_SIZE = '50'

/** Spot orders, balances and pairs. The private stream keeps open orders and balances in step; the rest is asked again when orders change. */
export const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    symbols: build.query<readonly SpotSymbol[], void>({ query: () => ({ path: '/spot/public/symbols', ...PUBLIC_READ }), keepUnusedDataFor: 3_600 }),
    assets: build.query<readonly SpotAsset[], void>({ query: () => '/spot/account/assets', providesTags: ['Assets'] }),
    openOrders: build.query<readonly SpotOrder[], void>({
      query: () => ({ path: '/spot/order/open', data: { limit: '100' } }),
      transformResponse: (page: Page<SpotOrder>) => page.items,
      providesTags: ['OpenOrders'],
    }),
    orderHistory: build.infiniteQuery<Page<SpotOrder>, void, string>({
      query: ({ pageParam }) => ({ path: '/spot/order/history', data: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      providesTags: ['History'],
    }),
    fills: build.infiniteQuery<Page<SpotFill>, void, string>({
      query: ({ pageParam }) => ({ path: '/spot/order/fills', data: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } }),
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next ?? undefined },
      providesTags: ['Fills'],
    }),
    cancelOrder: build.mutation<unknown, { orderId: string }>({
      query: (data) => ({ method: 'POST', path: '/spot/order/cancel', data }),
      invalidatesTags: ['OpenOrders', 'Assets', 'History'],
    }),
  }),
})

export const { useAssetsQuery, useCancelOrderMutation, useFillsInfiniteQuery, useOpenOrdersQuery, useOrderHistoryInfiniteQuery, useSymbolsQuery } = ordersApi
