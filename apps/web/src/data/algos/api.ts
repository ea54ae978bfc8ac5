import type { AlgoOrder, Paths, RequestOf } from '@x/api'
import { call } from '../services/call.ts'
import { api } from '../store/api.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { AlgoOrder }
export type AlgoTerms = Omit<RequestOf<Paths['POST /v1/spot/algo/place']>, 'clientOid'>

const algoApi = api.enhanceEndpoints({ addTagTypes: ['Algos'] }).injectEndpoints({
  endpoints: (build) => ({
    algoOrders: build.query<{ readonly items: readonly AlgoOrder[] }, void>({
      query: () => ({ path: '/spot/algo/list', silent: true }),
      providesTags: ['Algos'],
    }),
  }),
})

/** How old the progress on screen may be, in milliseconds. */
const AGE_MS = 3_000

/** Algo orders of the session's realm, kept current while they are shown. */
export const useAlgoOrders = (): QueryView<{ readonly items: readonly AlgoOrder[] }> =>
  algoApi.useAlgoOrdersQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: AGE_MS,
    skipPollingIfUnfocused: true,
  })

/** The gateway looks the key up before it refuses with one of these. */
export const ALGO_DECIDED = ['40902', '42902']

const refresh = algoApi.util.invalidateTags(['Algos'])

/** Starts an algo order. */
export const placeAlgo =
  (terms: AlgoTerms, submitter: Submitter<AlgoTerms>) =>
  async (dispatch: AppDispatch): Promise<Submitted<AlgoOrder>> => {
    const submitted = await submitter.submit<AlgoOrder>(terms, { path: '/spot/algo/place' })
    dispatch(refresh)
    return submitted
  }

/** Stops an algo order and cancels what it has open. @throws RequestError */
export const stopAlgo =
  (algoId: string) =>
  async (dispatch: AppDispatch): Promise<void> => {
    await dispatch(call('POST /v1/spot/algo/stop', { algoId })).finally(() => dispatch(refresh))
  }
