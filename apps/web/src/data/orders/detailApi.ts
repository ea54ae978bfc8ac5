import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'
import type { ExecutionCost } from '../spot/executionCosts.ts'
import type { Page, SpotFill, SpotOrder } from '../spot/model.ts'

/** `GET /v1/spot/order/detail` (docs/reference/wire.md). */
export interface OrderDetail {
  readonly order: SpotOrder
  /** The latest ones first, a page. */
  readonly fills: Page<SpotFill>
  /** Of all its fills, in quote; `null` where none has any. Earlier gateways send none. */
  readonly executionCosts?: Readonly<Record<ExecutionCost, string>> | null
}

export const detailApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderDetail: build.query<OrderDetail, string>({
      query: (orderId) => ({ path: '/spot/order/detail', data: { orderId }, silent: true }),
      providesTags: ['OpenOrders', 'Ended', 'Fills'],
    }),
  }),
})

/** One order with its fills. */
export const useOrderRecord = (orderId: string): QueryView<OrderDetail> =>
  detailApi.useOrderDetailQuery(orderId)
