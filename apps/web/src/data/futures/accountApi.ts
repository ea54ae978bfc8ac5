import type { FuturesAccount, FuturesWallet } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { futuresApi } from './api.ts'
import { syncTopic } from './topicUpdates.ts'

export type { FuturesAccount, FuturesWallet }

const accountApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    futuresAccount: build.query<FuturesAccount, void>({
      query: () => ({ path: '/futures/account', silent: true }),
      providesTags: ['FuturesAccount'],
      onCacheEntryAdded: (_none, entry) =>
        syncTopic<FuturesWallet, FuturesAccount>(entry, {
          topic: 'futuresAccount',
          keyOf: ({ marginCoin }) => marginCoin,
          isKept: () => true,
          // What changed a wallet is in the records.
          onDelta: () => entry.dispatch(futuresApi.util.invalidateTags(['FuturesRecords'])),
          items: {
            of: ({ wallets }) => wallets,
            into: (account, wallets) => ({ ...account, wallets: [...wallets] }),
          },
        }),
    }),
  }),
})

/** Wallets, modes and contract settings of the user, kept in step by the private stream. */
export const useFuturesAccount = (): QueryView<FuturesAccount> =>
  accountApi.useFuturesAccountQuery()
