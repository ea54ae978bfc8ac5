import { useMemo, useState } from 'react'
import { Badge } from '../../badge/Badge.tsx'
import { Button } from '../../button/Button.tsx'
import { Change } from '../../number/NumberText.tsx'
import type { PanelStatus } from '../../panel/panelStatus.ts'
import { SegmentedControl } from '../../segmented-control/SegmentedControl.tsx'
import type { Column } from '../columns.ts'
import { DataTable } from '../DataTable.tsx'

interface Order {
  readonly id: string
  readonly pair: string
  readonly side: 'Buy' | 'Sell'
  readonly price: string
  readonly amount: string
  readonly filled: string
  readonly change: string
}

const orders: readonly Order[] = Array.from({ length: 8 }, (_, index) => ({
  id: `o${index}`,
  pair: ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT'][index % 4] ?? '',
  side: index % 3 === 0 ? 'Sell' : 'Buy',
  price: (60816.42 - index * 1234.5).toFixed(2),
  amount: (0.25 + index / 8).toFixed(6),
  filled: `${(index * 13) % 100}`,
  change: ((index - 3) * 1.37).toFixed(2),
}))

const columns: readonly Column<Order>[] = [
  {
    key: 'pair',
    header: 'Pair',
    minWidth: 110,
    fixed: 'start',
    cell: (order) => order.pair,
    sort: { as: 'text', by: (order) => order.pair },
  },
  {
    key: 'side',
    header: 'Side',
    minWidth: 80,
    cell: (order) => <Badge tone={order.side === 'Buy' ? 'up' : 'down'}>{order.side}</Badge>,
  },
  {
    key: 'price',
    header: 'Price (USDT)',
    kind: 'number',
    minWidth: 110,
    cell: (order) => order.price,
    sort: { as: 'decimal', by: (order) => order.price },
  },
  {
    key: 'amount',
    header: 'Amount',
    kind: 'number',
    minWidth: 100,
    cell: (order) => order.amount,
    sort: { as: 'decimal', by: (order) => order.amount },
  },
  {
    key: 'filled',
    header: 'Filled',
    kind: 'number',
    cell: (order) => `${order.filled} %`,
    sort: { as: 'number', by: (order) => Number(order.filled) },
  },
  {
    key: 'change',
    header: '24h',
    kind: 'number',
    cell: (order) => <Change value={order.change} unit="%" />,
    sort: { as: 'decimal', by: (order) => order.change },
  },
  {
    key: 'actions',
    header: '',
    label: 'Actions',
    kind: 'actions',
    width: 90,
    cell: () => (
      <Button size="mini" variant="ghost">
        Cancel
      </Button>
    ),
  },
]

const statuses: Readonly<Record<string, PanelStatus>> = {
  ready: { kind: 'ready' },
  loading: { kind: 'loading' },
  stale: { kind: 'stale', seconds: 12 },
  error: {
    kind: 'error',
    title: 'The orders could not be loaded',
    text: 'Check the connection and try again.',
    onRetry: () => {},
    traceId: 'w17932412345a1b2c3d4e5',
  },
}

export default function Tables() {
  const [status, setStatus] = useState('ready')
  const many = useMemo(
    () =>
      Array.from({ length: 5000 }, (_, index) => ({
        ...(orders[index % 8] as Order),
        id: `m${index}`,
        price: (index * 7.31).toFixed(2),
      })),
    [],
  )
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
      <SegmentedControl
        aria-label="Status"
        size="mini"
        segments={Object.keys(statuses).map((key) => ({ value: key, label: key }))}
        value={status}
        onChange={setStatus}
      />
      <div style={{ blockSize: 300 }}>
        <DataTable
          label="Open orders"
          columns={columns}
          rows={orders}
          rowKey={(order) => order.id}
          headerHeight={32}
          status={statuses[status] ?? { kind: 'ready' }}
        />
      </div>
      <div style={{ blockSize: 220 }}>
        <DataTable
          label="Five thousand orders"
          columns={columns}
          rows={many}
          rowKey={(order) => order.id}
          headerHeight={32}
          onRowPress={() => {}}
          defaultSort={{ column: 'price', direction: 'descending' }}
        />
      </div>
      <div style={{ blockSize: 200 }}>
        <DataTable
          label="No orders"
          columns={columns}
          rows={[]}
          rowKey={(order) => order.id}
          headerHeight={32}
          empty={{ text: 'No open orders.', action: <Button size="small">Place one</Button> }}
        />
      </div>
    </div>
  )
}
