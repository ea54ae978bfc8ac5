export {
  createMarketClient,
  type MarketClient,
  type MarketClientOptions,
  type MarketEvent,
} from '../createMarketClient.ts'
export { type Subscription } from '../Subscription.ts'
export { type ConnectionState } from '../connection/MarketConnection.ts'
export { type TabRole, tabTable } from '../connection/createLeaderElection.ts'
export { type TabPorts } from '../connection/createSharedConnection.ts'
export {
  type BookLevel,
  type BookStatus,
  type BookView,
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  type CandlePrice,
  type MarkPrice,
  type RunningCandle,
  type Side,
  type Ticker,
  type TradeRow,
} from '../model.ts'
export { type GroupOptions, groupLevels } from '../book/groupLevels.ts'
export { bookTable, VIEW_DEPTH } from '../book/createBook.ts'
export { crc32 } from '../book/crc32.ts'
export { type FrameScheduler } from '../ports.ts'
export { browserFrame } from '../browser.ts'
