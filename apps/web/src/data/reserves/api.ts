import type { ReservesProof, ReservesReport, ReservesSnapshot } from '@x/api'
import type { Page } from '../spot/model.ts'
import { call } from '../services/call.ts'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'

export type { ReservesProof, ReservesReport, ReservesSnapshot }
export type ReserveAddress = ReservesReport['addresses'][number]
export type ReservesAsset = ReservesReport['assets'][number]

const reservesApi = api.injectEndpoints({
  endpoints: (build) => ({
    reserves: build.query<ReservesReport | null, void>({
      query: () => ({ path: '/reserves/latest', ...PUBLIC_READ, silent: true }),
    }),
    reservesHistory: build.infiniteQuery<Page<ReservesSnapshot>, void, string>({
      query: ({ pageParam }) => ({
        path: '/reserves/history',
        data: { limit: '30', ...(pageParam && { cursor: pageParam }) },
        ...PUBLIC_READ,
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
    }),
  }),
})

const fresh = { refetchOnMountOrArgChange: true } as const

/** The latest snapshot; `null` before the first. */
export const useReserves = (): QueryView<ReservesReport | null> =>
  reservesApi.useReservesQuery(undefined, fresh)

/** All snapshots, the latest first. */
export const useReservesHistory = () =>
  reservesApi.useReservesHistoryInfiniteQuery(undefined, fresh)

/** The user's own proof in a snapshot. @throws 40401 where there is none */
export const readReservesProof =
  (snapshotId: string) =>
  (dispatch: AppDispatch): Promise<ReservesProof> =>
    dispatch(call('GET /v1/reserves/proof', { snapshotId }, { silent: true }))
