import type { EarnPayment, EarnPosition, EarnProduct, Paths, RequestOf } from '@x/api'
import { call } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { useProductUpdates } from '../hooks/useProductUpdates.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { EarnPayment, EarnPosition, EarnProduct }

export type SubscribeTerms = Omit<RequestOf<Paths['POST /v1/earn/subscribe']>, 'clientOid'>
export type RedeemTerms = Omit<RequestOf<Paths['POST /v1/earn/redeem']>, 'clientOid'>

const earnApi = api.enhanceEndpoints({ addTagTypes: ['Earn'] }).injectEndpoints({
  endpoints: (build) => ({
    earnProducts: build.query<readonly EarnProduct[], void>({
      query: () => ({ path: '/earn/products', ...PUBLIC_READ, silent: true }),
      providesTags: ['Earn'],
    }),
    earnPositions: build.query<readonly EarnPosition[], void>({
      query: () => ({ path: '/earn/positions', silent: true }),
      providesTags: ['Earn'],
    }),
    earnHistory: build.infiniteQuery<Page<EarnPayment>, void, string>({
      query: ({ pageParam }) => ({
        path: '/earn/history',
        data: { limit: '30', ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['Earn'],
    }),
  }),
})

/** What is offered, fetched anew each time the page opens. */
export const useEarnProducts = (): QueryView<readonly EarnProduct[]> =>
  earnApi.useEarnProductsQuery(undefined, { refetchOnMountOrArgChange: true })

/** What the user has in products now. */
export const useEarnPositions = ({ isNeeded = true } = {}): QueryView<readonly EarnPosition[]> =>
  earnApi.useEarnPositionsQuery(undefined, { refetchOnMountOrArgChange: true, skip: !isNeeded })

/** Interest that was paid, the latest first. */
export const useEarnHistory = () =>
  earnApi.useEarnHistoryInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

const changed = [api.util.invalidateTags(['Assets']), earnApi.util.invalidateTags(['Earn'])]

/** The balance and the limits are judged after the key has been looked up. */
export const DECIDED = ['40201', '40401']

/** Puts funds into a product. */
export const subscribeEarn = (terms: SubscribeTerms, submitter: Submitter<SubscribeTerms>) =>
  submit(terms, { submitter, path: '/earn/subscribe' })

/** Takes funds out of a product. */
export const redeemEarn = (terms: RedeemTerms, submitter: Submitter<RedeemTerms>) =>
  submit(terms, { submitter, path: '/earn/redeem' })

const submit =
  <Terms extends object>(
    terms: Terms,
    { submitter, path }: { readonly submitter: Submitter<Terms>; readonly path: string },
  ) =>
  async (dispatch: AppDispatch): Promise<Submitted<EarnPosition>> => {
    const submitted = await submitter.submit<EarnPosition>(terms, { path })
    for (const action of changed) dispatch(action)
    return submitted
  }

/** Whether a fixed term is followed by another one. */
export const setAutoRenew =
  (positionId: string, enabled: boolean) =>
  async (dispatch: AppDispatch): Promise<void> => {
    await dispatch(
      call('POST /v1/earn/autoRenew', { positionId, enabled }, { silent: true }),
    ).finally(() => dispatch(earnApi.util.invalidateTags(['Earn'])))
  }

/** Has what is on screen asked again when interest is paid, or a position begins or ends. */
export function useEarnUpdates(): void {
  const dispatch = useAppDispatch()
  useProductUpdates('earn', () => void dispatch(earnApi.util.invalidateTags(['Earn'])))
}
