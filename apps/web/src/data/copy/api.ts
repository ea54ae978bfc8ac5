import type {
  CopyFollow,
  CopyLead,
  CopyLeader,
  CopyLeaderDetail,
  CopyOrder,
  CopyRecord,
  CopyShare,
  Paths,
  RequestOf,
} from '@x/api'
import { useProductUpdates } from '../hooks/useProductUpdates.ts'
import { call, type Params } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { CopyFollow, CopyLead, CopyLeader, CopyOrder }

type Keyed<Key extends keyof Paths> = Omit<RequestOf<Paths[Key]>, 'clientOid'>
export type FollowTerms = Keyed<'POST /v1/copy/follow/open'>
export type FollowFunds = Keyed<'POST /v1/copy/follow/fund'>
export type LeadTerms = Keyed<'POST /v1/copy/lead/open'>
/** How fills are copied. */
export type CopyTerms = Omit<FollowTerms, 'leadId' | 'allocation'>
/** What followers agree to. */
export type LeadConditions = Omit<LeadTerms, 'amount'>
export type LeadFunds = Keyed<'POST /v1/copy/lead/fund'>
export type LeadOrder = Keyed<'POST /v1/spot/order/place'>

/** How often worth and profit on screen are asked for again. */
const REFRESH_MS = 10_000
const pages = {
  initialPageParam: '',
  getNextPageParam: (page: Page<unknown>) => page.next ?? undefined,
}
const list = (path: string) => ({
  query: ({ pageParam }: { readonly pageParam: string }) => ({
    path,
    data: { limit: '30', ...(pageParam && { cursor: pageParam }) },
    silent: true,
  }),
  infiniteQueryOptions: pages,
  providesTags: ['Copy' as const],
})

/** Lead traders whose nickname has a text in it. */
export const findCopyLeaders = (data: Params<'GET /v1/copy/public/leaders'>, signal: AbortSignal) =>
  call('GET /v1/copy/public/leaders', data, { silent: true, signal })

const copyApi = api.enhanceEndpoints({ addTagTypes: ['Copy'] }).injectEndpoints({
  endpoints: (build) => ({
    copyLeaders: build.infiniteQuery<Page<CopyLeader>, 'live' | 'paper', string>({
      query: ({ queryArg: realm, pageParam }) => ({
        path: '/copy/public/leaders',
        data: { realm, limit: '30', ...(pageParam && { cursor: pageParam }) },
        ...PUBLIC_READ,
        silent: true,
      }),
      infiniteQueryOptions: pages,
      providesTags: ['Copy'],
    }),
    copyLeader: build.query<CopyLeaderDetail, string>({
      query: (leadId) => ({
        path: '/copy/public/leader',
        data: { leadId },
        ...PUBLIC_READ,
        silent: true,
      }),
      providesTags: ['Copy'],
    }),
    copyLead: build.query<CopyLead | null, void>({
      query: () => ({ path: '/copy/lead/own', silent: true }),
      providesTags: ['Copy'],
    }),
    copyFollows: build.infiniteQuery<Page<CopyFollow>, void, string>(list('/copy/follows')),
    copyOrders: build.infiniteQuery<Page<CopyOrder>, void, string>(list('/copy/orders')),
    copyShares: build.infiniteQuery<Page<CopyShare>, void, string>(list('/copy/shares')),
    copyRecords: build.infiniteQuery<Page<CopyRecord>, void, string>(list('/copy/records')),
  }),
})

/** What only the user's own doings change: the account stream says when. */
const opened = { refetchOnMountOrArgChange: true } as const
/** Worth and profit follow the market. */
const fresh = { refetchOnMountOrArgChange: true, pollingInterval: REFRESH_MS } as const

/** Lead traders of a realm, the best return first. */
export const useCopyLeaders = (realm: 'live' | 'paper') =>
  copyApi.useCopyLeadersInfiniteQuery(realm, fresh)

/** One lead trader with performance and holdings. */
export const useCopyLeader = (leadId: string): QueryView<CopyLeaderDetail> =>
  copyApi.useCopyLeaderQuery(leadId, fresh)

/** What the user leads with; `null`: the user does not lead. */
export const useCopyLead = ({ isNeeded = true } = {}): QueryView<CopyLead | null> =>
  copyApi.useCopyLeadQuery(undefined, { ...fresh, skip: !isNeeded })

/** Has what is on screen asked again when something of the user is copied, shared or ended. */
export function useCopyUpdates(): void {
  const dispatch = useAppDispatch()
  useProductUpdates('copy', () => void dispatch(copyApi.util.invalidateTags(['Copy'])))
}

/** What the user follows and followed, the latest first. */
export const useCopyFollows = ({ isNeeded = true } = {}) =>
  copyApi.useCopyFollowsInfiniteQuery(undefined, { ...fresh, skip: !isNeeded })
/** What became of the fills of leads. */
export const useCopyOrders = () => copyApi.useCopyOrdersInfiniteQuery(undefined, opened)
/** Profit shares that were paid and received. */
export const useCopyShares = () => copyApi.useCopySharesInfiniteQuery(undefined, opened)
/** Funds that went in and came out. */
export const useCopyRecords = () => copyApi.useCopyRecordsInfiniteQuery(undefined, opened)

/** The balance and the lead are judged after the key has been looked up. */
export const DECIDED = ['40201', '40401']

const changed = [api.util.invalidateTags(['Assets']), copyApi.util.invalidateTags(['Copy'])]

const submit =
  <Terms extends object, Answer>(path: string) =>
  (terms: Terms, submitter: Submitter<Terms>) =>
  async (dispatch: AppDispatch): Promise<Submitted<Answer>> => {
    const submitted = await submitter.submit<Answer>(terms, { path })
    for (const action of changed) dispatch(action)
    return submitted
  }

/** Copies a lead trader with funds of the spot account. */
export const openFollow = submit<FollowTerms, CopyFollow>('/copy/follow/open')
/** Pays into a follow, or takes out of it. */
export const fundFollow = submit<FollowFunds, CopyFollow>('/copy/follow/fund')
/** Becomes a lead trader. */
export const openLead = submit<LeadTerms, CopyLead>('/copy/lead/open')
/** Pays into the funds that the user leads with, or takes out of them. */
export const fundLead = submit<LeadFunds, CopyLead>('/copy/lead/fund')
/** Trades the funds that the user leads with. */
export const placeLeadOrder = submit<LeadOrder, object>('/spot/order/place')

/** Pauses, resumes or ends a follow. */
export const changeFollow =
  (followId: string, event: 'pause' | 'resume' | 'close') =>
  async (dispatch: AppDispatch): Promise<void> => {
    await dispatch(call(`POST /v1/copy/follow/${event}`, { followId }, { silent: true })).finally(
      () => changed.forEach(dispatch),
    )
  }

type Change = 'POST /v1/copy/follow/change' | 'POST /v1/copy/lead/change'

const change =
  <Key extends Change>(key: Key, terms: RequestOf<Paths[Key]>) =>
  async (dispatch: AppDispatch): Promise<void> => {
    await dispatch(call(key, terms, { silent: true })).finally(() => changed.forEach(dispatch))
  }

/** Changes how a lead trader is copied from now on. */
export const changeFollowTerms = (followId: string, terms: CopyTerms) =>
  change('POST /v1/copy/follow/change', { followId, ...terms })
/** Changes what new followers agree to. */
export const changeLeadTerms = (leadId: string, terms: LeadConditions) =>
  change('POST /v1/copy/lead/change', { leadId, ...terms })

/** Ends leading. */
export const closeLead =
  (leadId: string) =>
  async (dispatch: AppDispatch): Promise<void> => {
    await dispatch(call('POST /v1/copy/lead/close', { leadId }, { silent: true })).finally(() =>
      changed.forEach(dispatch),
    )
  }
