export {
  useBook,
  useBookStore,
  useBookTrust,
  useCandle,
  useConnection,
  useQuotesStore,
  useTicker,
  useTickers,
  useTrades,
} from '../react/hooks.ts'
export type { Calm, Quotes } from '../react/hooks.ts'
export type { BookTrust } from '../react/trustStore.ts'
