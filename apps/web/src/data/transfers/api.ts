import type { Transfer as TransferRecord, TransferAccount, TransferRequest } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { api } from '../store/api.ts'
import type { Page } from '../spot/model.ts'
import { type FundsSending, submitFunds } from '../submissions/submitFunds.ts'

export type { TransferAccount, TransferRecord }

/** A balance that may be sent from an account; no amount has more than its `decimals`. */
export type TransferAsset = NonNullable<TransferAccount['assets']>[number]

export type TransferTerms = Omit<TransferRequest, 'clientOid'>

const PAGE_SIZE = '50'

const transferApi = api.enhanceEndpoints({ addTagTypes: ['Transfers'] }).injectEndpoints({
  endpoints: (build) => ({
    transferAccounts: build.query<readonly TransferAccount[], void>({
      query: () => ({ path: '/asset/transfer/accounts', silent: true }),
      providesTags: ['Transfers'],
    }),
    transfers: build.infiniteQuery<Page<TransferRecord>, void, string>({
      query: ({ pageParam }) => ({
        path: '/asset/transfer/history',
        data: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['Transfers'],
    }),
  }),
})

/** The holder's accounts, fetched anew each time the page opens: no stream reports a transfer. */
export const useTransferAccounts = ({ isNeeded = true } = {}): QueryView<
  readonly TransferAccount[]
> =>
  transferApi.useTransferAccountsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    skip: !isNeeded,
  })

/** The transfers of the holder, page by page, fetched anew each time the page opens. */
export const useTransfers = () =>
  transferApi.useTransfersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

/** The balance, and whether the accounts are there, are judged after the key has been looked up. */
export const DECIDED = ['40201', '40401']

/** Moves funds between the holder's accounts. */
export const sendTransfer = (terms: TransferTerms, sending: FundsSending<TransferTerms>) =>
  submitFunds(terms, {
    ...sending,
    path: '/asset/transfer',
    changed: [api.util.invalidateTags(['Assets']), transferApi.util.invalidateTags(['Transfers'])],
  })
