import type { StatementLine, StatementYear } from '@x/api'
import type { Page } from '../spot/model.ts'
import type { PageQuestion } from '../spot/readAllPages.ts'
import { api } from '../store/api.ts'
import type { QueryView } from '../store/queryView.ts'

export type { StatementLine, StatementYear }

/** What of the statement is wanted, in the server's words. */
export type StatementFilter = Readonly<
  /** `from`, `to`: milliseconds since the epoch, both included; `limit`: lines of a page. */
  Partial<Record<'account' | 'asset' | 'kind' | 'from' | 'to' | 'limit', string>>
>

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

const EXPORT_PAGE_SIZE = '5000'

/** Asks for lines that pass a filter, for a file; the first answer counts them. */
export const statementExport =
  (wanted: StatementFilter): PageQuestion =>
  (cursor) => ({
    path: '/asset/statement/export',
    data: { ...wanted, limit: EXPORT_PAGE_SIZE, ...(cursor && { cursor }) },
  })
