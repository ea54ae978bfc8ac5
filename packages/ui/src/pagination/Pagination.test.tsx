import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { named, pressNamed, renderWidget } from '../testing/support/renderWidget.tsx'
import { Pagination, type PaginationProps } from './Pagination.tsx'

function show(props: Partial<PaginationProps> = {}) {
  const onPageChange = vi.fn<(page: number) => void>()
  const pager = (next: Partial<PaginationProps>) => (
    <Pagination total={500} onPageChange={onPageChange} {...props} {...next} />
  )
  const render = renderWidget(pager({}))
  return { onPageChange, render: (next: Partial<PaginationProps>) => render(pager(next)) }
}

/** The pager as a reader sees it: dots as `…`, the current page in brackets. */
const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-x-part=page], [data-x-part=dots]')]
    .map((one) => {
      if (one.dataset['xPart'] === 'dots') return '…'
      const isCurrent = one.getAttribute('aria-current') === 'page'
      return isCurrent ? `[${one.textContent}]` : one.textContent
    })
    .join(' ')
const isDisabled = (name: string) => named('button', name).getAttribute('aria-disabled') === 'true'

afterEach(cleanup)

describe('pages of a list', () => {
  it.each([
    [1, '[1] 2 3 4 5 6 … 50'],
    [4, '1 2 3 [4] 5 6 … 50'],
    [5, '1 … 3 4 [5] 6 7 … 50'],
    [46, '1 … 44 45 [46] 47 48 … 50'],
    [47, '1 … 45 46 [47] 48 49 50'],
    [50, '1 … 45 46 47 48 49 [50]'],
  ])('show around page %i of 50: %s (U16)', (page, expected) => {
    show({ page })
    expect(shown()).toBe(expected)
  })

  it.each([
    [0, '[1]'],
    [1, '[1]'],
    [10, '[1]'],
    [11, '[1] 2'],
    [70, '[1] 2 3 4 5 6 7'],
    [71, '[1] 2 3 4 5 6 … 8'],
  ])('show for %i rows: %s', (total, expected) => {
    show({ total })
    expect(shown()).toBe(expected)
  })

  it.each([
    [5, '1 … 3 [4] 5 … 8'],
    [9, '1 2 3 [4] 5 6 7 8'],
  ])('are at most %i buttons beside the dots', (pagerCount, expected) => {
    show({ total: 80, page: 4, pagerCount })
    expect(shown()).toBe(expected)
  })

  it.each([4, 6, 23, 3, 7.5, Number.NaN])('throw for %d buttons in development', (pagerCount) => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => show({ pagerCount })).toThrow(RangeError)
    quiet.mockRestore()
  })

  // A page comes from the address, where a user may type anything.
  it.each([
    [Number.NaN, 1],
    [-3, 1],
    [0, 1],
    [2.9, 2],
    [51, 50],
    [Number.POSITIVE_INFINITY, 50],
    [Number.NEGATIVE_INFINITY, 1],
  ])('take page %d of the address as page %i', (page, expected) => {
    show({ page })
    expect(shown()).toContain(`[${expected}]`)
    expect(isDisabled('Previous page')).toBe(expected === 1)
    expect(isDisabled('Next page')).toBe(expected === 50)
  })

  it.each([
    [Number.NaN, 10],
    [-5, 10],
    [30, 0],
    [30, Number.NaN],
  ])('are one for %d rows, %d a page', (total, pageSize) => {
    show({ total, pageSize })
    expect(shown()).toBe('[1]')
  })
})

describe('presses on a pager', () => {
  it.each([
    [20, 'Jump back', 15],
    [20, 'Jump forward', 25],
    [5, 'Jump back', 1],
    [46, 'Jump forward', 50],
    [20, 'Previous page', 19],
    [20, 'Next page', 21],
    [20, 'Page 22', 22],
    [20, 'Page 50', 50],
  ])('go from page %i by %s to %i', (page, name, expected) => {
    const { onPageChange } = show({ defaultPage: page })
    pressNamed('button', name)
    expect(onPageChange.mock.calls).toEqual([[expected]])
    expect(shown()).toContain(`[${expected}]`)
  })

  it.each([
    [1, 'Previous page'],
    [50, 'Next page'],
    [7, 'Page 7'],
  ])('report nothing at page %i on %s', (page, name) => {
    const { onPageChange } = show({ defaultPage: page })
    pressNamed('button', name)
    expect(onPageChange).not.toHaveBeenCalled()
  })

  it('leave a controlled pager to its owner', () => {
    const { onPageChange, render } = show({ page: 3 })
    pressNamed('button', 'Next page')
    expect(onPageChange.mock.calls).toEqual([[4]])
    expect(shown()).toContain('[3]')
    render({ page: 4 })
    expect(shown()).toContain('[4]')
    expect(onPageChange).toHaveBeenCalledOnce()
  })

  it('keep the focus when the pressed dots are gone', () => {
    show({ defaultPage: 46 })
    const dots = named('button', 'Jump forward')
    dots.focus()
    fireEvent.click(dots)
    expect(document.activeElement).toBe(named('button', 'Page 50'))
  })

  it('keep the focus on the arrow at the last page', () => {
    show({ defaultPage: 49 })
    const arrow = named('button', 'Next page')
    arrow.focus()
    fireEvent.click(arrow)
    expect(document.activeElement).toBe(arrow)
    expect(isDisabled('Next page')).toBe(true)
  })
})

describe('fewer rows', () => {
  it('clamp the page and report it once', () => {
    const { onPageChange, render } = show({ defaultPage: 50 })
    render({ total: 95 })
    expect(shown()).toContain('[10]')
    render({ total: 95 })
    expect(onPageChange.mock.calls).toEqual([[10]])
  })

  it('clamp a controlled page without a report', () => {
    const { onPageChange, render } = show({ page: 50 })
    render({ total: 95, page: 50 })
    expect(shown()).toContain('[10]')
    expect(onPageChange).not.toHaveBeenCalled()
  })
})

describe('page sizes', () => {
  it('are offered to those who can change them', () => {
    show()
    expect(screen.queryByRole('combobox')).toBeNull()
    const onPageSizeChange = vi.fn()
    show({ onPageSizeChange, pageSize: 20 })
    const list = named('combobox', 'Rows per page')
    expect([...list.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      '10',
      '20',
      '30',
      '40',
      '50',
      '100',
    ])
    fireEvent.change(list, { target: { value: '50' } })
    expect(onPageSizeChange.mock.calls).toEqual([[50]])
  })
})

describe('compact pager', () => {
  it('goes to a page of its list', () => {
    const { onPageChange } = show({ compact: true, defaultPage: 3 })
    expect(shown()).toBe('')
    expect(document.querySelector('[data-x-part=pages]')?.textContent).toContain('/ 50')
    fireEvent.change(named('combobox', 'Page 3'), { target: { value: '44' } })
    expect(onPageChange.mock.calls).toEqual([[44]])
    expect(named('combobox', 'Page 44')).toBeTruthy()
  })

  it('offers a hundred pages around it, the first and the last', () => {
    show({ compact: true, total: 5000, defaultPage: 250 })
    const pages = [...document.querySelectorAll('option')].map((one) => Number(one.value))
    expect(pages).toHaveLength(203)
    expect(pages.slice(0, 3)).toEqual([1, 150, 151])
    expect(pages.slice(-2)).toEqual([350, 500])
  })
})
