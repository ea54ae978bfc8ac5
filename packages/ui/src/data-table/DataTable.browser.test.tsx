import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearStage, settled, stage } from '../testing/support/stage.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTableProps.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(clearStage)

interface Order {
  readonly id: string
  readonly pair: string
  readonly price: string
}

const columns: readonly Column<Order>[] = [
  {
    key: 'pair',
    header: 'Pair',
    minWidth: 100,
    cell: (order) => order.pair,
    sort: { as: 'text', by: (order) => order.pair },
  },
  {
    key: 'price',
    header: 'Price',
    kind: 'number',
    minWidth: 100,
    cell: (order) => order.price,
    sort: { as: 'decimal', by: (order) => order.price },
  },
  {
    key: 'actions',
    header: '',
    label: 'Actions',
    kind: 'actions',
    width: 60,
    cell: (order) => <button>Cancel {order.id}</button>,
  },
]
const three: readonly Order[] = [
  { id: '1', pair: 'BTC/USDT', price: '9' },
  { id: '2', pair: 'ETH/USDT', price: '10' },
  { id: '3', pair: 'ADA/USDT', price: '1.5' },
]
const many = Array.from({ length: 10_000 }, (_, index): Order => ({
  id: `${index}`,
  pair: `P${index}`,
  price: `${index}`,
}))

function show(props: Partial<DataTableProps<Order>> = {}, direction: 'ltr' | 'rtl' = 'ltr') {
  stage(
    <div style={{ blockSize: 300, inlineSize: 500 }}>
      <DataTable
        label="Orders"
        columns={columns}
        rows={three}
        rowKey={(order) => order.id}
        {...props}
      />
    </div>,
    { direction },
  )
}

const cells = (column: number) =>
  [...document.querySelectorAll(`[data-row] > :nth-child(${column})`)].map(
    (cell) => cell.textContent,
  )
const header = (name: string) => page.getByRole('columnheader', { name })
const drawn = () => document.querySelectorAll('[data-row]').length

/** Renders one column and returns the positions of its heading's lines. */
async function showHeading(
  columns: readonly Column<Order>[],
  { words, direction }: { readonly words: string; readonly direction: 'ltr' | 'rtl' },
) {
  show({ columns }, direction)
  await expect.element(header(words)).toBeVisible()
  const text = document.querySelector('[role=columnheader] button > span') as HTMLElement
  const range = document.createRange()
  range.selectNodeContents(text.querySelector('bdi')!)
  return { text, lines: [...range.getClientRects()] }
}

describe('DataTable', () => {
  it('renders a table with row count and a 44 px header (U15.33)', async () => {
    show()
    await expect
      .element(page.getByRole('table', { name: 'Orders' }))
      .toHaveAttribute('aria-rowcount', '4')
    await expect
      .element(page.getByRole('row', { name: /BTC/ }))
      .toHaveAttribute('aria-rowindex', '2')
    expect(document.querySelector('[data-x-part=header-row]')?.getBoundingClientRect().height).toBe(
      44,
    )
  })

  it.each(['ltr', 'rtl'] as const)(
    'wraps a long heading beside numbers to two lines (%s) (U15.33)',
    async (direction) => {
      const words = direction === 'ltr' ? 'Последняя цена' : 'آخر سعر للتداول'
      const narrow: readonly Column<Order>[] = [
        {
          key: 'price',
          header: words,
          kind: 'number',
          width: 96,
          cell: (order) => order.price,
          sort: { as: 'decimal', by: (order) => order.price },
        },
      ]
      const { text, lines } = await showHeading(narrow, { words, direction })
      expect([
        text.scrollWidth <= text.clientWidth,
        text.scrollHeight <= text.clientHeight,
        lines.length,
      ]).toEqual([true, true, 2])
      // Space for Thai marks above the line.
      expect(
        text.clientHeight - 2 * Number.parseFloat(getComputedStyle(text).lineHeight),
      ).toBeGreaterThan(3)
      expect(Math.abs((lines[0]?.right ?? 0) - (lines[1]?.right ?? 99))).toBeLessThan(4)
      expect(
        document.querySelector('[data-x-part=header-row]')?.getBoundingClientRect().height,
      ).toBe(44)
    },
  )

  it.each([
    ['number', 'ltr'],
    ['number', 'rtl'],
    ['text', 'ltr'],
    ['text', 'rtl'],
  ] as const)(
    'keeps the sort mark at a two-line heading (%s, %s) (U15.34)',
    async (kind, direction) => {
      const words = direction === 'ltr' ? 'Последняя цена' : 'آخر سعر للتداول'
      const narrow: readonly Column<Order>[] = [
        {
          key: 'price',
          header: words,
          ...(kind === 'number' ? { kind } : {}),
          width: 112,
          cell: (order) => order.price,
          sort: { as: 'decimal', by: (order) => order.price },
        },
      ]
      const { text, lines } = await showHeading(narrow, { words, direction })
      expect(lines).toHaveLength(2)
      const mark = text.querySelector('svg')!.getBoundingClientRect()
      // Before the first line in number columns, behind the last one in others.
      const line = kind === 'number' ? lines[0]! : lines[1]!
      const gap =
        kind === 'text' && direction === 'ltr' ? mark.left - line.right : line.left - mark.right
      expect(gap).toBeGreaterThanOrEqual(2)
      expect(gap).toBeLessThanOrEqual(5)
      expect(Math.abs((mark.top + mark.bottom - line.top - line.bottom) / 2)).toBeLessThan(4)
      const cell = document.querySelector('[role=columnheader]')!.getBoundingClientRect()
      expect([mark.left >= cell.left, mark.right <= cell.right]).toEqual([true, true])
    },
  )

  it('colours a hovered row and its controls by surface level', async () => {
    show({
      columns: [
        ...columns,
        {
          key: 'act',
          header: 'Act',
          kind: 'actions',
          cell: () => (
            <button type="button" style={{ background: 'var(--x-surface-3)' }}>
              Go
            </button>
          ),
        },
      ],
    })
    const row = document.querySelector<HTMLElement>('[data-row]')!
    await userEvent.hover(page.elementLocator(row))
    const probe = document.createElement('i')
    probe.style.background = 'var(--x-surface-3)'
    document.body.append(probe)
    const hover = getComputedStyle(probe).backgroundColor
    probe.remove()
    await expect.poll(() => getComputedStyle(row).backgroundColor).toBe(hover)
    expect(getComputedStyle(row.querySelector('button')!).backgroundColor).not.toBe(hover)
  })

  it('renders skeleton rows with the height of rows', async () => {
    show({ rows: [], status: { kind: 'loading' } })
    const skeleton = await expect
      .poll(() => document.querySelector('[data-x-part=table-skeleton] > div'))
      .toBeTruthy()
      .then(() => document.querySelector('[data-x-part=table-skeleton] > div')!)
    expect(skeleton.getBoundingClientRect().height).toBe(28)
  })

  it('sorts ascending, descending and back to source order (U15.34)', async () => {
    show()
    const price = header('Price')
    await expect.element(price).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(page.getByRole('button', { name: 'Price' }))
    await expect.element(price).toHaveAttribute('aria-sort', 'ascending')
    expect(cells(2)).toEqual(['1.5', '9', '10'])
    await userEvent.click(page.getByRole('button', { name: 'Price' }))
    await expect.element(price).toHaveAttribute('aria-sort', 'descending')
    expect(cells(2)).toEqual(['10', '9', '1.5'])
    await userEvent.click(page.getByRole('button', { name: 'Price' }))
    await expect.element(price).toHaveAttribute('aria-sort', 'none')
    expect(cells(2)).toEqual(['9', '10', '1.5'])
  })

  it('keeps sorted rows and reports the requested sort', async () => {
    const change = vi.fn()
    show({ sorted: true, sort: { column: 'price', direction: 'ascending' }, onSortChange: change })
    await expect.poll(() => cells(2)).toEqual(['9', '10', '1.5'])
    await userEvent.click(page.getByRole('button', { name: 'Pair' }))
    expect(change.mock.calls).toEqual([[{ column: 'pair', direction: 'ascending' }]])
  })

  it('fills the width in whole pixels and keeps fixed columns (U15.35)', async () => {
    show()
    await expect.poll(() => document.querySelectorAll('[role=columnheader]').length).toBe(3)
    await settled()
    expect(
      [...document.querySelectorAll('[role=columnheader]')].map(
        (cell) => cell.getBoundingClientRect().width,
      ),
    ).toEqual([220, 220, 60])
  })

  it.each(['ltr', 'rtl'] as const)('aligns decimals when %s (visual Rules)', async (direction) => {
    show({}, direction)
    await expect.poll(drawn).toBe(3)
    await settled()
    const edges = [...document.querySelectorAll('[data-row] > :nth-child(2)')].map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return Math.round(range.getBoundingClientRect().right)
    })
    expect(new Set(edges).size).toBe(1)
  })

  it('renders only visible rows above 100 and scrolls to any (U15.36)', async () => {
    show({ rows: many })
    await expect.poll(drawn).toBeGreaterThan(5)
    expect(drawn()).toBeLessThan(60)
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
    ;(document.querySelector('[role=table]') as HTMLElement).scrollTop = 5000 * 28
    await expect.poll(() => cells(1).includes('P5000')).toBe(true)
    expect(document.querySelector('[data-row="5000"]')?.getAttribute('aria-rowindex')).toBe('5002')
    expect(drawn()).toBeLessThan(60)
  })

  it.each(['ltr', 'rtl'] as const)(
    'aligns header and cells beside selection and expansion (%s)',
    async (direction) => {
      const fixed = columns.map((column, at): Column<Order> => {
        const side = ({ 0: 'start', 2: 'end' } as const)[at]
        return side ? { ...column, fixed: side } : column
      })
      const boxes = (row: string) =>
        [...document.querySelector(row)!.children].map((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          return [left, right]
        })
      for (const more of [0, 300]) {
        show(
          {
            columns: fixed.map((column, at) =>
              at === 1 ? { ...column, minWidth: 100 + more } : column,
            ),
            selection: {},
            expansion: { render: (order) => order.pair },
          },
          direction,
        )
        await settled()
        expect(boxes('[data-x-part=header-row]')).toHaveLength(5)
        expect(boxes('[data-x-part=header-row]')).toEqual(boxes('[data-row="1"]'))
      }
    },
  )

  it('keeps the header visible while scrolling', async () => {
    show({ rows: many })
    await expect.poll(drawn).toBeGreaterThan(5)
    const table = document.querySelector('[role=table]') as HTMLElement
    table.scrollTop = 10_000
    await settled()
    expect(document.querySelector('[data-x-part=header-row]')?.getBoundingClientRect().top).toBe(
      table.getBoundingClientRect().top,
    )
  })

  it('presses rows by mouse and keyboard with one tab stop', async () => {
    const press = vi.fn()
    show({ onRowPress: press, columns: columns.slice(0, 2) })
    await userEvent.click(page.getByRole('row', { name: /ETH/ }))
    expect(press).toHaveBeenLastCalledWith(three[1])
    ;(document.querySelector('[data-row="1"]') as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('2')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(() => document.activeElement?.getAttribute('data-row')).toBe('3')
    await userEvent.keyboard('{Enter}')
    expect(press).toHaveBeenLastCalledWith(three[2])
    await expect.poll(() => document.querySelectorAll('[data-row][tabindex="0"]').length).toBe(1)
  })

  it('shows loading, empty and error states below the header (visual Rules)', async () => {
    show({ status: { kind: 'loading' } })
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect.element(header('Price')).toBeVisible()
    show({ rows: [], empty: { text: 'No open orders.' } })
    await expect.element(page.getByText('No open orders.')).toBeVisible()
    const retry = vi.fn()
    show({
      status: {
        kind: 'error',
        title: 'The orders could not be loaded',
        onRetry: retry,
        traceId: 'w1a2b',
      },
    })
    await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toContain('w1a2b')
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledOnce()
  })

  it('renders only a changed row again', async () => {
    const draws: string[] = []
    const counting: readonly Column<Order>[] = [
      { key: 'pair', header: 'Pair', cell: (order) => (draws.push(order.id), order.pair) },
    ]
    const draw = (rows: readonly Order[]) => (
      <DataTable label="Orders" columns={counting} rows={rows} rowKey={(order) => order.id} />
    )
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    root.render(draw(three))
    await expect.poll(drawn).toBe(3)
    await settled()
    draws.length = 0
    root.render(
      draw([three[0] as Order, { ...(three[1] as Order), price: '11' }, three[2] as Order]),
    )
    await expect.poll(() => draws).toEqual(['2'])
    root.unmount()
  })
})
