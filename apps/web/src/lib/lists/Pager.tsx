import { Pagination } from '@x/ui/pagination'
import { useEffect, useEffectEvent, useState } from 'react'
import { PHONE, useMedia } from '../media/useMedia.ts'
import styles from './pager.module.css'

interface PagedQuery<R> {
  /** What has come so far; a longer list comes piece by piece. */
  readonly rows: readonly R[] | undefined
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly error?: unknown
  readonly fetchNextPage: () => unknown
}

export interface PagerProps {
  readonly total: number
  readonly page: number
  readonly onPageChange: (page: number) => void
  readonly pageSize: number
  readonly onPageSizeChange: (size: number) => void
}

const FIRST_SIZE = 10

/**
 * One page of a list that the server gives piece by piece (U16). The pages that are known can be
 * chosen, and the next one; a piece is asked for when a page needs it.
 */
export function usePager<R>({
  rows = [],
  hasNextPage,
  isFetchingNextPage,
  error,
  fetchNextPage,
}: PagedQuery<R>): { readonly shown: readonly R[]; readonly pager: PagerProps } {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState(FIRST_SIZE)
  const lacks =
    hasNextPage && !isFetchingNextPage && error === undefined && page * pageSize > rows.length
  const fetchMore = useEffectEvent(() => void fetchNextPage())
  useEffect(() => {
    if (lacks) fetchMore()
  }, [lacks])
  return {
    shown: rows.slice((page - 1) * pageSize, page * pageSize),
    pager: {
      total: rows.length + (hasNextPage ? 1 : 0),
      page,
      onPageChange: setPage,
      pageSize,
      onPageSizeChange(size) {
        // The first row that is shown stays on the page.
        setPage(Math.floor(((page - 1) * pageSize) / size) + 1)
        setPageSize(size)
      },
    },
  }
}

/** Pages of a list and their size; nothing where the smallest page holds all. */
export function Pager(props: PagerProps) {
  const isPhone = useMedia(PHONE)
  return props.total <= FIRST_SIZE ? null : (
    <Pagination {...props} pagerCount={5} compact={isPhone} className={styles['pager']} />
  )
}
