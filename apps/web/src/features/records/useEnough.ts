import { useEffect } from 'react'

interface Pages {
  readonly data?: { readonly pages: readonly unknown[] } | undefined
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetchNextPage: () => unknown
}

const SCREENFUL = 30

/** A filter may leave little of each page: asks for more until there is a screenful or the list ends. A failure stops it. */
export function useEnough({ data, hasNextPage, isFetching, isError, fetchNextPage }: Pages, { shown }: { readonly shown: number }): void {
  const wantsMore = hasNextPage && !isFetching && !isError && shown < SCREENFUL
  const loaded = data?.pages.length
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
    // `loaded`: a page may come and go between two renders, and with it the only sign that one was asked for.
  }, [wantsMore, fetchNextPage, loaded])
}
