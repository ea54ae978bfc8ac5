import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { press } from '../testing/support/presses.ts'
import { clearStage, stage } from '../testing/support/stage.tsx'
import { Pagination } from './Pagination.tsx'

afterEach(clearStage)

const current = () => document.querySelector('[aria-current=page]')?.textContent

describe('Pagination', () => {
  it('changes pages by number, arrow and dots, once each (U16.10)', async () => {
    const change = vi.fn()
    stage(<Pagination total={500} onPageChange={change} />)
    await press('Page 4')
    await expect.poll(current).toBe('4')
    await press('Next page')
    await expect.poll(current).toBe('5')
    await press('Jump forward')
    await expect.poll(current).toBe('10')
    await press('Jump back')
    await expect.poll(current).toBe('5')
    await press('Page 5')
    expect(change.mock.calls.flat()).toEqual([4, 5, 10, 5])
  })

  it('changes pages by keys and keeps the focus on the pressed number', async () => {
    const change = vi.fn()
    stage(<Pagination total={60} onPageChange={change} />)
    const second = page.getByRole('button', { name: 'Page 2' })
    await expect.element(second).toBeVisible()
    ;(second.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(current).toBe('2')
    expect(document.activeElement).toBe(second.element())
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.poll(current).toBe('3')
    expect(change.mock.calls.flat()).toEqual([2, 3])
  })

  it('offers its pages in a list where it is compact', async () => {
    const change = vi.fn()
    stage(<Pagination compact total={500} defaultPage={7} onPageChange={change} />)
    const list = page.getByRole('combobox', { name: 'Page 7' })
    await expect.element(list).toHaveValue('7')
    expect(list.element().parentElement?.textContent).toMatch(/\/ 50$/)
    await userEvent.selectOptions(list, '42')
    await press('Next page')
    expect(change.mock.calls.flat()).toEqual([42, 43])
    await expect.element(page.getByRole('combobox', { name: 'Page 43' })).toHaveValue('43')
    expect(document.querySelectorAll('nav button')).toHaveLength(2)
  })

  it('runs from right to left in Arabic', async () => {
    stage(<Pagination total={60} defaultPage={3} />, { direction: 'rtl' })
    await expect.element(page.getByRole('navigation')).toBeVisible()
    const lefts = [...document.querySelectorAll('nav button')].map(
      (button) => button.getBoundingClientRect().left,
    )
    expect(lefts.length).toBeGreaterThan(4)
    expect(lefts).toEqual(lefts.toSorted((one, other) => other - one))
  })

  it('disables the arrows at the ends', async () => {
    stage(<Pagination total={20} />)
    await expect.element(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await press('Page 2')
    await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })

  it('keeps focus on an arrow at an end', async () => {
    const change = vi.fn()
    stage(<Pagination total={30} onPageChange={change} />)
    const next = page.getByRole('button', { name: 'Next page' })
    ;(next.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}{Enter}{Enter}')
    expect(change.mock.calls.flat()).toEqual([2, 3])
    await expect.element(next).toHaveFocus()
  })

  it('moves focus from disappearing dots to the current page', async () => {
    stage(<Pagination total={120} />)
    const dots = page.getByRole('button', { name: 'Jump forward' })
    ;(dots.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(current).toBe('6')
    await expect.element(dots).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Page 11' })).toHaveFocus()
  })

  it('reports the clamped page once when pages disappear (U16.11)', async () => {
    const change = vi.fn()
    function Shrinking() {
      const [{ total, pageSize }, set] = useState({ total: 100, pageSize: 10 })
      return (
        <>
          <button onClick={() => set({ total: 35, pageSize })}>Filter</button>
          <button onClick={() => set({ total, pageSize: 20 })}>Longer pages</button>
          <Pagination total={total} pageSize={pageSize} defaultPage={8} onPageChange={change} />
        </>
      )
    }
    stage(<Shrinking />)
    await expect.poll(current).toBe('8')
    expect(change).not.toHaveBeenCalled()
    await press('Filter')
    await expect.poll(current).toBe('4')
    expect(change.mock.calls).toEqual([[4]])
    await press('Longer pages')
    await expect.poll(current).toBe('2')
    await press('Page 1')
    await expect.poll(current).toBe('1')
    expect(change.mock.calls.flat()).toEqual([4, 2, 1])
  })

  it('offers page sizes and clamps the page (spec 9.9)', async () => {
    const change = vi.fn()
    stage(<Pagination total={100} onPageSizeChange={change} />)
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Rows per page' }), '50')
    expect(change.mock.calls).toEqual([[50]])
    expect([...document.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      '10',
      '20',
      '30',
      '40',
      '50',
      '100',
    ])
    stage(<Pagination total={100} pageSize={50} page={9} />)
    await expect.poll(current).toBe('2')
  })
})
