import type {
  MarginAccount,
  MarginMaxima,
  MarginMaximum,
  MarginRate,
  MarginTier,
  Paths,
  RequestOf,
} from '@x/api'
import { syncTopic } from '../futures/topicUpdates.ts'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { MarginAccount, MarginMaximum, MarginRate, MarginTier }

/** The query cache with what commands on margin accounts change. */
export const marginApi = api.enhanceEndpoints({ addTagTypes: ['Margin', 'MarginRecords'] })

/** A margin account: the pair of an isolated one; absent: cross. */
export interface MarginName {
  readonly symbol?: string | undefined
}

const accountApi = marginApi.injectEndpoints({
  endpoints: (build) => ({
    marginAccounts: build.query<readonly MarginAccount[], void>({
      query: () => ({ path: '/margin/account', silent: true }),
      providesTags: ['Margin'],
      onCacheEntryAdded: (_none, entry) =>
        syncTopic<MarginAccount, readonly MarginAccount[]>(entry, {
          topic: 'marginAccount',
          keyOf: ({ symbol }) => symbol ?? 'cross',
          isKept: () => true,
          items: { of: (accounts) => accounts, into: (_before, accounts) => accounts },
        }),
    }),
    marginMaxima: build.query<readonly MarginMaximum[], string>({
      query: (symbol) => ({
        path: '/margin/max',
        ...(symbol === '' ? {} : { data: { symbol } }),
        silent: true,
      }),
      providesTags: ['Margin'],
      onCacheEntryAdded: (symbol, entry) =>
        syncTopic<MarginMaxima, readonly MarginMaximum[]>(entry, {
          topic: 'marginMaxima',
          keyOf: (row) => row.symbol ?? '',
          isKept: (row) => (row.symbol ?? '') === symbol,
          items: {
            of: (maxima) => [{ symbol: symbol || null, maxima: [...maxima] }],
            into: (before, [row]) => row?.maxima ?? before,
          },
        }),
    }),
    marginRates: build.query<readonly MarginRate[], void>({
      query: () => ({ path: '/margin/public/rates', ...PUBLIC_READ, silent: true }),
    }),
    marginTiers: build.query<readonly MarginTier[], void>({
      query: () => ({ path: '/margin/public/tiers', ...PUBLIC_READ, silent: true }),
    }),
    setMarginLeverage: build.mutation<
      MarginAccount,
      { readonly symbol: string; readonly leverage: number }
    >({
      query: (data) => ({ method: 'POST', path: '/margin/leverage', data, silent: true }),
      invalidatesTags: ['Margin'],
    }),
  }),
})

/** The user's margin accounts, the cross one first, kept in step by the private stream. */
export const useMarginAccounts = (): QueryView<readonly MarginAccount[]> =>
  accountApi.useMarginAccountsQuery()

/** One of them; an isolated one that was never used is `undefined`, as is what is not known yet. */
export function useMarginAccount({ symbol }: MarginName): MarginAccount | undefined {
  const { data } = useMarginAccounts()
  return data?.find((account) => account.symbol === (symbol ?? null))
}

/** What may be borrowed and moved out of an account, by asset, kept in step as accounts are. */
export const useMarginMaxima = ({ symbol }: MarginName): QueryView<readonly MarginMaximum[]> =>
  accountApi.useMarginMaximaQuery(symbol ?? '')

/** Daily interest, collateral rate and limit of each asset of cross accounts. */
export const useMarginRates = (): QueryView<readonly MarginRate[]> =>
  accountApi.useMarginRatesQuery()

/** Levels and limits of isolated accounts by pair and leverage. */
export const useMarginTiers = (): QueryView<readonly MarginTier[]> =>
  accountApi.useMarginTiersQuery()

/** Sets the leverage of an isolated account: `[set, { isLoading }]`. */
export const useSetMarginLeverage = () => accountApi.useSetMarginLeverageMutation()

export type LoanTerms = Omit<RequestOf<Paths['POST /v1/margin/borrow']>, 'clientOid'>

/** The gateway looks the key of a loan up before it refuses it with one of these codes. */
export const DECIDED_LOANS = ['40201', '40205', '40215', '40220', '40221', '40222', '40223']

/** Borrows from the pool, or pays back to it. */
export const sendLoan =
  (
    kind: 'borrow' | 'repay',
    { terms, submitter }: { readonly terms: LoanTerms; readonly submitter: Submitter<LoanTerms> },
  ) =>
  async (dispatch: AppDispatch): Promise<Submitted<MarginAccount>> => {
    const submitted = await submitter.submit<MarginAccount>(terms, { path: `/margin/${kind}` })
    // Whatever was answered: no answer is no sign that nothing happened.
    dispatch(marginApi.util.invalidateTags(['Margin', 'MarginRecords']))
    return submitted
  }
