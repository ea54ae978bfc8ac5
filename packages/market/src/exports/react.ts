export {
  useBook,
  useBookStore,
  useBookStatus,
  useCandle,
  useConnection,
  useMarkPrice,
  useQuotesStore,
  useTicker,
  useTickers,
  useTrades,
} from '../react/hooks.ts'
export type { BookOptions, Quotes, ThrottleOptions } from '../react/hooks.ts'
export type { TimedBookStatus } from '../react/bookStatusStore.ts'
