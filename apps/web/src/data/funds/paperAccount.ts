import type { MarketSpeed, PaperAccount } from '@x/api'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

export type { MarketSpeed, PaperAccount }

export type MarketSpeedChange =
  | { readonly action: 'pause' | 'resume' | 'step' }
  | { readonly action: 'speed'; readonly speed: string }

const paperAccountApi = api.injectEndpoints({
  endpoints: (build) => ({
    paperAccount: build.query<PaperAccount, void>({
      query: () => ({ path: '/spot/paper/account', silent: true }),
      providesTags: ['Assets'],
    }),
    marketSpeed: build.query<MarketSpeed, void>({
      query: () => ({ path: '/spot/public/speed', ...PUBLIC_READ, silent: true }),
    }),
    changeMarketSpeed: build.mutation<MarketSpeed, MarketSpeedChange>({
      query: (data) => ({ method: 'POST', path: '/paper/market', data }),
      async onQueryStarted(_verb, { dispatch, queryFulfilled }) {
        // A refusal has been shown by the request layer; what is known of the marketSpeed stays.
        const changed = await queryFulfilled.catch(() => undefined)
        if (changed)
          void dispatch(
            paperAccountApi.util.upsertQueryData('marketSpeed', undefined, changed.data),
          )
      },
    }),
  }),
})
export const { usePaperAccountQuery, useMarketSpeedQuery, useChangeMarketSpeedMutation } =
  paperAccountApi
