import type { CoinNetwork, CoinsConfig, Deposit, DepositAddress } from '@x/api'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { AppDispatch } from '../store/store.ts'

export type { CoinNetwork, CoinsConfig, Deposit, DepositAddress }

const PAGE_SIZE = '50'
/** While confirmations are awaited; the blocks of the fastest network come once a second. */
const WAITING_MS = 1_500
const RESTING_MS = 6_000

const depositApi = api.enhanceEndpoints({ addTagTypes: ['Deposits'] }).injectEndpoints({
  endpoints: (build) => ({
    coins: build.query<CoinsConfig, void>({
      query: () => ({ path: '/mix/config/coins', ...PUBLIC_READ, silent: true }),
    }),
    depositAddress: build.query<DepositAddress, { asset: string; network: string }>({
      query: (data) => ({ path: '/asset/deposit/address', data, silent: true }),
    }),
    deposits: build.query<Page<Deposit>, void>({
      query: () => ({
        path: '/asset/deposit/history',
        data: { limit: PAGE_SIZE },
        silent: true,
      }),
      providesTags: ['Deposits'],
    }),
  }),
})

/** Which assets come on which networks; asked for anew each time, as networks may be suspended. */
export const useCoins = () =>
  depositApi.useCoinsQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval: 15_000 })

/** The user's address; skipped until both are chosen. */
export const useDepositAddress = (wanted: { asset: string; network: string } | undefined) =>
  depositApi.useDepositAddressQuery(wanted ?? { asset: '', network: '' }, { skip: !wanted })

const AWAITED: readonly Deposit['state'][] = ['seen', 'confirming', 'credited', 'contested']

/** The latest deposits with their confirmations, asked for again while there are some to come. */
export function useDeposits() {
  const { data: known } = depositApi.useDepositsQuery(undefined)
  const isWaiting = known?.items.some(({ state }) => AWAITED.includes(state)) ?? false
  return depositApi.useDepositsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isWaiting ? WAITING_MS : RESTING_MS,
  })
}

/** Development: pays test coins to an address. */
export function payFromFaucet(payment: {
  readonly network: string
  readonly asset: string
  readonly address: string
  readonly amount: string
}) {
  return async (
    dispatch: AppDispatch,
    _getState: unknown,
    { client }: DataServices,
  ): Promise<boolean> => {
    try {
      await client.post('/dev/chain/faucet', { data: payment, access: 'public' })
    } catch {
      return false
    }
    dispatch(depositApi.util.invalidateTags(['Deposits']))
    return true
  }
}
