import type { ContractSettings, MarginMode, PositionMode, PositionSide } from '@x/api'
import { futuresApi } from './api.ts'

const settingsApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    setLeverage: build.mutation<
      ContractSettings,
      { readonly symbol: string; readonly leverage: number; readonly positionSide?: PositionSide }
    >({
      query: (data) => ({ method: 'POST', path: '/futures/account/leverage', data, silent: true }),
      invalidatesTags: ['FuturesAccount', 'Positions'],
    }),
    setMarginMode: build.mutation<
      ContractSettings,
      { readonly symbol: string; readonly marginMode: MarginMode }
    >({
      query: (data) => ({
        method: 'POST',
        path: '/futures/account/marginMode',
        data,
        silent: true,
      }),
      invalidatesTags: ['FuturesAccount', 'Positions'],
    }),
    setPositionMode: build.mutation<
      { readonly positionMode: PositionMode },
      { readonly positionMode: PositionMode }
    >({
      query: (data) => ({
        method: 'POST',
        path: '/futures/account/positionMode',
        data,
        silent: true,
      }),
      invalidatesTags: ['FuturesAccount', 'Positions'],
    }),
  }),
})

/** Settings of the futures account: `[set, { isLoading }]`; a refusal is in `error`. */
export const useSetLeverage = () => settingsApi.useSetLeverageMutation()
export const useSetMarginMode = () => settingsApi.useSetMarginModeMutation()
export const useSetPositionMode = () => settingsApi.useSetPositionModeMutation()
