import { createStore, type Store } from '@x/kit'
import type { Side } from '../../data/spot/model.ts'

export interface PickedPrice {
  readonly price: string
  /** Of the coin; `undefined` leaves the amount as it is. */
  readonly size?: string | undefined
  /** `undefined` leaves the side as it is. */
  readonly side?: Side | undefined
  /** Rises with each pick, so that the same level picked again counts again. */
  readonly count: number
}

export type Pick = Omit<PickedPrice, 'price' | 'count'>

/** A price pressed in the book, on its way to the order form. */
export interface PickedPriceStore extends Store<PickedPrice | undefined> {
  pick(price: string, more?: Pick): void
  /** Nobody waits for the last pick any more. */
  clear(): void
}

export function createPickedPriceStore(): PickedPriceStore {
  const store = createStore<PickedPrice | undefined>(undefined)
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    pick: (price, more = {}) =>
      store.setState({ ...more, price, count: (store.getState()?.count ?? 0) + 1 }),
    clear: () => store.setState(undefined),
  }
}
