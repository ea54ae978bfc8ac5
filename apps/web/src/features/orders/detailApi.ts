import { api } from '../../api.ts'
import type { Page, SpotFill, SpotOrder } from './model.ts'

/** `GET /v1/spot/order/detail` (decision 177). */
export interface OrderDetail {
  readonly order: SpotOrder
  /** The latest ones first, a page. */
  readonly fills: Page<SpotFill>
}

export const detailApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetail: build.query<OrderDetail, string>({ query: (orderId) => ({ path: '/spot/order/detail', data: { orderId }, silent: true }), providesTags: ['OpenOrders', 'Ended', 'Fills'] }),
  }),
})
export const { useOrderDetailQuery } = detailApi
