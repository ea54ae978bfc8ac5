import type {
  P2pConfig,
  P2pOwnAdvert,
  P2pPaymentMethod,
  P2pPaymentType,
  P2pProfile,
  Paths,
  RequestOf,
} from '@x/api'
import { call, type Params } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { P2pConfig, P2pOwnAdvert, P2pPaymentMethod, P2pPaymentType }

/** What makes two adverts the same request; the proof does not. */
export type AdvertTerms = Omit<
  RequestOf<Paths['POST /v1/p2p/advert/publish']>,
  'clientOid' | 'verifyToken'
>

/** How often remaining coins and index prices on screen are asked for again. */
const REFRESH_MS = 10_000
const SILENT = { silent: true } as const

const advertApi = api.enhanceEndpoints({ addTagTypes: ['P2pOwn'] }).injectEndpoints({
  endpoints: (build) => ({
    p2pOffer: build.query<P2pConfig, void>({
      query: () => ({ path: '/p2p/public/config', ...PUBLIC_READ, silent: true }),
    }),
    p2pOwnAdverts: build.infiniteQuery<Page<P2pOwnAdvert>, void, string>({
      query: ({ pageParam }) => ({
        path: '/p2p/advert/list',
        data: { limit: '30', ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['P2pOwn'],
    }),
    p2pPayments: build.query<readonly P2pPaymentMethod[], void>({
      query: () => ({ path: '/p2p/payment/list', silent: true }),
      providesTags: ['P2pOwn'],
    }),
    p2pOwnProfile: build.query<P2pProfile, void>({
      query: () => ({ path: '/p2p/profile/detail', silent: true }),
      providesTags: ['P2pOwn'],
    }),
  }),
})

const fresh = { refetchOnMountOrArgChange: true, pollingInterval: REFRESH_MS } as const

/** Coins, currencies and kinds of payment, and the index prices. */
export const useP2pOffer = (): QueryView<P2pConfig> => advertApi.useP2pOfferQuery(undefined, fresh)

/** Adverts of the user, the latest first. */
export const useOwnAdverts = () => advertApi.useP2pOwnAdvertsInfiniteQuery(undefined, fresh)

/** How the user is paid. */
export const usePayments = (): QueryView<readonly P2pPaymentMethod[]> =>
  advertApi.useP2pPaymentsQuery(undefined, { refetchOnMountOrArgChange: true })

/** The user as others see them. */
export const useOwnProfile = (): QueryView<P2pProfile> =>
  advertApi.useP2pOwnProfileQuery(undefined, { refetchOnMountOrArgChange: true })

/** The balance is judged after the key has been looked up. */
export const DECIDED = ['40201']

const changed = [api.util.invalidateTags(['Assets']), advertApi.util.invalidateTags(['P2pOwn'])]

/** Publishes an advert; repeated without an answer in between it happens once. */
export const publishAdvert =
  (
    terms: AdvertTerms,
    {
      submitter,
      verifyToken,
    }: { readonly submitter: Submitter<AdvertTerms>; readonly verifyToken: string },
  ) =>
  async (dispatch: AppDispatch): Promise<Submitted<P2pOwnAdvert>> => {
    const path = '/p2p/advert/publish'
    const submitted = await submitter.submit<P2pOwnAdvert>(terms, { path, proof: { verifyToken } })
    for (const action of changed) dispatch(action)
    return submitted
  }

/** What changes adverts, payment methods and the name. */
type Change =
  | `POST /v1/p2p/advert/${'edit' | 'pause' | 'resume' | 'close'}`
  | `POST /v1/p2p/payment/${'add' | 'remove'}`
  | 'POST /v1/p2p/profile/rename'

/** Sends one change that may be repeated. @throws RequestError */
export const changeP2p =
  <Key extends Change>(key: Key, data: Params<Key>) =>
  async (dispatch: AppDispatch): Promise<void> => {
    try {
      await dispatch(call(key, data as never, SILENT))
    } finally {
      for (const action of changed) dispatch(action)
    }
  }
