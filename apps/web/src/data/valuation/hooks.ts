import { useTickers } from '@x/market/react'
import { useMemo } from 'react'
import { api } from '../store/api.ts'
import { useMarket } from '../market/useMarket.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { useValuationChoice } from './useValuationChoice.ts'
import { type Valuation, valuationIn, type ValuationRates } from './valuationRates.ts'

const assetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    valuationRates: build.query<ValuationRates, void>({
      query: () => ({ path: '/mix/config/valuation', ...PUBLIC_READ, silent: true }),
      keepUnusedDataFor: 3_600,
    }),
  }),
})

const BITCOIN = 'BTCUSDT'
const NONE: readonly string[] = []

/** What assets are worth in the currency or coin that the trader chose. */
export function useValuation(): Valuation {
  const { chosen } = useValuationChoice()
  const tickers = useTickers(useMarket(), chosen === 'BTC' ? [BITCOIN] : NONE)
  const btcPrice = tickers[BITCOIN]?.last
  const { data: fetched } = assetsApi.useValuationRatesQuery()
  return useMemo(() => valuationIn(chosen, { fetched, btcPrice }), [chosen, fetched, btcPrice])
}
