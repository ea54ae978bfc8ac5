import type { FuturesOrder, Page } from '@x/api'
import type { RequestClient } from '@x/request'
import {
  CLOCK_SKEW_MS,
  type PendingSubmission,
  SEARCH_TIMEOUT_MS,
} from '../submissions/pendingSubmissions.ts'

interface SoughtOrder extends PendingSubmission {
  readonly symbol: string
  readonly side: string
}

/** A thunk: whether the lists show a futures order that had no answer. */
export const findFuturesOrder =
  ({ clientOid, at, symbol, side }: SoughtOrder) =>
  async (
    _dispatch: unknown,
    _getState: unknown,
    { client }: { readonly client: Pick<RequestClient, 'get'> },
  ): Promise<boolean> => {
    const isIn = async (list: 'open' | 'trigger' | 'history'): Promise<boolean> => {
      const { items } = await client.get<Page<FuturesOrder>>(`/futures/order/${list}`, {
        data: {
          limit: '100',
          symbol: symbol.slice(symbol.indexOf('/') + 1),
          side,
          from: String(at - CLOCK_SKEW_MS),
        },
        silent: true,
        timeoutMs: SEARCH_TIMEOUT_MS,
      })
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
