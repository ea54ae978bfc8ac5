import type { PageQuestion } from '../spot/readAllPages.ts'

/** The lists of a user's own orders and fills. */
const PATHS = {
  open: '/spot/order/open',
  trigger: '/spot/order/trigger',
  history: '/spot/order/history',
  fills: '/spot/order/fills',
} as const
export type RecordKind = keyof typeof PATHS

/**
 * How the server narrows a list (docs/reference/wire.md), and into pages of how many rows it cuts
 * it.
 */
export type HistoryFilter = Readonly<
  Partial<
    Record<
      'symbol' | 'side' | 'orderType' | 'status' | 'season' | 'funds' | 'from' | 'to' | 'limit',
      string | undefined
    >
  >
>

const PAGE_SIZE = '100'

/** The question for the page that begins at a cursor. */
export const pageRequest = (
  kind: RecordKind,
  { wanted, cursor }: { readonly wanted: HistoryFilter; readonly cursor: string | null },
) => ({
  path: PATHS[kind],
  data: {
    limit: PAGE_SIZE,
    ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)),
    ...(cursor && { cursor }),
  },
})

const EXPORT_PAGE_SIZE = '200'

/** Asks for rows that pass a filter, for a file. */
export const historyExport =
  (kind: RecordKind, wanted: HistoryFilter): PageQuestion =>
  (cursor) =>
    pageRequest(kind, { wanted: { ...wanted, limit: EXPORT_PAGE_SIZE }, cursor })
