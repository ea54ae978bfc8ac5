import type { StatementLine, StatementYear } from '@x/api'
import type { DataServices } from '../store/dataServices.ts'
import type { Page } from '../spot/model.ts'
import { api } from '../store/api.ts'
import type { QueryView } from '../store/queryView.ts'
import { selectSessionKey } from '../store/slice.ts'
import type { AppDispatch, AppState } from '../store/store.ts'

export type { StatementLine, StatementYear }

/** What of the statement is wanted, in the server's words. */
export interface StatementFilter {
  readonly account?: string
  readonly asset?: string
  readonly kind?: string
  /** Milliseconds since the epoch, both included. */
  readonly from?: string
  readonly to?: string
  /** Lines of a page. */
  readonly limit?: string
}

const statementApi = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.infiniteQuery<Page<StatementLine>, StatementFilter, string>({
      query: ({ queryArg, pageParam }) => ({
        path: '/asset/statement',
        data: { ...queryArg, ...(pageParam && { cursor: pageParam }) },
        silent: true,
      }),
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: (page) => page.next ?? undefined,
      },
      keepUnusedDataFor: 0,
    }),
    statementYear: build.query<StatementYear, string>({
      query: (year) => ({ path: '/asset/statement/year', data: { year }, silent: true }),
      keepUnusedDataFor: 0,
    }),
  }),
})

/** Lines that pass a filter, the latest first. */
export const useStatement = (wanted: StatementFilter) =>
  statementApi.useStatementInfiniteQuery(wanted, { refetchOnMountOrArgChange: true })

/** What happened in a UTC year. */
export const useStatementYear = (year: string): QueryView<StatementYear> =>
  statementApi.useStatementYearQuery(year, { refetchOnMountOrArgChange: true })

interface Exported extends Page<StatementLine> {
  readonly total: number | null
}

/** How a reading ended: with everything, stopped, or left for another account or other funds. */
export type StatementRead = 'done' | 'stopped' | 'left'

/**
 * All lines that pass a filter, page by page, for a file.
 * @throws RequestError
 */
export function readStatement(
  wanted: StatementFilter,
  {
    signal,
    onPage,
  }: {
    readonly signal: AbortSignal
    /** Lines of a page, how many have come, and how many there are. */
    readonly onPage: (
      lines: readonly StatementLine[],
      progress: { readonly done: number; readonly total: number },
    ) => void
  },
) {
  return async (
    _dispatch: AppDispatch,
    getState: () => AppState,
    { client }: DataServices,
  ): Promise<StatementRead> => {
    const owner = selectSessionKey(getState())
    let cursor: string | null = ''
    let [done, total] = [0, 0]
    while (cursor !== null) {
      const page: Exported = await client.get<Exported>('/asset/statement/export', {
        data: { ...wanted, limit: '5000', ...(cursor && { cursor }) },
        silent: true,
      })
      if (selectSessionKey(getState()) !== owner) return 'left'
      if (signal.aborted) return 'stopped'
      done += page.items.length
      total = page.total ?? total
      onPage(page.items, { done, total: Math.max(done, total) })
      cursor = page.next
    }
    return 'done'
  }
}
