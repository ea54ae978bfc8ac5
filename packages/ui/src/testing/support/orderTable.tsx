import { stage } from './stage.tsx'
import type { Column } from '../../data-table/columns.ts'
import { DataTable } from '../../data-table/DataTable.tsx'
import type { DataTableProps } from '../../data-table/DataTableProps.ts'

/** An order of the test tables. */
export interface Order {
  readonly id: string
  readonly pair: string
  readonly price: string
}

/** Columns of the test tables. */
export const columns: readonly Column<Order>[] = [
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
    resizable: true,
    cell: (order) => order.price,
    sort: { as: 'decimal', by: (order) => order.price },
  },
  {
    key: 'actions',
    header: '',
    label: 'Actions',
    kind: 'actions',
    width: 90,
    cell: (order, { tabIndex }) => <button tabIndex={tabIndex}>{`Cancel ${order.id}`}</button>,
  },
]

/** Creates orders. */
export const orders = (length: number): readonly Order[] =>
  Array.from({ length }, (_, index) => ({ id: `${index}`, pair: `P${index}`, price: `${index}` }))

const LABEL = 'Orders'

/** A table of orders in a container of 500 x 300 px. */
export function showOrders(
  props: Partial<DataTableProps<Order>> = {},
  direction: 'ltr' | 'rtl' = 'ltr',
): void {
  stage(
    <div style={{ blockSize: 300, inlineSize: 500 }}>
      <DataTable
        label={LABEL}
        columns={columns}
        rows={orders(5)}
        rowKey={(order) => order.id}
        {...props}
      />
    </div>,
    { direction },
  )
}

/** Returns the element of a selector; throws if there is none. */
export const element = (selector: string): HTMLElement => {
  const found = document.querySelector(selector)
  if (!(found instanceof HTMLElement)) throw new Error(`Nothing is ${selector}`)
  return found
}
/** Returns the rendered rows. */
export const renderedRows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset['row'])
