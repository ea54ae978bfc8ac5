import { createStore } from '@x/kit'
import type { Subscription } from './Subscription.ts'
import type { Ticker } from './model.ts'

/** What a server renders, also when the browser knows tickers already. */
const NONE: Readonly<Record<string, Ticker>> = {}

/** The tickers of several symbols as one store, for a market table. */
export function createTickerBoard(
  symbols: readonly string[],
  ticker: (symbol: string) => Subscription<Ticker | undefined>,
): Subscription<Readonly<Record<string, Ticker>>> {
  const parts = symbols.map((symbol) => ({ symbol, subscription: ticker(symbol) }))
  const read = (): Record<string, Ticker> => {
    const known = parts.flatMap(({ symbol, subscription }) => {
      const value = subscription.store.getState()
      return value ? [[symbol, value] as const] : []
    })
    return Object.fromEntries(known)
  }
  const store = createStore<Readonly<Record<string, Ticker>>>(read())
  const stops = parts.map(({ subscription }) =>
    subscription.store.subscribe(() => store.setState(read())),
  )
  return {
    store: { ...store, getInitialState: () => NONE },
    release() {
      for (const stop of stops) stop()
      for (const { subscription } of parts) subscription.release()
    },
  }
}
