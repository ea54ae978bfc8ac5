import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkedPagerCount,
  clampPage,
  DEFAULT_PAGE_SIZE,
  nearPages,
  PAGE_SIZES,
  pageCount,
  pagerItems,
} from './pagerItems.ts'

const draw = (current: number, pages = 50, count = 7) =>
  pagerItems({ pages, current, count })
    .map((item) => (item.kind === 'page' ? item.page : '…'))
    .join(' ')

describe('pagerItems', () => {
  it('defaults to 10 rows and offers 10 to 100 (spec 9.9)', () => {
    expect(DEFAULT_PAGE_SIZE).toBe(10)
    expect(PAGE_SIZES).toEqual([10, 20, 30, 40, 50, 100])
  })

  it.each([1, 2, 3, 4])('shows the first pages on page %i of 50 (U16.1)', (page) => {
    expect(draw(page)).toBe('1 2 3 4 5 6 … 50')
  })

  it('shows page 5 of 50 in the middle (U16.2)', () => expect(draw(5)).toBe('1 … 3 4 5 6 7 … 50'))
  it('shows page 46 of 50 in the middle (U16.3)', () =>
    expect(draw(46)).toBe('1 … 44 45 46 47 48 … 50'))

  it.each([47, 48, 49, 50])('shows the last pages on page %i of 50 (U16.4)', (page) => {
    expect(draw(page)).toBe('1 … 45 46 47 48 49 50')
  })

  it('shows all pages if they fit (U16.5)', () => expect(draw(2, 7)).toBe('1 2 3 4 5 6 7'))

  it('jumps by the pager count less two, clamped (U16.6)', () => {
    const dots = (current: number) =>
      pagerItems({ pages: 50, current, count: 7 }).flatMap((item) =>
        item.kind === 'dots' ? [[item.to, item.page]] : [],
      )
    expect(dots(25)).toEqual([
      ['back', 20],
      ['forward', 30],
    ])
    expect(dots(5)).toEqual([
      ['back', 1],
      ['forward', 10],
    ])
    expect(dots(46)).toEqual([
      ['back', 41],
      ['forward', 50],
    ])
  })

  it.each([5, 7, 9, 21])('accepts a pager count of %i (U16.7)', (count) =>
    expect(checkedPagerCount(count, { strict: true })).toBe(count),
  )

  it.each([3, 4, 6, 22, 23, 7.5, Number.NaN])(
    'rejects a pager count of %d in development, uses 7 in production (U16.8)',
    (count) => {
      expect(() => checkedPagerCount(count, { strict: true })).toThrow(
        new RangeError(`The pager count must be an odd integer from 5 to 21, not ${count}.`),
      )
      expect(checkedPagerCount(count, { strict: false })).toBe(7)
    },
  )

  it('counts at least one page', () => {
    expect(pageCount({ total: 0, pageSize: 10 })).toBe(1)
    expect(pageCount({ total: 10, pageSize: 10 })).toBe(1)
    expect(pageCount({ total: 11, pageSize: 10 })).toBe(2)
  })

  it('clamps a page', () => {
    expect([clampPage(0, 5), clampPage(3, 5), clampPage(9, 5)]).toEqual([1, 3, 5])
  })

  it('has ascending first, last and current pages in the pager count (U16.9, spec 5.11)', () => {
    const count = fc.integer({ min: 2, max: 10 }).map((half) => half * 2 + 1)
    fc.assert(
      fc.property(
        count,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        (places, pages, wanted) => {
          const current = clampPage(wanted, pages)
          const items = pagerItems({ pages, current, count: places })
          const numbers = items.filter((item) => item.kind === 'page').map((item) => item.page)
          expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
          expect(numbers[0]).toBe(1)
          expect(numbers.at(-1)).toBe(pages)
          expect(numbers).toContain(current)
          expect(numbers.length).toBe(Math.min(pages, places))
        },
      ),
    )
  })
})

describe('nearPages', () => {
  it('offers every page of a short list', () => {
    expect(nearPages({ pages: 4, current: 2 })).toEqual([1, 2, 3, 4])
  })

  it('offers a hundred pages to both sides, and both ends', () => {
    const pages = nearPages({ pages: 9_000, current: 450 })
    expect(pages).toHaveLength(203)
    expect([pages[0], pages[1], pages.at(-2), pages.at(-1)]).toEqual([1, 350, 550, 9_000])
  })
})
