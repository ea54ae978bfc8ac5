import type { SpotOrder } from '../../data/spot/model.ts'
import type { RecordKind, HistoryFilter } from '../../data/history/pageRequest.ts'
import { startOfDay } from './startOfDay.ts'

/** What records are looked for; an absent field lets all pass. */
export interface RecordFilter {
  /** Only orders of margin accounts: a page of its own, which no field of the filter changes. */
  readonly funds?: 'margin' | undefined
  /** One or several pairs, with commas between them. */
  readonly symbol?: string
  readonly side?: string
  readonly type?: string
  readonly status?: string
  /** Of paper trading; decimal text. */
  readonly season?: string
  /** First and last day, `YYYY-MM-DD`, both included, in the reader's time zone. */
  readonly from?: string
  readonly to?: string
}

export type FilterField = Exclude<keyof RecordFilter, 'funds'>

/**
 * What each list can be filtered by: a fill has no status of its own, and what is alive belongs to
 * the running season.
 */
export const FIELDS = {
  open: ['symbol', 'side', 'type', 'from', 'to'],
  trigger: ['symbol', 'side', 'type', 'from', 'to'],
  history: ['symbol', 'side', 'type', 'status', 'season', 'from', 'to'],
  fills: ['symbol', 'side', 'type', 'season', 'from', 'to'],
} as const satisfies Readonly<Record<RecordKind, readonly FilterField[]>>

export const ORDER_TYPES = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'oco',
  'trailing',
  'tp_sl',
] as const
export const PAST_STATUSES = ['filled', 'cancelled'] as const

type Sought = Pick<
  SpotOrder,
  'symbol' | 'side' | 'orderType' | 'status' | 'season' | 'createdAt' | 'funds'
>

export interface FilterOptions {
  readonly kind: RecordKind
  /** The day of a moment in the reader's time zone, `YYYY-MM-DD`. */
  readonly dayOf: (at: number) => string
}

/**
 * Whether an order that the page holds anyway passes. Fields that the list does not have are no
 * reason to hide it.
 */
export function passes(
  record: Sought,
  filter: RecordFilter,
  { kind, dayOf }: FilterOptions,
): boolean {
  if (filter.funds === 'margin' && record.funds === undefined) return false
  const day = dayOf(record.createdAt)
  const passed: Readonly<{ [field in FilterField]: (wanted: string) => boolean }> = {
    symbol: (wanted) => wanted.split(',').includes(record.symbol),
    side: (wanted) => record.side === wanted,
    type: (wanted) => record.orderType === wanted,
    status: (wanted) => record.status === wanted,
    season: (wanted) => String(record.season) === wanted,
    from: (wanted) => day >= wanted,
    to: (wanted) => day <= wanted,
  }
  return FIELDS[kind].every((field) => filter[field] === undefined || passed[field](filter[field]))
}

/** By how many fields a list is narrowed; both days are one. */
export const narrowedBy = (filter: RecordFilter, kind: RecordKind): number =>
  new Set(
    FIELDS[kind]
      .filter((field) => filter[field] !== undefined)
      .map((field) => (field === 'to' ? 'from' : field)),
  ).size

/** Whether the list is narrowed at all. */
export const isNarrowed = (filter: RecordFilter, kind: RecordKind): boolean =>
  narrowedBy(filter, kind) > 0

/**
 * The filter in the server's words (docs/reference/wire.md): what the list has, the reader's days
 * as moments, both included.
 */
export function wantedOf(filter: RecordFilter, { kind, dayOf }: FilterOptions): HistoryFilter {
  const moment = (day: string, { days }: { readonly days: number }): string | undefined => {
    const start = startOfDay(day, { days, dayOf })
    return start === undefined ? undefined : String(Math.max(0, days === 0 ? start : start - 1))
  }
  const inServerWords: Readonly<{ [field in FilterField]: (value: string) => HistoryFilter }> = {
    symbol: (symbol) => ({ symbol }),
    side: (side) => ({ side }),
    type: (orderType) => ({ orderType }),
    status: (status) => ({ status }),
    season: (season) => ({ season }),
    from: (day) => ({ from: moment(day, { days: 0 }) }),
    to: (day) => ({ to: moment(day, { days: 1 }) }),
  }
  return Object.assign(
    filter.funds === undefined ? {} : { funds: filter.funds },
    ...FIELDS[kind].map((field) =>
      filter[field] === undefined ? {} : inServerWords[field](filter[field]),
    ),
  ) as HistoryFilter
}
