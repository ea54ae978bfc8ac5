import type { AppStore } from '../../store.ts'
import { api } from '../../api.ts'
import { ordersApi } from '../orders/api.ts'
import { isLiveStatus, latestFirst, type SpotAsset, type SpotOrder } from '../orders/model.ts'
import type { UserStream } from './createUserStream.ts'
import type { UserMessage } from './userMessage.ts'

/** Starts and stops the stream with the session, and writes what it tells into the query cache. */
export function followUser({ store, stream }: { store: AppStore; stream: UserStream }): void {
  let current: string | undefined
  let hasFills = false
  const follow = (): void => {
    const { user } = store.getState().session
    // A change of realm is a new session: its data is another's.
    const next = user && `${user.userId} ${user.realm}`
    if (next === current) return
    current = next
    hasFills = false
    if (next) stream.start()
    else stream.stop()
  }
  stream.subscribe((message) => {
    if (message.topic !== 'fills') return void store.dispatch(cacheUpdate(message))
    // The first snapshot tells what the pages have asked for themselves; a later one may close a gap of unknown length.
    if (message.type === 'delta' || hasFills) store.dispatch(api.util.invalidateTags(['Fills', 'History']))
    hasFills = true
  })
  store.subscribe(follow)
  follow()
}

function cacheUpdate({ topic, type, data }: UserMessage) {
  if (topic === 'balances') {
    const changed = data as readonly SpotAsset[]
    return ordersApi.util.updateQueryData('assets', undefined, (assets) => (type === 'snapshot' ? [...changed] : merged(assets, changed, ({ asset }) => asset)))
  }
  const changed = data as readonly SpotOrder[]
  return ordersApi.util.updateQueryData('openOrders', undefined, (orders) => {
    const all = type === 'snapshot' ? [...changed] : merged(orders, changed, ({ orderId }) => orderId)
    return [...latestFirst(all.filter(({ status }) => isLiveStatus(status)))]
  })
}

/** Replaces what has changed, keeps the rest, adds what is new. */
export function merged<T>(before: readonly T[], changed: readonly T[], keyOf: (item: T) => string): T[] {
  const news = new Map(changed.map((item) => [keyOf(item), item]))
  const kept = before.map((item) => {
    const key = keyOf(item)
    const replacement = news.get(key)
    news.delete(key)
    return replacement ?? item
  })
  return [...kept, ...news.values()]
}
