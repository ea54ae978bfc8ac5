import { createStore, type KeyValueStorage, type Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useServices } from '../../lib/services/servicesContext.ts'

/** How the user wants to see their orders and holdings. */
export interface OrderView {
  /** Only the pair of the terminal. */
  readonly isPairOnly: boolean
  /** What counts in an average buy price (spec 3.11). */
  readonly tracking: 0 | 1
  /** Columns by `list.column` that differ from their default. */
  readonly toggled: readonly string[]
}

const NAMES = /^[a-zA-Z]+\.[a-zA-Z]+$/

/** `pair;1;open.fee,history.orderId`, where nothing is chosen an empty text. */
export const writeOrderView = ({ isPairOnly, tracking, toggled }: OrderView): string =>
  [isPairOnly ? 'pair' : '', tracking, toggled.join(',')].join(';')

export function readOrderView(stored: string | null | undefined): OrderView {
  const [pair, tracking, toggled = ''] = (stored ?? '').split(';')
  return {
    isPairOnly: pair === 'pair',
    tracking: tracking === '1' ? 1 : 0,
    toggled: toggled.split(',').filter((name) => NAMES.test(name)),
  }
}

interface OrderViewStore extends Store<OrderView> {
  change(changes: Partial<OrderView>): void
}

const views = new WeakMap<KeyValueStorage, OrderViewStore>()

/** The view that a browser keeps. */
export function orderViewOf(storage: KeyValueStorage): OrderViewStore {
  const known = views.get(storage)
  if (known) return known
  const { getState, setState, subscribe } = createStore(
    readOrderView(storage.get(STORAGE_KEYS.orderView)),
  )
  const store = {
    getState,
    subscribe,
    change: (changes: Partial<OrderView>) => {
      setState({ ...getState(), ...changes })
      storage.set(STORAGE_KEYS.orderView, writeOrderView(getState()))
    },
  }
  views.set(storage, store)
  return store
}

/** The view, and what changes and keeps it. */
export function useOrderView(): readonly [OrderView, OrderViewStore['change']] {
  const store = orderViewOf(useServices().storage)
  return [useStore(store), store.change]
}
