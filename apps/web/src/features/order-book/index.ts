/** What other features may import of `order-book`. */
export { BookPanel, TradesPanel } from './BookPanel.tsx'
export type { OnPick } from './BookSide.tsx'
export { decimalsOfStep } from './decimalsOfStep.ts'
export { OrderBook } from './OrderBook.tsx'
export { SpreadRow } from './SpreadRow.tsx'
export { TradeList } from './TradeList.tsx'
