export { AssetsTable } from './AssetsTable.tsx'
export { Fills, OpenOrders, OrderHistory, TriggerOrders } from './lists.tsx'
export { OwnSideFeed } from './OwnSideFeed.tsx'
export { OwnTools } from './OwnTools.tsx'
