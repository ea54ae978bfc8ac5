import type {
  AddressBook,
  BookEntry,
  Paths,
  RequestOf,
  ResponseOf,
  Withdrawal,
  WithdrawalCoin,
  WithdrawalSettings,
} from '@x/api'
import { useEffect } from 'react'
import { call, type Params } from '../services/call.ts'
import {
  answeredBy,
  mergedBy,
  useCacheDispatch,
  useStreamedList,
} from '../hooks/useStreamedList.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { BookEntry, Withdrawal, WithdrawalCoin, WithdrawalSettings }

/** What makes two withdrawals the same request; the quote and the proof do not. */
export type WithdrawalTerms = Omit<
  RequestOf<Paths['POST /v1/spot/withdraw/apply']>,
  'clientOid' | 'verifyToken' | 'quoteId' | 'tag'
>

type States = ResponseOf<Paths['POST /v1/spot/withdraw/batchQuery']>
const NONE: readonly never[] = []
const PAGE_SIZE = '50'
const SILENT = { silent: true } as const

const withdrawalApi = api
  .enhanceEndpoints({ addTagTypes: ['Withdrawals', 'AddressBook'] })
  .injectEndpoints({
    endpoints: (build) => ({
      withdrawalSettings: build.query<WithdrawalSettings, void>({
        query: () => ({ path: '/spot/withdraw/settings', silent: true }),
        providesTags: ['Withdrawals', 'AddressBook', 'Assets'],
      }),
      withdrawals: build.query<Page<Withdrawal>, void>({
        query: () => ({
          path: '/spot/withdraw/history',
          data: { limit: PAGE_SIZE },
          silent: true,
        }),
        merge: ({ items: shown }, answer) => ({
          ...answer,
          items: answeredBy('withdrawalId', { shown, answer: answer.items }),
        }),
        providesTags: ['Withdrawals'],
      }),
      withdrawalStates: build.query<States, readonly string[]>({
        query: (ids) => ({
          method: 'POST',
          path: '/spot/withdraw/batchQuery',
          data: { ids },
          silent: true,
        }),
      }),
      addressBook: build.query<AddressBook, void>({
        query: () => ({ path: '/asset/book/list', silent: true }),
        providesTags: ['AddressBook'],
      }),
    }),
  })

/** What may be withdrawn, asked for anew each time the page opens. */
export const useWithdrawalSettings = () =>
  withdrawalApi.useWithdrawalSettingsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: 30_000,
  })

/** The user's address book. */
export const useAddressBook = () =>
  withdrawalApi.useAddressBookQuery(undefined, { refetchOnMountOrArgChange: true })

/** Without the private socket: of what is under way, and of the whole list. */
const POLL_MS = { states: 5_000, list: 30_000 }
const ENDED: ReadonlySet<Withdrawal['state']> = new Set([
  'completed',
  'cancelled',
  'rejected',
  'failed',
])

/** Asks for the states of what is under way, and for the list anew once one has changed. */
function usePolledStates(items: readonly Withdrawal[], { isLive }: { readonly isLive: boolean }) {
  const dispatch = useCacheDispatch()
  const ids = items.flatMap(({ withdrawalId, state }) => (ENDED.has(state) ? [] : [withdrawalId]))
  const { data } = withdrawalApi.useWithdrawalStatesQuery(ids, {
    skip: isLive || ids.length === 0,
    pollingInterval: POLL_MS.states,
  })
  const hasChanged =
    !isLive &&
    data?.items.some((found) =>
      items.some(
        ({ withdrawalId, state }) => withdrawalId === found.withdrawalId && state !== found.state,
      ),
    ) === true
  useEffect(() => {
    if (hasChanged) dispatch(withdrawalApi.util.invalidateTags(['Withdrawals']))
  }, [hasChanged, data, dispatch])
}

/** The latest withdrawals; the private socket sends each step of one. */
export function useWithdrawals() {
  const dispatch = useCacheDispatch()
  const isLive = useStreamedList('withdrawals', {
    merge: (changed) =>
      void dispatch(
        withdrawalApi.util.updateQueryData('withdrawals', undefined, (page) => ({
          ...page,
          items: mergedBy('withdrawalId', { items: page.items, changed }),
        })),
      ),
    refetch: () => void dispatch(withdrawalApi.util.invalidateTags(['Withdrawals'])),
  })
  const query = withdrawalApi.useWithdrawalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isLive ? 0 : POLL_MS.list,
  })
  usePolledStates(query.data?.items ?? NONE, { isLive })
  return query
}

const changed = withdrawalApi.util.invalidateTags(['Withdrawals', 'Assets'])

/** The fee of a withdrawal now. @throws RequestError */
export const quoteWithdrawal = (data: Params<'GET /v1/spot/withdraw/quote'>) =>
  call('GET /v1/spot/withdraw/quote', data, SILENT)

/** These are judged after the key has been looked up. */
export const DECIDED = ['40201', '40209', '40231', '00005']

/** Requests a withdrawal; repeated without an answer in between it happens once. */
export const requestWithdrawal =
  (
    terms: WithdrawalTerms,
    {
      submitter,
      quoteId,
      verifyToken,
    }: {
      readonly submitter: Submitter<WithdrawalTerms>
      readonly quoteId: string
      readonly verifyToken: string | undefined
    },
  ) =>
  async (dispatch: AppDispatch): Promise<Submitted<Withdrawal>> => {
    const submitted = await submitter.submit<Withdrawal>(terms, {
      path: '/spot/withdraw/apply',
      proof: { quoteId, ...(verifyToken === undefined ? {} : { verifyToken }) },
    })
    dispatch(changed)
    return submitted
  }

/** Cancels a withdrawal that is not signed yet. @throws RequestError */
export const cancelWithdrawal =
  (withdrawalId: string) =>
  async (dispatch: AppDispatch): Promise<void> => {
    try {
      await dispatch(call('POST /v1/spot/withdraw/cancel', { withdrawalId }, SILENT))
    } finally {
      dispatch(changed)
    }
  }

/** The endpoints that change the address book and what it is used for. */
export type BookChange =
  | `POST /v1/asset/book/${'add' | 'remove' | 'whitelist'}`
  | 'POST /v1/user/security/withdrawNoPassword'

/** Sends one change of the address book. @throws RequestError */
export const changeBook =
  <Key extends BookChange>(key: Key, data: Params<Key>) =>
  async (dispatch: AppDispatch): Promise<void> => {
    try {
      await dispatch(call(key, data as never, SILENT))
    } finally {
      dispatch(withdrawalApi.util.invalidateTags(['AddressBook']))
    }
  }
