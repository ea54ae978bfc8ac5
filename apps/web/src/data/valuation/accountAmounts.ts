import type { AccountAmount } from '@x/api'
import { syncTopic } from '../futures/topicUpdates.ts'
import { api } from '../store/api.ts'
import type { QueryView } from '../store/queryView.ts'

export type { AccountAmount }

const amountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    accountAmounts: build.query<readonly AccountAmount[], void>({
      query: () => ({ path: '/asset/accounts', silent: true }),
      onCacheEntryAdded: (_none, entry) =>
        syncTopic<AccountAmount, readonly AccountAmount[]>(entry, {
          topic: 'accounts',
          keyOf: ({ account, asset }) => `${account} ${asset}`,
          isKept: () => true,
          items: { of: (amounts) => amounts, into: (_before, amounts) => amounts },
        }),
    }),
  }),
})

/** What is in the accounts beside spot, kept in step by the private stream. */
export const useAccountAmounts = (): QueryView<readonly AccountAmount[]> =>
  amountsApi.useAccountAmountsQuery(undefined, { refetchOnMountOrArgChange: true })
