import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'

const HALF_HOURS_OF_A_DAY = '48'
/** How often the closes of the last day are fetched, in milliseconds. */
const REFRESH_MS = 300_000

const candlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    dayCloses: build.query<readonly string[], string>({
      query: (symbol) => ({
        path: '/spot/public/candles',
        data: { symbol, interval: '30m', limit: HALF_HOURS_OF_A_DAY },
        ...PUBLIC_READ,
        silent: true,
      }),
      transformResponse: (candles: readonly { readonly close: string }[]) =>
        candles.map(({ close }) => close),
      keepUnusedDataFor: REFRESH_MS / 1_000,
    }),
  }),
})

const NONE: readonly string[] = []

/** The closes of the last day, one for each half hour; none until they are known. */
export const useDayCloses = (symbol: string): readonly string[] =>
  candlesApi.useDayClosesQuery(symbol, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  }).data ?? NONE
