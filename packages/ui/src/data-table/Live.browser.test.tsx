import { createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, settled } from '../testing/support/stage.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableHandle, DataTableProps } from './DataTableProps.ts'
import {
  columns,
  renderedRows,
  element,
  orders,
  showOrders,
  type Order,
} from '../testing/support/orderTable.tsx'

let root: Root | undefined
beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  root?.unmount()
  root = undefined
  clearStage()
})

const rowKey = (order: Order) => order.id

/** A table that is rendered repeatedly, as with live prices. */
function live(rows: readonly Order[], props: Partial<DataTableProps<Order>> = {}) {
  const host = document.body.appendChild(document.createElement('div'))
  host.style.blockSize = '300px'
  root = createRoot(host)
  const draw = (next: readonly Order[]) =>
    flushSync(() =>
      root?.render(
        <DataTable label="Orders" columns={columns} rows={next} rowKey={rowKey} {...props} />,
      ),
    )
  draw(rows)
  return draw
}

/** Returns the rows and columns that a change touched in the DOM. */
async function touched(change: () => void): Promise<string[]> {
  const records: MutationRecord[] = []
  const observer = new MutationObserver((list) => records.push(...list))
  observer.observe(element('[data-x-part=table]'), {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
  change()
  await settled()
  records.push(...observer.takeRecords())
  observer.disconnect()
  return records.map(({ target }) => {
    const node = target instanceof Element ? target : target.parentElement
    const cell = node?.closest('[role=cell]')
    const row = node?.closest<HTMLElement>('[role=row]')
    const column = cell && row ? [...row.children].indexOf(cell) : 'row'
    return `${row?.dataset['row'] ?? 'table'}:${column}`
  })
}

describe('live rows', () => {
  it.each([5, 10_000])(
    'update only the cell of a changed price among %i rows (U15.47)',
    async (length) => {
      const rows = orders(length)
      const draw = live(rows)
      await settled()
      const before = element('[data-row="2"]')
      expect(
        await touched(() => draw(rows.with(2, { ...(rows[2] as Order), price: '7.5' }))),
      ).toEqual(['2:1'])
      expect(element('[data-row="2"]')).toBe(before)
    },
  )

  it.each([
    ['selected', { selection: { selected: new Set(['1']), isDisabled: () => false } }],
    ['opened', { expansion: { expanded: new Set(['1']), render: () => 'Fills' } }],
  ])('do not reread 100,000 rows with one that is %s (U15.73)', async (state, props) => {
    const rows = orders(100_000)
    let read = 0
    const draw = live(rows, { ...props, rowKey: (order) => (read++, order.id) })
    await settled()
    read = 0
    draw(rows.with(2, { ...(rows[2] as Order), price: '7.5' }))
    await settled()
    expect(element('[data-row="2"]').textContent).toContain('7.5')
    expect(read).toBeLessThan(1000)
    if (state === 'selected')
      expect(
        document.querySelector<HTMLInputElement>('[role=columnheader] input')?.indeterminate,
      ).toBe(true)
    else expect(element('[data-x-part=detail]').textContent).toBe('Fills')
  })

  it('reset cell state when elements are reused after a jump (U15)', async () => {
    live(orders(10_000), {
      columns: [
        {
          key: 'note',
          header: 'Note',
          cell: (order) => <input aria-label="Note" defaultValue={order.id} />,
        },
      ],
    })
    await settled()
    const before = element('[data-row="0"]')
    element('[data-x-part=table]').scrollTop = 5000 * 28
    await settled()
    expect(before.isConnected).toBe(true)
    for (const row of document.querySelectorAll<HTMLElement>('[data-row]'))
      expect(row.querySelector('input')?.value).toBe(row.dataset['row'])
  })

  it('update announced row, selection and panel after a jump (U15)', async () => {
    live(orders(10_000), {
      selection: { selected: new Set(['1', '5001']) },
      expansion: { render: (order) => `Panel of ${order.id}`, expanded: new Set(['5002']) },
    })
    await settled()
    const wrong = () =>
      [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => {
        const key = row.dataset['row'] ?? ''
        const place = Number(key) * 28 + (Number(key) > 5002 ? 120 : 0)
        return [
          row.getAttribute('aria-rowindex') === `${Number(key) + 2}`,
          row.getAttribute('aria-selected') === String(['1', '5001'].includes(key)),
          row.querySelector('[aria-expanded]')?.getAttribute('aria-expanded') ===
            String(key === '5002'),
          Math.round(
            row.getBoundingClientRect().top -
              (element('[data-x-part=table]').getBoundingClientRect().top +
                44 -
                element('[data-x-part=table]').scrollTop),
          ) === place,
        ].includes(false)
      })
    for (const row of [0, 5000, 200, 5001, 9000]) {
      element('[data-x-part=table]').scrollTop = row * 28
      await settled()
      expect(renderedRows().length).toBeGreaterThan(8)
      expect(wrong()).toEqual([])
    }
    element('[data-x-part=table]').scrollTop = 5000 * 28
    await expect.element(page.getByText('Panel of 5002')).toBeVisible()
  })

  it('keep a focused cell, its element and its row over a jump (U15)', async () => {
    live(orders(10_000), { grid: true })
    await settled()
    const cell = element('[data-row="3"] > [role=gridcell]')
    cell.focus()
    for (const row of [5000, 100, 9000, 0]) {
      element('[data-x-part=table]').scrollTop = row * 28
      await settled()
      expect(document.activeElement).toBe(cell)
      expect(cell.closest<HTMLElement>('[data-row]')?.dataset['row']).toBe('3')
      expect(renderedRows().filter((key) => key === '3')).toEqual(['3'])
    }
  })

  it("size columns beyond the style sheet's widths (U15)", async () => {
    const many = Array.from({ length: 15 }, (_, at) => ({
      key: `c${at}`,
      header: `C${at}`,
      minWidth: 80 + at,
      cell: (order: Order) => order.pair,
    }))
    live(orders(200), { columns: many })
    await settled()
    const wide = (line: string) =>
      [...element(line).children].map((cell) => Math.round(cell.getBoundingClientRect().width))
    expect(wide('[data-row="2"]')).toEqual(wide('[data-x-part=header-row]'))
    expect(new Set(wide('[data-row="2"]').slice(1)).size).toBeGreaterThan(10)
  })

  it('add an ellipsis only to cells whose text may overflow (U15)', async () => {
    const texts = ['60,816.42', 'A name that nobody would expect in a cell', '比特币', 'BTC/USDT']
    const shown = texts.map((text, at) => ({
      key: `c${at}`,
      header: text,
      minWidth: 130,
      cell: () => text,
    }))
    live(orders(200), {
      columns: [
        ...shown,
        { key: 'wide', header: 'Wide', width: 40, cell: () => 'BTC/USDT' },
        { key: 'element', header: 'Element', cell: () => <span>60,816.42</span> },
      ],
    })
    await settled()
    const cells = [...element('[data-row="2"]').children] as HTMLElement[]
    expect(cells.map((cell) => getComputedStyle(cell).overflowX)).toEqual([
      'visible',
      'clip',
      'clip',
      'visible',
      'clip',
      'clip',
    ])
    for (const cell of cells) expect(getComputedStyle(cell).textOverflow).toBe('ellipsis')
    const box = (cell: HTMLElement | undefined) => {
      const range = document.createRange()
      range.selectNodeContents(cell?.firstElementChild ?? cell ?? document.body)
      const { top, bottom } = range.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    }
    expect(Math.abs(box(cells[0]) - box(cells[5]))).toBeLessThanOrEqual(1)
    expect(Math.abs(box(cells[1]) - box(cells[5]))).toBeLessThanOrEqual(1)
  })

  it('render only visible rows during a jump, the rest after (U15)', async () => {
    live(orders(10_000))
    await settled()
    element('[data-x-part=table]').scrollTop = 5000 * 28
    await settled()
    const inSight = renderedRows().length
    expect(inSight).toBeLessThanOrEqual(Math.ceil((300 - 44) / 28) + 1)
    await expect.poll(() => renderedRows().length).toBeGreaterThanOrEqual(inSight + 10)
  })

  it('make columns sticky only if the columns do not fit (U15)', async () => {
    const fixed = (minWidth: number) =>
      columns.map((column, index) =>
        index === 0 ? { ...column, fixed: 'start' as const, minWidth } : column,
      )
    const position = () => getComputedStyle(element('[data-row="2"] > [data-fixed]')).position
    live(orders(5), { columns: fixed(100) })
    await settled()
    expect(position()).toBe('static')
    root?.unmount()
    document.body.replaceChildren()
    live(orders(5), { columns: fixed(1500) })
    await settled()
    expect(position()).toBe('sticky')
    element('[data-x-part=table]').scrollLeft = 100
    expect(element('[data-row="2"] > [data-fixed]').getBoundingClientRect().left).toBe(
      element('[data-x-part=table]').getBoundingClientRect().left,
    )
  })

  it('do not touch the DOM outside the viewport (U15.48)', async () => {
    const rows = orders(10_000)
    const draw = live(rows)
    await settled()
    expect(
      await touched(() =>
        draw(rows.map((row, index) => (index > 5000 ? { ...row, price: `${index + 1}` } : row))),
      ),
    ).toEqual([])
  })

  it('are not rendered again for a new width (U15.49)', async () => {
    let cells = 0
    const counting = [
      {
        key: 'pair',
        header: 'Pair',
        resizable: true,
        cell: (order: Order) => ((cells += 1), order.pair),
      },
      ...columns.slice(1),
    ]
    live(orders(20), { columns: counting })
    await settled()
    cells = 0
    element('[role=separator]').focus()
    await userEvent.keyboard('{ArrowRight}')
    await settled()
    element('[data-x-part=data-table]').parentElement?.style.setProperty('inline-size', '700px')
    await expect.poll(() => element('[data-x-part=table]').clientWidth).toBeLessThanOrEqual(700)
    await settled()
    expect(cells).toBe(0)
  })

  it('draws rows without blanks at 600 px a frame (Targets)', async () => {
    live(orders(1_000_000))
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '1000001')
    await settled()
    const table = element('[data-x-part=table]')
    const box = table.getBoundingClientRect()
    let blank = 0
    for (let frame = 0; frame < 15; frame += 1) {
      table.scrollTop += 600
      await new Promise((resolve) => requestAnimationFrame(resolve))
      // In the frame, after its scroll events: this is what is painted.
      for (const y of [box.top + 50, box.top + box.height / 2, box.bottom - 4])
        if (!document.elementFromPoint(box.left + 20, y)?.closest('[data-row]')) blank += 1
    }
    expect(blank).toBe(0)
    table.scrollTop = 1e9
    await expect.poll(() => renderedRows().at(-1)).toBe('999999')
  })
})

describe('row animations', () => {
  const gliding = () => element('[data-x-part=table]').getAnimations({ subtree: true }).length

  it('run when up to 99 rows are sorted (U15.50)', async () => {
    const draw = live(orders(99))
    expect(gliding()).toBe(0)
    draw([...orders(99)].reverse())
    expect(gliding()).toBe(98)
  })

  it('do not run when only the measured row height changes (U15.55)', async () => {
    document.documentElement.dataset['density'] = 'comfortable'
    try {
      showOrders({ rows: orders(20) })
      expect(gliding()).toBe(0)
      expect(element('[data-row="0"]').getBoundingClientRect().height).toBe(36)
    } finally {
      delete document.documentElement.dataset['density']
    }
  })

  it('do not run while a row is expanded (U15.56)', () => {
    const draw = live(orders(5), {
      expansion: { render: (order) => order.pair, expanded: new Set(['2']) },
    })
    draw([...orders(5)].reverse())
    expect(renderedRows()).toEqual(['4', '3', '2', '1', '0'])
    expect(gliding()).toBe(0)
  })

  it('do not run from 100 rows or when virtualised (U15.51)', async () => {
    const draw = live(orders(100), { virtual: false })
    draw([...orders(100)].reverse())
    expect(gliding()).toBe(0)
    root?.unmount()
    const few = live(orders(20), { virtual: true })
    few([...orders(20)].reverse())
    expect(gliding()).toBe(0)
  })
})

describe('user-set widths', () => {
  const edge = () => page.getByRole('separator')
  const width = () =>
    document.querySelectorAll('[role=columnheader]')[1]?.getBoundingClientRect().width

  it.each([
    ['ltr', '{ArrowRight}', '{ArrowLeft}'],
    ['rtl', '{ArrowLeft}', '{ArrowRight}'],
  ] as const)(
    'change by arrow keys in screen direction, %s (U15.52)',
    async (direction, wider, narrower) => {
      const change = vi.fn()
      showOrders({ onSizesChange: change }, direction)
      await expect.poll(width).toBe(205)
      await settled()
      ;(edge().element() as HTMLElement).focus()
      await userEvent.keyboard(wider)
      await expect.poll(width).toBe(215)
      await userEvent.keyboard(narrower + narrower)
      await expect.poll(width).toBe(195)
      await expect.element(edge()).toHaveAttribute('aria-valuenow', '195')
      await expect
        .element(page.getByRole('columnheader', { name: 'Price', exact: true }))
        .toBeVisible()
      if (direction === 'ltr') await expect.element(edge()).toHaveAccessibleName('Width of Price')
      expect(change.mock.lastCall).toEqual([{ price: 195 }])
      await userEvent.keyboard('{Home}')
      await expect.poll(width).toBe(100)
      await userEvent.keyboard('{Enter}')
      await expect.poll(width).toBe(205)
    },
  )

  it.each([
    ['ltr', 1],
    ['rtl', -1],
  ] as const)(
    'change by dragging and reset by a double click, %s (U15.53)',
    async (direction, sign) => {
      showOrders({}, direction)
      await expect.poll(width).toBe(205)
      const handle = edge().element()
      const { left, top } = handle.getBoundingClientRect()
      const at = (type: string, x: number) =>
        handle.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            pointerId: 1,
            button: 0,
            clientX: left + x,
            clientY: top + 5,
          }),
        )
      const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {})
      at('pointerdown', 0)
      at('pointermove', sign * 40)
      await expect.poll(width).toBe(245)
      at('pointermove', sign * -400)
      await expect.poll(width).toBe(100)
      at('lostpointercapture', 0)
      at('pointermove', 300)
      await settled()
      expect(width()).toBe(100)
      capture.mockRestore()
      handle.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
      await expect.poll(width).toBe(205)
    },
  )
})

describe('table handle', () => {
  it('returns CSV of all rows in screen order without actions (U15.54)', async () => {
    const handle = createRef<DataTableHandle>()
    live(orders(200), { ref: handle, defaultSort: { column: 'price', direction: 'descending' } })
    const lines = handle.current?.csv().split('\r\n')
    expect([lines?.length, ...(lines ?? []).slice(0, 3)]).toEqual([
      202,
      '\uFEFFPair,Price',
      'P199,199',
      'P198,198',
    ])
  })

  it.each([50, 5000])('scrolls any of %i rows into view', async (length) => {
    const handle = createRef<DataTableHandle>()
    live(orders(length), { ref: handle })
    await settled()
    handle.current?.scrollTo(`${length - 1}`)
    await expect.poll(() => renderedRows().includes(`${length - 1}`)).toBe(true)
    const row = element(`[data-row="${length - 1}"]`).getBoundingClientRect()
    expect(row.bottom).toBeLessThanOrEqual(
      element('[data-x-part=table]').getBoundingClientRect().bottom + 1,
    )
    handle.current?.scrollTo('no such row')
  })
})
