export { useBook, useBookTrust, useCandle, useConnection, useTicker, useTickers, useTrades } from '../react/hooks.ts'
export type { BookTrust } from '../react/trustStore.ts'
