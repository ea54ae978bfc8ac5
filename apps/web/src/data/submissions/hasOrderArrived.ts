import type { RequestClient } from '@x/request'
import { readPages } from '../spot/readPages.ts'
import type { SpotOrder } from '../spot/model.ts'
import { CLOCK_SKEW_MS, type PendingSubmission, SEARCH_TIMEOUT_MS } from './pendingSubmissions.ts'

export interface SoughtOrder extends PendingSubmission {
  readonly symbol: string
  readonly side: string
}

/** Whether the lists show an order that had no answer; what cannot be read shows nothing. */
export async function hasOrderArrived(
  { clientOid, at, symbol, side }: SoughtOrder,
  { client }: { readonly client: Pick<RequestClient, 'get'> },
): Promise<boolean> {
  const isIt = (order: SpotOrder) => order.clientOid === clientOid
  const isIn = async (list: 'open' | 'trigger' | 'history'): Promise<boolean> => {
    const ask = async (cursor: string | null) => ({
      data: await client.get(`/spot/order/${list}`, {
        data: {
          limit: '100',
          symbol,
          side,
          from: String(at - CLOCK_SKEW_MS),
          ...(cursor && { cursor }),
        },
        silent: true,
        timeoutMs: SEARCH_TIMEOUT_MS,
      }),
    })
    const { items } = await readPages<SpotOrder>(ask, { isEnough: (read) => read.items.some(isIt) })
    return items.some(isIt)
  }
  try {
    const isLive = (await Promise.all([isIn('open'), isIn('trigger')])).some(Boolean)
    // Afterwards: an order that ends between the two questions is in the second answer.
    return isLive || (await isIn('history'))
  } catch {
    return false
  }
}

/** `hasOrderArrived` as a thunk, for screens. */
export const findOrder =
  (sought: SoughtOrder) =>
  (
    _dispatch: unknown,
    _getState: unknown,
    { client }: { readonly client: Pick<RequestClient, 'get'> },
  ): Promise<boolean> =>
    hasOrderArrived(sought, { client })
