import type { RequestClient } from '@x/request'
import { readPages } from '../../orders/readPages.ts'
import type { SpotOrder } from '../../orders/model.ts'
import type { UnansweredSubmission } from '../../submissions/createUnanswered.ts'
import { PATIENCE_MS, SKEW_MS } from '../../submissions/search.ts'

export interface SoughtOrder extends UnansweredSubmission {
  readonly symbol: string
  readonly side: string
}

/** Whether the lists show an order that had no answer; what cannot be read shows nothing. */
export async function hasOrderArrived({ clientOid, at, symbol, side }: SoughtOrder, { client }: { readonly client: Pick<RequestClient, 'get'> }): Promise<boolean> {
  const isIn = async (list: 'open' | 'trigger' | 'history'): Promise<boolean> => {
    const { items } = await readPages<SpotOrder>(async (cursor) => ({
      data: await client.get(`/spot/order/${list}`, { data: { limit: '100', symbol, side, from: String(at - SKEW_MS), ...(cursor && { cursor }) }, silent: true, timeoutMs: PATIENCE_MS }),
    }))
    return items.some((order) => order.clientOid === clientOid)
  }
  try {
    const isLive = (await Promise.all([isIn('open'), isIn('trigger')])).some(Boolean)
    // Afterwards: an order that ends between the two questions is in the second answer.
    return isLive || (await isIn('history'))
  } catch {
    return false
  }
}
