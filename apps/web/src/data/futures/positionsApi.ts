import type {
  AttachedOrder,
  ClosePositionRequest,
  FuturesPosition,
  FuturesProduct,
  OrderReceipt,
  PositionExitsRequest,
  PositionSide,
} from '@x/api'
import type { QueryView } from '../store/queryView.ts'
import { futuresApi, TRADED } from './api.ts'
import { syncTopic } from './topicUpdates.ts'

export type { FuturesPosition }

/** Which position a command is about; in one-way mode the symbol says it. */
export interface PositionLeg {
  readonly symbol: string
  readonly positionSide: PositionSide | null
}

/** The key of a position among those of the account. */
export const positionKey = ({
  symbol,
  positionMode,
  positionSide,
}: Pick<FuturesPosition, 'symbol' | 'positionMode' | 'positionSide'>): string =>
  `${symbol} ${positionMode === 1 ? 'net' : positionSide}`

/** The leg of a position as commands name it. */
export const legOf = ({
  symbol,
  positionMode,
  positionSide,
}: Pick<FuturesPosition, 'symbol' | 'positionMode' | 'positionSide'>): PositionLeg => ({
  symbol,
  positionSide: positionMode === 1 ? null : positionSide,
})

const isOpen = ({ positionsCount }: FuturesPosition): boolean => Number(positionsCount) !== 0

const positionsApi = futuresApi.injectEndpoints({
  endpoints: (build) => ({
    futuresPositions: build.query<readonly FuturesPosition[], void>({
      query: () => ({ path: '/futures/position/list', silent: true }),
      providesTags: ['Positions'],
      onCacheEntryAdded: (_none, entry) =>
        syncTopic<FuturesPosition, readonly FuturesPosition[]>(entry, {
          topic: 'positions',
          keyOf: positionKey,
          isKept: isOpen,
          items: { of: (all) => all, into: (_all, next) => next },
        }),
    }),
    closePosition: build.mutation<OrderReceipt, ClosePositionRequest>({
      query: (data) => ({ method: 'POST', path: '/futures/position/close', data, silent: true }),
      invalidatesTags: [...TRADED],
    }),
    closeAllPositions: build.mutation<
      { readonly closed: readonly OrderReceipt[]; readonly left: readonly object[] },
      { readonly product: FuturesProduct; readonly clientOid: string }
    >({
      query: (data) => ({ method: 'POST', path: '/futures/position/closeAll', data, silent: true }),
      invalidatesTags: [...TRADED],
    }),
    reversePosition: build.mutation<
      { readonly closed: OrderReceipt; readonly opened: OrderReceipt | null },
      PositionLeg & { readonly clientOid: string }
    >({
      query: (data) => ({ method: 'POST', path: '/futures/position/reverse', data, silent: true }),
      invalidatesTags: [...TRADED],
    }),
    setPositionExits: build.mutation<
      { readonly takeProfit: AttachedOrder | null; readonly stopLoss: AttachedOrder | null },
      PositionExitsRequest
    >({
      query: (data) => ({ method: 'POST', path: '/futures/position/exits', data, silent: true }),
      invalidatesTags: ['Positions', 'FuturesOrders'],
    }),
    movePositionMargin: build.mutation<
      { readonly margin: string; readonly liquidationPrice: string | null },
      PositionLeg & { readonly amount: string; readonly clientOid: string }
    >({
      query: (data) => ({ method: 'POST', path: '/futures/position/margin', data, silent: true }),
      invalidatesTags: ['Positions', 'FuturesAccount', 'FuturesRecords'],
    }),
    setAutoMargin: build.mutation<
      { readonly enabled: boolean },
      PositionLeg & { readonly enabled: boolean }
    >({
      query: (data) => ({
        method: 'POST',
        path: '/futures/position/autoMargin',
        data,
        silent: true,
      }),
      invalidatesTags: ['Positions', 'FuturesAccount'],
    }),
  }),
})

/** The user's open positions of both products, kept in step by the private stream. */
export const useFuturesPositions = (): QueryView<readonly FuturesPosition[]> =>
  positionsApi.useFuturesPositionsQuery()

/** Commands on a position: `[run, { isLoading }]`; the caller shows a refusal, in `error`. */
export const useClosePosition = () => positionsApi.useClosePositionMutation()
export const useCloseAllPositions = () => positionsApi.useCloseAllPositionsMutation()
export const useReversePosition = () => positionsApi.useReversePositionMutation()
export const useSetPositionExits = () => positionsApi.useSetPositionExitsMutation()
export const useMovePositionMargin = () => positionsApi.useMovePositionMarginMutation()
export const useSetAutoMargin = () => positionsApi.useSetAutoMarginMutation()
