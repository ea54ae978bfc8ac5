export {
  createMarketClient,
  type MarketClient,
  type MarketClientOptions,
  type MarketEvent,
} from '../createMarketClient.ts'
export { type Subscription } from '../Subscription.ts'
export { type ConnectionState } from '../connection/createConnection.ts'
export { type TabPorts, type TabRole, tabTable } from '../connection/createSharedConnection.ts'
export {
  type BookLevel,
  type BookStatus,
  type BookView,
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  type RunningCandle,
  type Side,
  type Ticker,
  type TradeRow,
} from '../model.ts'
export { groupLevels } from '../book/groupLevels.ts'
export { bookTable, VIEW_DEPTH } from '../book/createBook.ts'
export { crc32 } from '../book/crc32.ts'
export { type FrameScheduler, type MarketSocket, type Wake } from '../ports.ts'
export { browserFrame, browserSocket, browserWake } from '../browser.ts'
