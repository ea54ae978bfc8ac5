import type { MarketClient } from '@x/market'
import { useAppServices } from '../services/appServices.ts'

/** The live market data: books, trades, tickers, candles. */
export const useMarket = (): MarketClient => useAppServices().market
