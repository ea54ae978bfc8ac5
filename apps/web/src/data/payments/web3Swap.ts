import type { Web3Swap, Web3SwapQuote, Web3SwapTerms, Withdrawal } from '@x/api'
import { call, type Params } from '../services/call.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { AppDispatch } from '../store/store.ts'
import type { Submitted, Submitter } from '../submissions/createSubmitter.ts'

export type { Web3Swap, Web3SwapQuote, Web3SwapTerms }

/** What leaves for the bound wallet. */
export interface WalletTerms {
  readonly asset: string
  readonly amount: string
}

const swapApi = api.enhanceEndpoints({ addTagTypes: ['Web3Swaps'] }).injectEndpoints({
  endpoints: (build) => ({
    web3SwapTerms: build.query<Web3SwapTerms, void>({
      query: () => ({ path: '/swap/web3/terms', silent: true }),
      providesTags: ['Web3Swaps'],
    }),
    web3Swaps: build.infiniteQuery<Page<Web3Swap>, void, string>({
      query: ({ pageParam }) => ({
        path: '/swap/web3/history',
        data: { limit: '30', ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      providesTags: ['Web3Swaps'],
    }),
  }),
})

/** The pools and the user's wallet, asked for anew each time the page opens. */
export const useSwapTerms = () =>
  swapApi.useWeb3SwapTermsQuery(undefined, { refetchOnMountOrArgChange: true })

/** Swaps of the user, the latest first. */
export const useSwaps = () =>
  swapApi.useWeb3SwapsInfiniteQuery(undefined, { refetchOnMountOrArgChange: true })

/** What an amount would bring, for the wallet to sign. @throws RequestError */
export const quoteSwap = (data: Params<'POST /v1/swap/web3/quote'>) =>
  call('POST /v1/swap/web3/quote', data, { silent: true })

const changed = swapApi.util.invalidateTags(['Web3Swaps', 'Assets'])

/** Swaps at a quote that the wallet has signed; sent again it happens once. @throws RequestError */
export const signSwap =
  (data: Params<'POST /v1/swap/web3/sign'>) =>
  async (dispatch: AppDispatch): Promise<Web3Swap> => {
    try {
      return await dispatch(call('POST /v1/swap/web3/sign', data, { silent: true }))
    } finally {
      dispatch(changed)
    }
  }

/** These are judged after the key has been looked up. */
const DECIDED = ['40201', '40209', '40231']

export const WALLET_WITHDRAWAL = { decided: DECIDED } as const

/** Withdraws to the bound wallet; repeated without an answer in between it happens once. */
export const withdrawToWallet =
  (terms: WalletTerms, submitter: Submitter<WalletTerms>) =>
  async (dispatch: AppDispatch): Promise<Submitted<Withdrawal>> => {
    const submitted = await submitter.submit<Withdrawal>(terms, { path: '/swap/web3/withdraw' })
    dispatch(changed)
    return submitted
  }
