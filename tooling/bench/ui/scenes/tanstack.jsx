import { useRef } from 'react'
import {
  columnSizingFeature,
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { COLUMNS } from '../rows.js'
import { stage } from './react.js'

const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns,
})
const helper = createColumnHelper()
const columns = helper.columns(
  COLUMNS.map((key) => helper.accessor(key, { header: key, size: 150 })),
)

function Table({ rows: data }) {
  const box = useRef(null)
  const table = useTable({ features, columns, data, getRowId: (row) => row.id })
  const { rows } = table.getRowModel()
  // oxlint-disable-next-line react/incompatible-library -- it is what is measured
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 28,
    getItemKey: (index) => rows[index].id,
    overscan: 10,
  })
  return (
    <div ref={box} id="scroller" style={{ height: 600, width: 1200, overflow: 'auto' }}>
      <div
        style={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          background: '#fff',
          display: 'flex',
          height: 44,
        }}
      >
        {table.getHeaderGroups().map((group) =>
          group.headers.map((header) => (
            <span key={header.id} style={{ width: header.getSize() }}>
              <table.FlexRender header={header} />
            </span>
          )),
        )}
      </div>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            style={{
              position: 'absolute',
              transform: `translateY(${item.start}px)`,
              width: '100%',
              height: 28,
              display: 'flex',
            }}
          >
            {rows[item.index].getAllCells().map((cell) => (
              <span key={cell.id} style={{ width: cell.column.getSize() }}>
                <table.FlexRender cell={cell} />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

globalThis.scene = {
  table: (rows) => stage(Table, { rows }),
  scroller: () => document.querySelector('#scroller'),
}
