import { createStore, type Store } from '@x/kit'

export interface PickedPrice {
  readonly price: string
  /** Rises with each pick, so that the same level picked again counts again. */
  readonly count: number
}

/** A price pressed in the book, on its way to the order form. */
export interface PriceDesk extends Store<PickedPrice | undefined> {
  pick(price: string): void
  /** Nobody waits for the last pick any more. */
  clear(): void
}

export function createPriceDesk(): PriceDesk {
  const store = createStore<PickedPrice | undefined>(undefined)
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    pick: (price) => store.setState({ price, count: (store.getState()?.count ?? 0) + 1 }),
    clear: () => store.setState(undefined),
  }
}
