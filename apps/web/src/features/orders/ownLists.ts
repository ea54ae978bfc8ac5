export { OpenOrders, TriggerOrders } from './lists.tsx'
export { OwnSideFeed } from './OwnSideFeed.tsx'
export { OwnTools } from './OwnTools.tsx'
