/** Default rows per page (U16). */
export const DEFAULT_PAGE_SIZE = 10
/** Choice of page sizes (U16). */
export const PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50, 100]
/** Default number of page buttons (U16). */
export const DEFAULT_PAGER_COUNT = 7

/** A page button, or dots that jump to `page`. */
export type PagerItem =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'dots'; readonly to: 'back' | 'forward'; readonly page: number }

/** Returns the number of pages, at least 1, also for numbers that are none. */
export function pageCount({
  total,
  pageSize,
}: {
  readonly total: number
  readonly pageSize: number
}): number {
  const pages = Math.ceil(total / pageSize)
  return Number.isFinite(pages) ? Math.max(1, pages) : 1
}

/**
 * Returns a valid pager count: odd, 5 to 21 (U16). Throws a `RangeError` for others if `strict`,
 * else returns 7.
 */
export function checkedPagerCount(count: number, { strict }: { readonly strict: boolean }): number {
  if (Number.isInteger(count) && count >= 5 && count <= 21 && count % 2 === 1) return count
  if (strict)
    throw new RangeError(`The pager count must be an odd integer from 5 to 21, not ${count}.`)
  return DEFAULT_PAGER_COUNT
}

/**
 * Returns the items of a pager (U16): first, last and `count` - 2 pages between them; dots jump
 * `count` - 2 pages.
 */
export function pagerItems({
  pages,
  current,
  count,
}: {
  readonly pages: number
  readonly current: number
  readonly count: number
}): PagerItem[] {
  const page = (number: number): PagerItem => ({ kind: 'page', page: number })
  if (pages <= count) return range(1, pages).map(page)
  const jump = count - 2
  const back: PagerItem = { kind: 'dots', to: 'back', page: Math.max(1, current - jump) }
  const forward: PagerItem = { kind: 'dots', to: 'forward', page: Math.min(pages, current + jump) }
  const half = (count - 1) / 2
  const gapBefore = current > count - half
  const gapAfter = current < pages - half
  if (gapBefore && !gapAfter) return [page(1), back, ...range(pages - (count - 2), pages).map(page)]
  if (!gapBefore && gapAfter) return [...range(1, count - 1).map(page), forward, page(pages)]
  const reach = (count - 3) / 2
  return [page(1), back, ...range(current - reach, current + reach).map(page), forward, page(pages)]
}

/** Pages before and after the current one that a list offers, beside the first and the last. */
const LIST_REACH = 100

/** Returns the pages that a list of pages offers. */
export function nearPages({
  pages,
  current,
}: {
  readonly pages: number
  readonly current: number
}): readonly number[] {
  const near = range(Math.max(1, current - LIST_REACH), Math.min(pages, current + LIST_REACH))
  return [...new Set([1, ...near, pages])]
}

/** Clamps a page to 1 and the last page. An address may hold a part of a page, or none. */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pages)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
