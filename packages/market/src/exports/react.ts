export { useBook, useCandle, useConnection, useTicker, useTickers, useTrades } from '../react/hooks.ts'
