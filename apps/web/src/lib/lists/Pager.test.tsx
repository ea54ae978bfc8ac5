import { act, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { usePager } from './Pager.tsx'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** A list that has so many rows on the server, of which each piece brings 20. */
function setUp(all: number, { fails = false } = {}) {
  const fetchNextPage = vi.fn()
  const props = (rows: number, error?: unknown) => ({
    rows: numbers(Math.min(rows, all)),
    hasNextPage: rows < all,
    isFetchingNextPage: false,
    error,
    fetchNextPage,
  })
  const { result, rerender } = renderHook((given) => usePager(given), {
    initialProps: props(20),
  })
  return {
    fetchNextPage,
    shown: () => result.current.shown,
    pager: () => result.current.pager,
    arrive: (rows: number) => rerender(props(rows, fails ? new Error('offline') : undefined)),
    go: (page: number) => act(() => result.current.pager.onPageChange(page)),
    size: (size: number) => act(() => result.current.pager.onPageSizeChange(size)),
  }
}

describe('pages of a list that comes piece by piece (U16)', () => {
  it('shows ten rows and offers one page more than has come', () => {
    const { shown, pager, fetchNextPage } = setUp(50)
    expect(shown()).toEqual(numbers(10))
    expect(pager()).toMatchObject({ total: 21, page: 1, pageSize: 10 })
    expect(fetchNextPage).not.toHaveBeenCalled()
  })

  it('asks for a piece when a page needs it', () => {
    const { go, shown, arrive, fetchNextPage } = setUp(50)
    go(3)
    expect(fetchNextPage).toHaveBeenCalledTimes(1)
    expect(shown()).toEqual([])
    arrive(40)
    expect(shown()[0]).toBe(20)
  })

  it('keeps the first row in sight when the size changes', () => {
    const { go, size, shown, pager } = setUp(20)
    go(2)
    size(20)
    expect([pager().page, shown().length]).toEqual([1, 20])
    size(10)
    expect([pager().page, shown()[0]]).toEqual([1, 0])
  })

  it('does not ask again by itself after a failure', () => {
    const { go, arrive, fetchNextPage } = setUp(50, { fails: true })
    go(3)
    arrive(20)
    arrive(20)
    expect(fetchNextPage).toHaveBeenCalledTimes(1)
  })
})
