import { createContext } from 'react'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'

/** The prices that a form beside the list takes up. */
export interface AgainTarget {
  pick(price: string, more: { readonly size: string; readonly side: SpotOrder['side'] }): void
}

type OrderAgain = (order: SpotOrder) => (() => void) | undefined

/** What fills the form with an order once more; none where there is no form or no way to do so. */
export const OrderAgainContext = createContext<OrderAgain>(() => undefined)

/** Of the pair in front, what had a limit price and a size in coin. */
export const orderAgain =
  (spec: SpotSymbol, prices: AgainTarget | undefined): OrderAgain =>
  ({ symbol, price, size, sizeUnit, side }) =>
    prices && price !== null && symbol === spec.symbol && sizeUnit === 'base'
      ? () => prices.pick(price, { size, side })
      : undefined
