import '@x/ui/tokens.css'
import '@x/ui/base.css'
import { DataTable } from '@x/ui/data-table'
import { Dialog } from '@x/ui/dialog'
import { Select } from '@x/ui/select'
import { COLUMNS, options } from '../rows.js'
import { stage } from './react.js'

// Sort keys of every kind, a fixed column at either end, roles: what a screen has.
const columns = COLUMNS.map((key, index) => ({
  key,
  header: key,
  minWidth: 130,
  cell: (row) => row[key],
  sort: {
    as: ['price', 'amount', 'change'].includes(key) ? 'decimal' : 'text',
    by: (row) => row[key],
  },
  ...(index === 0 ? { fixed: 'start' } : index === 7 ? { fixed: 'end' } : {}),
}))
const rowKey = (row) => row.id
const Table = ({ rows, sort }) => (
  <div style={{ blockSize: 600, inlineSize: 1200 }}>
    <DataTable label="Orders" columns={columns} rows={rows} rowKey={rowKey} sort={sort} />
  </div>
)

globalThis.scene = {
  table: (rows) => stage(Table, { rows, sort: null }),
  sorted: (rows) => stage(Table, { rows, sort: { column: 'price', direction: 'ascending' } }),
  scroller: () => document.querySelector('[role=table]'),
  select: () => stage(() => <Select label="Coin" filterable options={options} />, {}),
  opener: () => document.querySelector('[role=combobox]'),
  dialog: () =>
    stage(
      ({ open }) => (
        <>
          <button>Open</button>
          <Dialog open={open} title="Order" onClose={() => {}}>
            Sell 1 BTC at 60,816.42?
          </Dialog>
        </>
      ),
      { open: false },
    ),
}
