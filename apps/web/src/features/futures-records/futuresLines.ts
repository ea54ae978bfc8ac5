import type { FuturesRecords, RecordKind } from '../../data/futures/recordsApi.ts'

/**
 * The fields of a line of each kind: exact values, nothing is rounded, grouped or translated, times
 * are UTC (ISO 8601).
 */
const FIELDS = {
  positions: [
    'openedAt',
    'closedAt',
    'orderNo',
    'symbol',
    'marginCoin',
    'positionSide',
    'marginMode',
    'size',
    'openAvgPrice',
    'closeAvgPrice',
    'achievedProfits',
    'fees',
    'fundingPaid',
    'endedBy',
    'season',
  ],
  orders: [
    'createdAt',
    'updatedAt',
    'orderId',
    'symbol',
    'marginCoin',
    'side',
    'tradeSide',
    'positionSide',
    'orderType',
    'timeInForce',
    'reduceOnly',
    'status',
    'price',
    'size',
    'filled',
    'avgPrice',
    'fee',
    'realisedPnl',
    'leverage',
    'clientOid',
    'season',
  ],
  fills: [
    'createdAt',
    'fillId',
    'tradeId',
    'orderId',
    'symbol',
    'marginCoin',
    'side',
    'positionSide',
    'orderType',
    'role',
    'price',
    'size',
    'value',
    'fee',
    'realisedPnl',
    'clientOid',
    'season',
  ],
  bills: ['createdAt', 'billId', 'marginCoin', 'kind', 'amount', 'symbol', 'reference'],
  liquidations: [
    'startedAt',
    'endedAt',
    'liquidationId',
    'kind',
    'marginMode',
    'marginCoin',
    'symbol',
    'lost',
  ],
  funding: ['at', 'symbol', 'rate', 'markPrice'],
} as const satisfies { readonly [K in RecordKind]: readonly (keyof FuturesRecords[K])[] }

const isTime = (field: string): boolean => field === 'at' || field.endsWith('At')

/** The lines of a file of records, below a header. */
export function futuresLines<K extends RecordKind>(
  kind: K,
  records: readonly FuturesRecords[K][],
): string[][] {
  const fields: readonly string[] = FIELDS[kind]
  const cell = (record: FuturesRecords[K], field: string): string => {
    const value: unknown = record[field as keyof FuturesRecords[K]]
    if (value === null || value === undefined) return ''
    return isTime(field) && typeof value === 'number'
      ? new Date(value).toISOString()
      : String(value as string | number | boolean)
  }
  return [[...fields], ...records.map((record) => fields.map((field) => cell(record, field)))]
}
