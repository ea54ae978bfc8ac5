import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, settled } from '../testing/support/stage.tsx'
import type { Column } from './columns.ts'
import { element, orders, showOrders, type Order } from '../testing/support/orderTable.tsx'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

const focused = () => {
  const cell = document.activeElement?.closest('[role=gridcell], [role=columnheader]')
  const row = cell?.parentElement
  return cell && row ? [row.dataset['row'] ?? 'header', [...row.children].indexOf(cell)] : undefined
}
const stops = () =>
  [...element('[role=grid]').querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.tabIndex === 0 && one.checkVisibility(),
  )

describe('grid keys', () => {
  it('move between cells with one tab stop, and focus controls in cells (U15.37)', async () => {
    showOrders({ grid: true })
    await expect.element(page.getByRole('grid', { name: 'Orders' })).toBeVisible()
    expect(stops()).toHaveLength(1)
    await userEvent.tab()
    expect(focused()).toEqual(['0', 0])
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused()).toEqual(['1', 1])
    await userEvent.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('Cancel 1')
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp}')
    expect(focused()).toEqual(['header', 0])
    expect(document.activeElement?.tagName).toBe('BUTTON')
    expect(stops()).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('columnheader', { name: 'Pair' }))
      .toHaveAttribute('aria-sort', 'ascending')
  })

  it('follow the screen from right to left (U15.38)', async () => {
    showOrders({ grid: true }, 'rtl')
    await expect.element(page.getByRole('grid')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(focused()).toEqual(['0', 1])
    await userEvent.keyboard('{ArrowRight}')
    expect(focused()).toEqual(['0', 0])
  })

  it.each(['ltr', 'rtl'] as const)(
    'scroll the cell out from under a fixed column (%s) (U15.74)',
    async (direction) => {
      const sides = new Map([
        [0, 'start'],
        [9, 'end'],
      ] as const)
      const wide = Array.from({ length: 10 }, (_, at): Column<Order> => {
        const fixed = sides.get(at as 0 | 9)
        return {
          key: `c${at}`,
          header: `C${at}`,
          minWidth: 120,
          cell: (order) => `${order.pair} ${at}`,
          ...(fixed ? { fixed } : {}),
        }
      })
      showOrders({ grid: true, columns: wide }, direction)
      await expect.element(page.getByRole('grid')).toBeVisible()
      await userEvent.tab()
      const place = (column: number) =>
        element('[data-row="0"]').children[column]?.getBoundingClientRect() ?? new DOMRect()
      const covered: unknown[] = []
      const [onwards, back] =
        direction === 'ltr' ? ['{ArrowRight}', '{ArrowLeft}'] : ['{ArrowLeft}', '{ArrowRight}']
      for (const key of [
        ...Array.from({ length: 8 }, () => onwards),
        ...Array.from({ length: 7 }, () => back),
      ]) {
        await userEvent.keyboard(key)
        const column = Number(focused()?.[1])
        const { left, right } = place(column)
        const [first, last] = [place(0), place(9)].sort((one, other) => one.left - other.left)
        if (left < (first?.right ?? 0) - 0.5 || right > (last?.left ?? 0) + 0.5)
          covered.push(column)
      }
      expect(covered).toEqual([])
    },
  )

  it('reach all ten thousand rows, visible below the header (U15.39)', async () => {
    showOrders({ grid: true, rows: orders(10_000) })
    await expect.element(page.getByRole('grid')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(focused()).toEqual(['9999', 2])
    await userEvent.keyboard('{ArrowUp}{Home}')
    expect(focused()).toEqual(['9998', 0])
    await userEvent.keyboard('{PageUp}{PageUp}{PageUp}')
    const header = element('[data-x-part=header-row]').getBoundingClientRect()
    const cell = document.activeElement?.getBoundingClientRect()
    expect(cell?.top ?? 0).toBeGreaterThanOrEqual(header.bottom - 0.5)
  })

  it('keep the focused cell while scrolled away and sorted (U15.40)', async () => {
    const rows = orders(10_000)
    showOrders({ grid: true, rows })
    await expect.element(page.getByRole('grid')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const cell = document.activeElement
    element('[role=grid]').scrollTop = 5000 * 28
    await expect.poll(() => document.querySelector('[data-row="5000"]')).not.toBeNull()
    expect(document.activeElement).toBe(cell)
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toEqual(['3', 0])
    element('[data-x-part=header-row] button').click()
    await settled()
    expect(focused()).toEqual(['3', 0])
  })

  it('open a row by Enter, enter a control, and leave by Escape (U15.41)', async () => {
    const press = vi.fn()
    const rows = orders(3)
    showOrders({
      grid: true,
      rows,
      onRowPress: press,
      columns: [
        { key: 'pair', header: 'Pair', cell: (order) => order.pair },
        {
          key: 'note',
          header: 'Note',
          cell: (_, { tabIndex }) => <input aria-label="Note" tabIndex={tabIndex} />,
        },
      ],
    })
    await expect.element(page.getByRole('grid')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(press.mock.calls).toEqual([[rows[0]]])
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(document.activeElement?.tagName).toBe('INPUT')
    // In a text field arrow keys move the caret.
    await userEvent.keyboard('ab{ArrowLeft}c')
    expect((document.activeElement as HTMLInputElement).value).toBe('acb')
    await userEvent.keyboard('{Escape}')
    expect(focused()).toEqual(['0', 1])
    expect(document.activeElement?.tagName).toBe('DIV')
    expect(press).toHaveBeenCalledOnce()
  })
})

describe('selection', () => {
  const boxes = () =>
    [...document.querySelectorAll<HTMLInputElement>('[data-row] input')].map((box) => box.checked)

  it('selects rows, ranges by Shift, and all by the header (U15.42)', async () => {
    const change = vi.fn()
    showOrders({ selection: { onChange: change } })
    await userEvent.click(page.getByRole('checkbox', { name: 'Select P1' }))
    expect(boxes()).toEqual([false, true, false, false, false])
    await expect
      .element(page.getByRole('row', { name: /P1/ }))
      .toHaveAttribute('aria-selected', 'true')
    await expect
      .element(page.getByRole('row', { name: /P0/ }))
      .toHaveAttribute('aria-selected', 'false')
    const all = page.getByRole('checkbox', { name: 'Select all rows' })
    await expect.poll(() => (all.element() as HTMLInputElement).indeterminate).toBe(true)
    await userEvent.keyboard('{Shift>}')
    await userEvent.click(page.getByRole('checkbox', { name: 'Select P3' }))
    await userEvent.keyboard('{/Shift}')
    expect(boxes()).toEqual([false, true, true, true, false])
    await userEvent.click(all)
    expect(boxes()).toEqual([true, true, true, true, true])
    expect([...((change.mock.lastCall?.[0] ?? []) as Iterable<string>)].sort()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ])
  })

  it('selects by Space from any cell, all by Control+A (U15.43)', async () => {
    showOrders({ selection: {} })
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')
    await userEvent.tab()
    await userEvent.keyboard(' {ArrowDown}{ArrowRight} ')
    expect(boxes()).toEqual([true, true, false, false, false])
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(boxes()).toEqual([true, true, true, true, true])
  })

  it('keeps all rows selected on Control+A (U15.57)', async () => {
    const change = vi.fn()
    showOrders({ selection: { onChange: change } })
    await expect.element(page.getByRole('grid')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{Control>}aa{/Control}')
    expect(boxes()).toEqual([true, true, true, true, true])
    expect(change).toHaveBeenCalledOnce()
  })

  it('has no header checkbox in single mode, disables unselectable rows (U15.44)', async () => {
    showOrders({ selection: { mode: 'single', isDisabled: (order) => order.id === '1' } })
    await expect.element(page.getByRole('checkbox', { name: 'Select P1' })).toBeDisabled()
    expect(document.querySelector('[role=columnheader] input')).toBeNull()
    await userEvent.click(page.getByRole('checkbox', { name: 'Select P2' }))
    await userEvent.click(page.getByRole('checkbox', { name: 'Select P3' }))
    expect(boxes()).toEqual([false, false, false, true, false])
  })

  it('does not press the row by its checkbox', async () => {
    const press = vi.fn()
    showOrders({ selection: {}, onRowPress: press })
    await userEvent.click(page.getByRole('checkbox', { name: 'Select P1' }))
    await userEvent.click(page.getByRole('button', { name: 'Cancel 1' }))
    expect(press).not.toHaveBeenCalled()
    await userEvent.click(page.getByRole('gridcell', { name: 'P1', exact: true }))
    expect(press).toHaveBeenCalledOnce()
  })
})

describe('expansion', () => {
  const expansion = {
    render: (order: { readonly id: string }) => <p style={{ margin: 0 }}>Fills of {order.id}</p>,
    canExpand: (order: { readonly id: string }) => order.id !== '2',
  }

  it('expands a row by its button and announces it (U15.45)', async () => {
    showOrders({ expansion })
    const opener = page.getByRole('button', { name: 'Details of P1' })
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(opener)
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
    await expect.element(page.getByText('Fills of 1')).toBeVisible()
    expect(document.querySelectorAll('[aria-expanded]')).toHaveLength(4)
    await userEvent.click(opener)
    expect(document.querySelector('[data-x-part=detail]')).toBeNull()
  })

  it('moves the rows below a panel in a long table (U15.46)', async () => {
    showOrders({
      rows: orders(1000),
      expansion: { ...expansion, expanded: new Set(['1']), height: 90 },
    })
    await expect.element(page.getByText('Fills of 1')).toBeVisible()
    const top = (row: string) => element(`[data-row="${row}"]`).getBoundingClientRect().top
    expect([top('1') - top('0'), top('3') - top('1')]).toEqual([28, 28 + 90 + 28])
    element('[role=grid]').scrollTop = 1e9
    await expect.poll(() => document.querySelector('[data-row="999"]')).not.toBeNull()
    expect(Math.round(element('[data-row="999"]').getBoundingClientRect().bottom)).toBe(
      Math.round(element('[role=grid]').getBoundingClientRect().bottom),
    )
  })
})
