import type { MarketSpeed, PaperAccount, Paths, RequestOf } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

export type { MarketSpeed, PaperAccount }

export type MarketSpeedChange = RequestOf<Paths['POST /v1/paper/market']>

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

/** The paper account with its seasons; `isNeeded: false` fetches nothing. */
export const usePaperAccount = ({ isNeeded = true } = {}): QueryView<PaperAccount> =>
  paperAccountApi.usePaperAccountQuery(undefined, { skip: !isNeeded })

/** How fast the simulated market runs, fetched anew every `pollMs` while the page is in front. */
export const useMarketSpeed = ({ pollMs }: { readonly pollMs: number }): QueryView<MarketSpeed> =>
  paperAccountApi.useMarketSpeedQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
  })

/** Pauses, resumes, steps or sets the speed: `[change, { isLoading }]`. */
export const useChangeMarketSpeed = () => paperAccountApi.useChangeMarketSpeedMutation()
