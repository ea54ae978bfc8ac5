import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

/** `GET /v1/spot/paper/account`: amounts by asset, decimal strings; times in milliseconds. */
export interface PaperAccount {
  readonly season: number
  /** What the day still lets one add. */
  readonly topUpLeft: Readonly<Record<string, string>>
  readonly topUpRenewsAt: number
  /** The latest first. */
  readonly seasons: readonly { readonly season: number; readonly startedAt: number }[]
}

/** `GET /v1/spot/public/pace` (docs/adr/paper.md). */
export interface MarketSpeed {
  /** Whether it is this gateway's traders' to change. */
  readonly controllable: boolean
  readonly speed: string
  readonly paused: boolean
}

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
      query: () => ({ path: '/spot/public/pace', ...PUBLIC_READ, silent: true }),
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
