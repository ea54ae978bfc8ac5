import type { SpotFill, SpotOrder } from '../orders/model.ts'

/** What records are looked for; an absent field lets all pass. */
export interface RecordFilter {
  readonly symbol?: string
  readonly side?: string
  readonly type?: string
  readonly status?: string
  /** First and last day, `YYYY-MM-DD`, both included, in the reader's time zone. */
  readonly from?: string
  readonly to?: string
}

export type FilterField = keyof RecordFilter

/** What each list can be filtered by: a fill has neither a type nor a status of its own. */
export const FIELDS = {
  open: ['symbol', 'side', 'type', 'from', 'to'],
  trigger: ['symbol', 'side', 'type', 'from', 'to'],
  history: ['symbol', 'side', 'type', 'status', 'from', 'to'],
  fills: ['symbol', 'side', 'from', 'to'],
} as const satisfies Readonly<Record<string, readonly FilterField[]>>
export type RecordKind = keyof typeof FIELDS

export const ORDER_TYPES = ['limit', 'market', 'stop_limit', 'stop_market', 'oco', 'trailing', 'tp_sl'] as const
export const PAST_STATUSES = ['filled', 'cancelled'] as const

type Sought = Pick<SpotFill, 'symbol' | 'side' | 'createdAt'> & Partial<Pick<SpotOrder, 'orderType' | 'status'>>

export interface FilterOptions {
  readonly kind: RecordKind
  /** The day of a moment in the reader's time zone, `YYYY-MM-DD`. */
  readonly dayOf: (at: number) => string
}

/** Whether a record passes. Fields that the list does not have are no reason to hide it. */
export function passes(record: Sought, filter: RecordFilter, { kind, dayOf }: FilterOptions): boolean {
  const day = dayOf(record.createdAt)
  const passed: Readonly<{ [field in FilterField]: (wanted: string) => boolean }> = {
    symbol: (wanted) => record.symbol === wanted,
    side: (wanted) => record.side === wanted,
    type: (wanted) => record.orderType === wanted,
    status: (wanted) => record.status === wanted,
    from: (wanted) => day >= wanted,
    to: (wanted) => day <= wanted,
  }
  return FIELDS[kind].every((field) => filter[field] === undefined || passed[field](filter[field]))
}

/** Whether the list is narrowed at all. */
export function isNarrowed(filter: RecordFilter, kind: RecordKind): boolean {
  return FIELDS[kind].some((field) => filter[field] !== undefined)
}
