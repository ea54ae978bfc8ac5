import { api } from '../store/api.ts'
import type { Page } from '../spot/model.ts'
import { type FundsSending, submitFunds } from '../submissions/submitFunds.ts'

/** Names as the wire has them (gateway README, Spot and paper trading, docs/adr/trading.md). */
export interface TransferAsset {
  readonly asset: string
  readonly available: string
  /** Of its smallest unit: no amount has more. */
  readonly decimals: number
}

export interface TransferAccount {
  readonly userId: string
  readonly isMain: boolean
  readonly label: string | null
  readonly isFrozen: boolean
  /** `null`: not this user's to see, and not to send from. */
  readonly assets: readonly TransferAsset[] | null
}

export interface TransferTerms {
  readonly fromUserId: string
  readonly toUserId: string
  readonly asset: string
  readonly amount: string
}

export interface TransferRecord extends TransferTerms {
  readonly transferId: string
  readonly clientOid: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

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
export const { useTransferAccountsQuery, useTransfersInfiniteQuery } = transferApi

/** The balance, and whether the accounts are there, are judged after the key has been looked up. */
export const DECIDED = ['40201', '40401']

/** Moves funds between the holder's accounts. */
export const sendTransfer = (terms: TransferTerms, sending: FundsSending<TransferTerms>) =>
  submitFunds(terms, {
    ...sending,
    path: '/asset/transfer',
    changed: [api.util.invalidateTags(['Assets']), transferApi.util.invalidateTags(['Transfers'])],
  })
