import { useState } from 'react'
import { Button } from '@x/ui/button'
import { DataTable, type Column } from '@x/ui/data-table'

export interface Order {
  readonly id: string
  readonly pair: string
  readonly price: string
}

export function OpenOrders({
  orders,
  cancel,
}: {
  readonly orders: readonly Order[]
  readonly cancel: (order: Order) => void
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // The same array for all renders.
  const [columns] = useState<readonly Column<Order>[]>(() => [
    {
      key: 'pair',
      header: 'Pair',
      fixed: 'start',
      cell: (order) => order.pair,
      sort: { as: 'text', by: (order) => order.pair },
    },
    {
      key: 'price',
      header: 'Price',
      kind: 'number',
      resizable: true,
      cell: (order) => order.price,
      sort: { as: 'decimal', by: (order) => order.price },
    },
    {
      key: 'cancel',
      header: '',
      label: 'Actions',
      kind: 'actions',
      width: 90,
      cell: (order, place) => (
        <Button {...place} size="mini" onClick={() => cancel(order)}>
          Cancel
        </Button>
      ),
    },
  ])
  return (
    <DataTable
      label="Open orders"
      columns={columns}
      rows={orders}
      rowKey={(order) => order.id}
      selection={{ selected, onChange: setSelected }}
    />
  )
}
