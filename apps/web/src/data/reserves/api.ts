import type {
  Protection,
  ProtectionMovement,
  ReservesProof,
  ReservesReport,
  ReservesSnapshot,
} from '@x/api'
import type { Page } from '../spot/model.ts'
import { call } from '../services/call.ts'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'
import type { AppDispatch } from '../store/store.ts'

export type { Protection, ProtectionMovement, ReservesProof, ReservesReport, ReservesSnapshot }
export type ReserveAddress = ReservesReport['addresses'][number]
export type ReservesAsset = ReservesReport['assets'][number]

const list = (path: string) => ({
  query: ({ pageParam }: { readonly pageParam: string }) => ({
    path,
    data: { limit: '30', ...(pageParam && { cursor: pageParam }) },
    ...PUBLIC_READ,
    silent: true,
  }),
  infiniteQueryOptions: {
    initialPageParam: '',
    getNextPageParam: (page: Page<unknown>) => page.next ?? undefined,
  },
})

const reservesApi = api.injectEndpoints({
  endpoints: (build) => ({
    reserves: build.query<ReservesReport | null, void>({
      query: () => ({ path: '/reserves/latest', ...PUBLIC_READ, silent: true }),
    }),
    reservesHistory: build.infiniteQuery<Page<ReservesSnapshot>, void, string>(
      list('/reserves/history'),
    ),
    protection: build.query<Protection, void>({
      query: () => ({ path: '/protection', ...PUBLIC_READ, silent: true }),
    }),
    protectionHistory: build.infiniteQuery<Page<ProtectionMovement>, void, string>(
      list('/protection/history'),
    ),
  }),
})

const fresh = { refetchOnMountOrArgChange: true } as const

/** The latest snapshot; `null` before the first. */
export const useReserves = (): QueryView<ReservesReport | null> =>
  reservesApi.useReservesQuery(undefined, fresh)

/** All snapshots, the latest first. */
export const useReservesHistory = () =>
  reservesApi.useReservesHistoryInfiniteQuery(undefined, fresh)

/** The share of fees that is set aside, and what there is of it. */
export const useProtection = (): QueryView<Protection> =>
  reservesApi.useProtectionQuery(undefined, fresh)

/** What was paid into the protection fund and out of it, the latest first. */
export const useProtectionHistory = () =>
  reservesApi.useProtectionHistoryInfiniteQuery(undefined, fresh)

/** The user's own proof in a snapshot. @throws 40401 where there is none */
export const readReservesProof =
  (snapshotId: string) =>
  (dispatch: AppDispatch): Promise<ReservesProof> =>
    dispatch(call('GET /v1/reserves/proof', { snapshotId }, { silent: true }))
