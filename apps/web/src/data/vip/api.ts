import type { FeeSchedule, VipDetail } from '@x/api'
import { api } from '../store/api.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { QueryView } from '../store/queryView.ts'

export type { FeeSchedule, VipDetail }

/** What a VIP level asks for and pays. */
export type FeeLevel = FeeSchedule['levels'][number]

const vipApi = api.injectEndpoints({
  endpoints: (build) => ({
    feeSchedule: build.query<FeeSchedule, void>({
      query: () => ({ path: '/mix/config/fees', ...PUBLIC_READ, silent: true }),
      keepUnusedDataFor: 3_600,
    }),
    vipDetail: build.query<VipDetail, void>({
      query: () => ({ path: '/vip/detail', silent: true }),
    }),
  }),
})

/** The fees that orders are charged by. */
export const useFeeSchedule = (): QueryView<FeeSchedule> => vipApi.useFeeScheduleQuery()

/** The user's level and what led to it, fetched anew each time the page opens. */
export const useVipDetail = ({ isNeeded = true } = {}): QueryView<VipDetail> =>
  vipApi.useVipDetailQuery(undefined, { skip: !isNeeded, refetchOnMountOrArgChange: true })
