/** What other features may import of `order-book`. */
export { BookPanel } from './BookPanel.tsx'
export { decimalsOfStep } from './grouping.ts'
export { OrderBook } from './OrderBook.tsx'
export { TradeList } from './TradeList.tsx'
