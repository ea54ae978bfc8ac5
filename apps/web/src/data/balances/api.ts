import { api } from '../store/api.ts'
import type { SpotAsset, SpotPosition } from '../spot/model.ts'

/** Balances, kept in step by the private stream, and the holdings behind average prices. */
export const balancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    assets: build.query<readonly SpotAsset[], void>({
      query: () => '/spot/account/assets',
      providesTags: ['Assets'],
    }),
    positions: build.query<readonly SpotPosition[], void>({
      query: () => '/spot/account/positions',
      providesTags: ['Assets', 'Fills'],
    }),
  }),
})
