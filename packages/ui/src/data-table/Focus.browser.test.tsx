import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, settled } from '../testing/support/stage.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTableProps.ts'
import { columns, element, orders, type Order } from '../testing/support/orderTable.tsx'

let root: Root | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  root?.unmount()
  root = undefined
  clearStage()
})

/** A table with removable rows, and a button beside it. */
function live(rows: readonly Order[], props: Partial<DataTableProps<Order>> = {}) {
  const host = document.body.appendChild(document.createElement('div'))
  host.style.blockSize = '300px'
  root = createRoot(host)
  const draw = (next: readonly Order[]) =>
    flushSync(() =>
      root?.render(
        <>
          <DataTable
            label="Orders"
            columns={columns}
            rows={next}
            rowKey={({ id }) => id}
            {...props}
          />
          <button>Beside</button>
        </>,
      ),
    )
  draw(rows)
  return draw
}

const table = () => element('[data-x-part=table]')
const without = (rows: readonly Order[], ...ids: readonly string[]) =>
  rows.filter(({ id }) => !ids.includes(id))
/** Returns row and column of the focused cell, or the focused part. */
function focused(): string | undefined {
  const active = document.activeElement
  const row = active?.closest<HTMLElement>('[role=row]')
  if (!active || !row)
    return active instanceof HTMLElement ? (active.dataset['xPart'] ?? active.tagName) : undefined
  const cell = active.closest('[role=cell], [role=gridcell], [role=columnheader]')
  return `${row.dataset['row'] ?? 'header'}:${cell ? [...row.children].indexOf(cell) : 'row'}`
}

describe('focus of a removed row (U15)', () => {
  it('moves to the next row, previous row or header (U15.65)', async () => {
    const rows = orders(5)
    const draw = live(rows, { grid: true })
    await settled()
    ;(element('[data-row="2"]').children[1] as HTMLElement).focus()
    draw(without(rows, '2'))
    await expect.poll(focused).toBe('3:1')
    draw(without(rows, '2', '3', '4'))
    await expect.poll(focused).toBe('1:1')
    draw([])
    await expect.poll(focused).toBe('header:1')
  })

  it('moves from a button to the cell, not to its button (U15.66)', async () => {
    const rows = orders(5)
    const draw = live(rows, { grid: true })
    await settled()
    await userEvent.click(page.getByRole('button', { name: 'Cancel 2' }))
    draw(without(rows, '2'))
    await expect.poll(focused).toBe('3:2')
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell')
    await userEvent.keyboard('{ArrowUp}')
    expect(focused()).toBe('1:2')
  })

  it('moves among ten thousand rows without scrolling (U15.67)', async () => {
    const rows = orders(10_000)
    const draw = live(rows, { grid: true })
    await settled()
    ;(element('[data-row="3"]').children[0] as HTMLElement).focus()
    table().scrollTop = 5000 * 28
    await expect.poll(() => document.querySelector('[data-row="5000"]')).not.toBeNull()
    draw(without(rows, '3'))
    await expect.poll(focused).toBe('4:0')
    expect(table().scrollTop).toBe(5000 * 28)
  })

  it("moves to the next pressable row, or to a plain table's container (U15.68)", async () => {
    const rows = orders(5)
    let draw = live(rows, { onRowPress: () => {} })
    await settled()
    element('[data-row="4"]').focus()
    draw(without(rows, '4'))
    await expect.poll(focused).toBe('3:row')
    root?.unmount()
    draw = live(rows)
    await settled()
    await userEvent.click(page.getByRole('button', { name: 'Cancel 2' }))
    draw(without(rows, '2'))
    await expect.poll(focused).toBe('table')
  })

  it('stays where the user moved it (U15.69)', async () => {
    const rows = orders(5)
    const draw = live(rows, { grid: true })
    await settled()
    ;(element('[data-row="2"]').children[0] as HTMLElement).focus()
    await userEvent.click(page.getByRole('button', { name: 'Beside' }))
    draw(without(rows, '2'))
    await settled()
    expect(document.activeElement?.textContent).toBe('Beside')
  })
})

describe('text typed in a row (U15)', () => {
  const note = {
    key: 'note',
    header: 'Note',
    cell: (order: Order) => <input aria-label={`Note ${order.id}`} />,
  } as const satisfies Column<Order>
  const far = async () => {
    table().scrollTop = 5000 * 28
    await expect.poll(() => document.querySelector('[data-row="5000"]')).not.toBeNull()
    table().scrollTop = 0
    await expect.poll(() => document.querySelector('[data-row="0"]')).not.toBeNull()
    await settled()
  }

  it.each([false, true])(
    'keeps text and caret while scrolled away and sorted (grid: %s) (U15.70)',
    async (grid) => {
      const rows = orders(10_000)
      const draw = live(rows, { grid, columns: [...columns, note] })
      await settled()
      await userEvent.click(page.getByRole('textbox', { name: 'Note 2' }))
      await userEvent.keyboard('wait{ArrowLeft}')
      const input = document.activeElement as HTMLInputElement
      await far()
      draw(rows.toReversed())
      await settled()
      expect([
        document.activeElement === input,
        input.value,
        input.selectionStart,
        focused(),
      ]).toEqual([true, 'wait', 3, '2:3'])
    },
  )

  it('keeps text in an expanded panel, whose row is the tab stop (U15.71)', async () => {
    const rows = orders(10_000)
    live(rows, {
      expansion: { expanded: new Set(['2']), render: () => <input aria-label="Reason" /> },
    })
    await settled()
    await userEvent.click(page.getByRole('textbox', { name: 'Reason' }))
    await userEvent.keyboard('late')
    const input = document.activeElement as HTMLInputElement
    await far()
    expect([document.activeElement === input, input.value]).toEqual([true, 'late'])
    expect(
      document
        .querySelector('[role=grid] [role=row] [tabindex="0"]')
        ?.closest<HTMLElement>('[data-row]')?.dataset['row'],
    ).toBe('2')
  })

  it('keeps keys and tab stop of a table in the panel separate (U15.72)', async () => {
    const fills = orders(3).map((order) => ({ ...order, id: `fill ${order.id}` }))
    live(orders(5), {
      selection: {},
      expansion: {
        expanded: new Set(['2']),
        render: () => (
          <DataTable
            label="Fills"
            grid
            columns={columns.slice(0, 2)}
            rows={fills}
            rowKey={({ id }) => id}
          />
        ),
      },
    })
    await settled()
    ;(element('[data-row="fill 1"]').children[0] as HTMLElement).focus()
    await settled()
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('fill 2:0')
    const stop = [
      ...table().querySelectorAll<HTMLElement>(
        ':scope > [role=rowgroup] > [role=row] [tabindex="0"]',
      ),
    ].filter((one) => one.closest('[data-x-part=table]') === table())
    expect(stop.map((one) => one.closest<HTMLElement>('[role=row]')?.dataset['row'])).toEqual(['2'])
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(0)
  })
})
