import type { StopBounds } from '@x/trading'

/** What a futures order would cost and change; what is not known is `undefined`. */
export interface FuturesFigures {
  /** In the base coin or in contracts. */
  readonly size: string | undefined
  /** What the order trades at: its limit, or the average that the book gives. */
  readonly price: string | undefined
  /** In quote. */
  readonly value: string | undefined
  /** In the margin coin: rise of the initial margin, open loss and fee. */
  readonly cost: string | undefined
  readonly fee: string | undefined
  /** Liquidation price, `null`: none, and `liquidating`: at once. */
  readonly before: string | null | undefined
  readonly after: string | null | undefined
  readonly isLiquidating: boolean
  /** Per cent, once the order has filled. */
  readonly ratio: string | null | undefined
  /** Where its exits may be. */
  readonly bounds: StopBounds | undefined
  /** The book has less than the order. */
  readonly isThin: boolean
}

export const NO_FIGURES: FuturesFigures = {
  size: undefined,
  price: undefined,
  value: undefined,
  cost: undefined,
  fee: undefined,
  before: undefined,
  after: undefined,
  isLiquidating: false,
  ratio: undefined,
  bounds: undefined,
  isThin: false,
}
