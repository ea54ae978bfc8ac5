import type { CoinNetwork, CoinsConfig, Deposit, DepositAddress } from '@x/api'
import { useCallback } from 'react'
import {
  answeredBy,
  mergedBy,
  useCacheDispatch,
  useStreamedList,
} from '../hooks/useStreamedList.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { DataServices } from '../store/dataServices.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { AppDispatch } from '../store/store.ts'

export type { CoinNetwork, CoinsConfig, Deposit, DepositAddress }

const PAGE_SIZE = '50'
/** Without the private socket. */
const POLL_MS = 5_000

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
      merge: ({ items: shown }, answer) => ({
        ...answer,
        items: answeredBy('depositId', { shown, answer: answer.items }),
      }),
      providesTags: ['Deposits'],
    }),
  }),
})

/** Which assets come on which networks; asked for anew each time, as networks may be suspended. */
export const useCoins = () =>
  depositApi.useCoinsQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval: 15_000 })

/** What a network is called; one that is listed no longer by its id. */
export function useNetworkName(): (network: string) => string {
  const { data } = depositApi.useCoinsQuery()
  return useCallback(
    (id) => data?.networks.find(({ network }) => network === id)?.name ?? id,
    [data],
  )
}

/** The user's address; skipped until both are chosen. */
export const useDepositAddress = (wanted: { asset: string; network: string } | undefined) =>
  depositApi.useDepositAddressQuery(wanted ?? { asset: '', network: '' }, { skip: !wanted })

/** The latest deposits; the private socket sends their confirmations with each block. */
export function useDeposits() {
  const dispatch = useCacheDispatch()
  const isLive = useStreamedList('deposits', {
    merge: (changed) =>
      void dispatch(
        depositApi.util.updateQueryData('deposits', undefined, (page) => ({
          ...page,
          items: mergedBy('depositId', { items: page.items, changed }),
        })),
      ),
    refetch: () => void dispatch(depositApi.util.invalidateTags(['Deposits'])),
  })
  return depositApi.useDepositsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: isLive ? 0 : POLL_MS,
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
