import type { OrderReceipt } from '@x/api'
import type { RequestClient } from '@x/request'
import type { OrderDetail } from './detailApi.ts'
import { isLiveStatus, type SpotOrder } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import type { AppDispatch } from '../store/store.ts'

/** What the answer to a new order says of it. */
export type PlacedResponse = Pick<OrderReceipt, 'orderId' | 'status'>

/**
 * How far an order came at once. An order that ended too early may have traded nothing
 * (`unfilled`), a part (`partly`), or what is not known (`ended`).
 */
export type OrderOutcome =
  | { readonly kind: 'placed' | 'filled' | 'unfilled' | 'ended' }
  | { readonly kind: 'partly'; readonly filled: string }

/** Reads anew what orders change. */
export const refetchOrders = () =>
  api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills', 'Ended'])

/** Reads anew what a placed order changes, then how far the order came. */
export const readOutcome =
  (response: PlacedResponse) =>
  (
    dispatch: AppDispatch,
    _getState: unknown,
    { client }: Pick<DataServices, 'client'>,
  ): Promise<OrderOutcome> => {
    dispatch(api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills']))
    return outcomeOf(response, { client })
  }

/** The answer says only that an order ended; how much of it was filled its record does. */
async function outcomeOf(
  { orderId, status }: PlacedResponse,
  { client }: { readonly client: Pick<RequestClient, 'get'> },
): Promise<OrderOutcome> {
  if (isLiveStatus(status)) return { kind: 'placed' }
  if (status === 'filled') return { kind: 'filled' }
  try {
    const { order } = await client.get<OrderDetail>('/spot/order/detail', {
      data: { orderId },
      silent: true,
    })
    const filled = filledOf(order)
    return Number(filled) === 0 ? { kind: 'unfilled' } : { kind: 'partly', filled }
  } catch {
    return { kind: 'ended' }
  }
}

/** In the unit in which the order was sized. */
const filledOf = ({ sizeUnit, filled, filledQuote }: SpotOrder): string =>
  sizeUnit === 'quote' ? filledQuote : filled
