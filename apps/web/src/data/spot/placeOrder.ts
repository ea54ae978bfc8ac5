import { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { AppDispatch } from '../store/store.ts'
import type { PlaceOrder } from './model.ts'
import { type OrderOutcome, outcomeOf, type PlacedAnswer } from './orderOutcome.ts'

/**
 * A thunk, not a cached mutation: the form needs the request layer's own error, with the field that
 * the server named.
 */
export function placeOrder(order: PlaceOrder) {
  return async (
    dispatch: AppDispatch,
    _getState: unknown,
    { client }: DataServices,
  ): Promise<OrderOutcome> => {
    // The same clientOid makes a repeated attempt safe (wire protocol, section 10).
    const answer = await client.post<PlacedAnswer>('/spot/order/place', {
      data: order,
      idempotencyField: 'clientOid',
      retries: 1,
      silent: true,
    })
    dispatch(api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills']))
    return outcomeOf(answer, { client })
  }
}
