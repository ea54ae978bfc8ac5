import { useRef, useState } from 'react'
import { Button } from '../../button/Button.tsx'
import type { Column } from '../columns.ts'
import { DataTable } from '../DataTable.tsx'
import type { DataTableHandle } from '../DataTableProps.ts'
import type { SelectedKeys } from '../selection.ts'

interface Fill {
  readonly id: string
  readonly pair: string
  readonly price: string
  readonly amount: string
}

const fills: readonly Fill[] = Array.from({ length: 200 }, (_, index) => ({
  id: `f${index}`,
  pair: `${['BTC', 'ETH', 'SOL', 'XRP'][index % 4] ?? ''}/USDT ${index}`,
  price: (60816.42 - index * 12.5).toFixed(2),
  amount: (0.25 + (index % 9) / 8).toFixed(6),
}))

const columns: readonly Column<Fill>[] = [
  {
    key: 'pair',
    header: 'Pair',
    minWidth: 140,
    fixed: 'start',
    resizable: true,
    cell: (fill) => fill.pair,
    sort: { as: 'text', by: (fill) => fill.pair },
  },
  {
    key: 'price',
    header: 'Price',
    kind: 'number',
    minWidth: 110,
    resizable: true,
    cell: (fill) => fill.price,
    sort: { as: 'decimal', by: (fill) => fill.price },
  },
  { key: 'amount', header: 'Amount', kind: 'number', minWidth: 100, cell: (fill) => fill.amount },
  {
    key: 'cancel',
    header: '',
    label: 'Actions',
    kind: 'actions',
    width: 90,
    cell: (_, { tabIndex }) => (
      <Button size="mini" variant="ghost" tabIndex={tabIndex}>
        Cancel
      </Button>
    ),
  },
]

const details = {
  render: (fill: Fill) => <>Fee 0.08 %, taker, order {fill.id}</>,
  canExpand: (fill: Fill) => fill.id !== 'f1',
  height: 44,
}

/** Selected and expanded rows, resizable columns, and CSV. */
export default function Grids() {
  const table = useRef<DataTableHandle>(null)
  const [selected, setSelected] = useState<SelectedKeys>(new Set(['f0']))
  const [lines, setLines] = useState(0)
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        <Button
          size="small"
          onClick={() => setLines((table.current?.csv().split('\r\n').length ?? 1) - 1)}
        >
          CSV
        </Button>
        <span>
          Selected: {selected.size}. Lines of CSV: {lines}.
        </span>
      </div>
      <div style={{ blockSize: 320 }}>
        <DataTable
          ref={table}
          label="Fills"
          columns={columns}
          rows={fills}
          rowKey={(fill) => fill.id}
          headerHeight={32}
          selection={{ selected, onChange: setSelected }}
          expansion={details}
        />
      </div>
      <div style={{ blockSize: 200 }}>
        <DataTable
          label="One of five"
          columns={columns}
          rows={fills.slice(0, 5)}
          rowKey={(fill) => fill.id}
          headerHeight={32}
          selection={{ mode: 'single', isDisabled: (fill) => fill.id === 'f2' }}
        />
      </div>
    </div>
  )
}
