export { OpenOrders, TriggerOrders } from './lists.tsx'
export { OwnSideFeed } from '../../data/hooks/OwnSideFeed.tsx'
export { OwnTools } from './OwnTools.tsx'
