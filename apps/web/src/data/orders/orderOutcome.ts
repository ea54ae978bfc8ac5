import type { OrderReceipt } from '@x/api'
import type { RequestClient } from '@x/request'
import type { SizeUnit } from '@x/trading'
import type { OrderDetail } from './detailApi.ts'
import { isLiveStatus } from '../spot/model.ts'
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

interface SizedIn {
  readonly sizeUnit?: SizeUnit | undefined
}

/** Reads anew what orders change. */
export const refetchOrders = () =>
  api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills', 'Ended'])

/**
 * Reads anew what a placed order changes, then how far the order came, in `sizeUnit`: that of what
 * was sent, since the record of a sale by value is in coin.
 */
export const readOutcome =
  (response: PlacedResponse, { sizeUnit = 'base' }: SizedIn) =>
  (
    dispatch: AppDispatch,
    _getState: unknown,
    { client }: Pick<DataServices, 'client'>,
  ): Promise<OrderOutcome> => {
    dispatch(api.util.invalidateTags(['OpenOrders', 'Assets', 'Fills']))
    return outcomeOf(response, { client, sizeUnit })
  }

/** The answer says only that an order ended; how much of it was filled its record does. */
async function outcomeOf(
  { orderId, status }: PlacedResponse,
  { client, sizeUnit }: SizedIn & { readonly client: Pick<RequestClient, 'get'> },
): Promise<OrderOutcome> {
  if (isLiveStatus(status)) return { kind: 'placed' }
  if (status === 'filled') return { kind: 'filled' }
  try {
    const { order } = await client.get<OrderDetail>('/spot/order/detail', {
      data: { orderId },
      silent: true,
    })
    const filled = sizeUnit === 'quote' ? order.filledQuote : order.filled
    return Number(filled) === 0 ? { kind: 'unfilled' } : { kind: 'partly', filled }
  } catch {
    return { kind: 'ended' }
  }
}
