import { useStore } from '@x/kit/react'
import { useMemo } from 'react'
import { api } from '../store/api.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { type Valuation, valuationIn, type ValuationRates } from './valuationRates.ts'

const assetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    valuationRates: build.query<ValuationRates, void>({
      query: () => ({ path: '/mix/config/valuation', ...PUBLIC_READ, silent: true }),
      keepUnusedDataFor: 3_600,
    }),
  }),
})

/** What assets are worth in the currency that the trader chose. */
export function useValuation(): Valuation {
  const { preferences } = useServices()
  const unit = useStore(preferences, (state) => state.unit)
  const { data: fetched } = assetsApi.useValuationRatesQuery()
  return useMemo(() => valuationIn(unit, { fetched }), [unit, fetched])
}
