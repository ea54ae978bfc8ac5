import type { LiquidationDetail, PublicLiquidation } from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import type { Page } from '../spot/model.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import { futuresApi } from './api.ts'

interface PublicStepOf {
  readonly liquidationId: string
  readonly realm: 'live' | 'paper'
}

const liquidationApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    liquidationDetail: build.query<LiquidationDetail, string>({
      query: (liquidationId) => ({
        path: '/futures/liquidation/detail',
        data: { liquidationId },
        silent: true,
      }),
      providesTags: ['FuturesRecords'],
    }),
    publicLiquidation: build.query<Page<PublicLiquidation>, PublicStepOf>({
      query: (data) => ({
        path: '/futures/public/liquidations',
        data,
        ...PUBLIC_READ,
        silent: true,
      }),
    }),
  }),
})

/** A liquidation of the user with what it was computed from. */
export const useLiquidation = (liquidationId: string): QueryView<LiquidationDetail> =>
  liquidationApi.useLiquidationDetailQuery(liquidationId)

/** A step of a liquidation as everybody may see it. */
export const usePublicLiquidation = (step: PublicStepOf): QueryView<Page<PublicLiquidation>> =>
  liquidationApi.usePublicLiquidationQuery(step)
