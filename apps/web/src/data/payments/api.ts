import type { Conversion, ConvertQuote, Paths, RequestOf, UserPayment } from '@x/api'
import { call, type Params } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { Conversion, ConvertQuote, UserPayment }

export type ConvertTerms = Omit<RequestOf<Paths['POST /v1/convert/accept']>, 'clientOid'>
/** What makes two payments the same request; the proof does not. */
export type SendTerms = Omit<RequestOf<Paths['POST /v1/asset/send']>, 'clientOid' | 'verifyToken'>

const pages = {
  initialPageParam: '',
  getNextPageParam: (page: { readonly next: string | null }) => page.next ?? undefined,
}
const pageAt = (path: string, cursor: string) => ({
  path,
  data: { limit: '30', ...(cursor && { cursor }) },
  silent: true,
})

const paymentsApi = api.enhanceEndpoints({ addTagTypes: ['Payments'] }).injectEndpoints({
  endpoints: (build) => ({
    conversions: build.infiniteQuery<Page<Conversion>, void, string>({
      query: ({ pageParam }) => pageAt('/convert/history', pageParam),
      infiniteQueryOptions: pages,
      providesTags: ['Payments'],
    }),
    userPayments: build.infiniteQuery<Page<UserPayment>, void, string>({
      query: ({ pageParam }) => pageAt('/asset/send/history', pageParam),
      infiniteQueryOptions: pages,
      providesTags: ['Payments'],
    }),
  }),
})

/** Conversions of the user, the latest first. */
export const useConversions = () =>
  paymentsApi.useConversionsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

/** What the user sent to users and received from them, the latest first. */
export const useUserPayments = () =>
  paymentsApi.useUserPaymentsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

/** A price that holds for some seconds. @throws RequestError */
export const quoteConversion = (data: Params<'POST /v1/convert/quote'>) =>
  call('POST /v1/convert/quote', data, { silent: true })

const changed = paymentsApi.util.invalidateTags(['Payments', 'Assets'])

/** These are judged after the key has been looked up. */
export const DECIDED = ['40201', '40209', '40231', '00005', '40401']

/** Converts at the price of a quote; repeated without an answer in between it happens once. */
export const acceptQuote =
  (terms: ConvertTerms, submitter: Submitter<ConvertTerms>) =>
  async (dispatch: AppDispatch): Promise<Submitted<Conversion>> => {
    const submitted = await submitter.submit<Conversion>(terms, { path: '/convert/accept' })
    dispatch(changed)
    return submitted
  }

/** Pays another user; repeated without an answer in between it happens once. */
export const sendToUser =
  (
    terms: SendTerms,
    {
      submitter,
      verifyToken,
    }: { readonly submitter: Submitter<SendTerms>; readonly verifyToken: string },
  ) =>
  async (dispatch: AppDispatch): Promise<Submitted<UserPayment>> => {
    const submitted = await submitter.submit<UserPayment>(terms, {
      path: '/asset/send',
      proof: { verifyToken },
    })
    dispatch(changed)
    return submitted
  }
