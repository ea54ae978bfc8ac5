import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../store/api.ts'
import type { AppStore } from '../store/store.ts'
import { balancesApi } from '../balances/api.ts'
import { ordersApi } from '../orders/api.ts'
import { isLiveStatus, latestFirst } from '../spot/model.ts'
import { newFills, fillListeners, type Visit } from './newFills.ts'
import type { UserStream } from './createUserStream.ts'
import type { UserMessage } from './userMessage.ts'

/** Exported here, so that one chunk has both. */
export { fillListeners } from './newFills.ts'

/** This module has brought the cache: its part of the state is there. */
const dispatchOf = (store: AppStore) =>
  store.dispatch as ThunkDispatch<
    { readonly api: ReturnType<typeof api.reducer> },
    { readonly userStream: UserStream },
    UnknownAction
  >

/**
 * Applies a message to the query cache, and notifies the fill listeners of new fills.
 */
export function applyToCache(store: AppStore, message: UserMessage, visit: Visit): void {
  const dispatch = dispatchOf(store)
  if (message.topic === 'fills') {
    const fresh = newFills(message, visit)
    if (!fresh) return
    // Of none too: a gap may be of more fills than the snapshot that closes it holds.
    dispatch(api.util.invalidateTags(['Fills']))
    return dispatch((_dispatch, _getState, { userStream }) => fillListeners(userStream).emit(fresh))
  }
  // The answer under way may have been written before this, and will be written over
  // it. Asked again once it is here.
  if (dispatch(isOvertaken(message)))
    dispatch(api.util.invalidateTags([message.topic === 'balances' ? 'Assets' : 'OpenOrders']))
  dispatch(cacheUpdate(message))
  // No other message reports an order that ends without a fill.
  if (
    message.topic === 'orders' &&
    message.type === 'delta' &&
    message.data.some(({ status }) => !isLiveStatus(status))
  )
    store.dispatch(api.util.invalidateTags(['Ended']))
}

/** Has all of it asked again: nobody knows what was missed. */
export function invalidateAll(store: AppStore): void {
  store.dispatch(api.util.invalidateTags(['Assets', 'OpenOrders', 'Fills']))
}

const isOvertaken =
  ({ topic, type }: UserMessage) =>
  (_dispatch: unknown, getState: () => { readonly api: ReturnType<typeof api.reducer> }) => {
    const { assets } = balancesApi.endpoints
    const { openOrders } = ordersApi.endpoints
    const { isLoading, data } = (topic === 'balances' ? assets : openOrders).select()(getState())
    // The first answer and the first snapshot of a visit are of one moment.
    return isLoading && (type === 'delta' || data !== undefined)
  }

function cacheUpdate({ topic, type, data }: Exclude<UserMessage, { topic: 'fills' }>) {
  if (topic === 'balances') {
    return balancesApi.util.updateQueryData('assets', undefined, (assets) =>
      type === 'snapshot' ? [...data] : merged(assets, data, ({ asset }) => asset),
    )
  }
  return ordersApi.util.updateQueryData('openOrders', undefined, (orders) => {
    const all = type === 'snapshot' ? data : merged(orders, data, ({ orderId }) => orderId)
    return [...latestFirst(all.filter(({ status }) => isLiveStatus(status)))]
  })
}

/** Replaces what has changed, keeps the rest, adds what is new. */
export function merged<T>(
  before: readonly T[],
  changed: readonly T[],
  keyOf: (item: T) => string,
): T[] {
  const changes = new Map(changed.map((item) => [keyOf(item), item]))
  const kept = before.map((item) => {
    const key = keyOf(item)
    const replacement = changes.get(key)
    changes.delete(key)
    return replacement ?? item
  })
  return [...kept, ...changes.values()]
}
