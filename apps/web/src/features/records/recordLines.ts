import type { SpotFill, SpotOrder } from '../../data/spot/model.ts'

/**
 * A record as a line of exact values: nothing is rounded, grouped or translated, times are UTC (ISO
 * 8601).
 */
type Line<R> = readonly (readonly [
  header: string,
  cell: (record: R) => string | number | null | undefined,
])[]

const time = (at: number): string => new Date(at).toISOString()

const ORDER: Line<SpotOrder> = [
  ['time', ({ createdAt }) => time(createdAt)],
  ['orderId', ({ orderId }) => orderId],
  ['symbol', ({ symbol }) => symbol],
  ['side', ({ side }) => side],
  ['type', ({ orderType }) => orderType],
  ['status', ({ status }) => status],
  ['price', ({ price }) => price],
  ['size', ({ size }) => size],
  ['sizeUnit', ({ sizeUnit }) => sizeUnit],
  [
    'triggerPrice',
    ({ triggers = [] }) => triggers.map(({ triggerPrice }) => triggerPrice ?? '').join(' '),
  ],
  ['filled', ({ filled }) => filled],
  ['filledQuote', ({ filledQuote }) => filledQuote],
  ['averagePrice', ({ avgPrice }) => avgPrice],
  ['fee', ({ fee }) => fee],
  ['feeAsset', ({ feeAsset }) => feeAsset],
  ['timeInForce', ({ timeInForce }) => timeInForce],
  // In the order of the triggers.
  ['triggerLimit', ({ triggers = [] }) => triggers.map(({ price }) => price ?? 'market').join(' ')],
  [
    'callbackRate',
    ({ triggers = [] }) => triggers.flatMap(({ callbackRate = [] }) => callbackRate).join(' '),
  ],
  ['takeProfitTrigger', ({ takeProfit }) => takeProfit?.triggerPrice],
  ['takeProfitPrice', ({ takeProfit }) => takeProfit?.price],
  ['stopLossTrigger', ({ stopLoss }) => stopLoss?.triggerPrice],
  ['stopLossPrice', ({ stopLoss }) => stopLoss?.price],
  ['parentOrderId', ({ parentOrderId }) => parentOrderId],
  ['clientOid', ({ clientOid }) => clientOid],
  ['updated', ({ updatedAt }) => (updatedAt === undefined ? undefined : time(updatedAt))],
  ['season', ({ season }) => season],
]

const FILL: Line<SpotFill> = [
  ['time', ({ createdAt }) => time(createdAt)],
  ['fillId', ({ fillId }) => fillId],
  ['orderId', ({ orderId }) => orderId],
  ['symbol', ({ symbol }) => symbol],
  ['side', ({ side }) => side],
  ['role', ({ role }) => role],
  ['price', ({ price }) => price],
  ['size', ({ size }) => size],
  ['value', ({ value }) => value],
  ['fee', ({ fee }) => fee],
  ['feeAsset', ({ feeAsset }) => feeAsset],
  ['spread', ({ spread }) => spread],
  ['impact', ({ impact }) => impact],
  ['latency', ({ latency }) => latency],
  ['latencyMs', ({ latencyMs }) => latencyMs],
  ['tradeId', ({ tradeId }) => tradeId],
  ['clientOid', ({ clientOid }) => clientOid],
  ['type', ({ orderType }) => orderType],
  ['season', ({ season }) => season],
]

const lines = <R>(shape: Line<R>, records: readonly R[]): string[][] => [
  shape.map(([header]) => header),
  ...records.map((record) => shape.map(([, cell]) => String(cell(record) ?? ''))),
]

export const orderLines = (orders: readonly SpotOrder[]): string[][] => lines(ORDER, orders)
export const fillLines = (fills: readonly SpotFill[]): string[][] => lines(FILL, fills)
