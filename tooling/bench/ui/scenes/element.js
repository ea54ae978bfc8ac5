import 'element-plus/dist/index.css'
import { createApp, h, nextTick, shallowReactive } from 'vue'
import { ElDialog, ElSelectV2, ElTableV2 } from 'element-plus'
import { COLUMNS, options } from '../rows.js'

const columns = COLUMNS.map((key, index) => ({
  key,
  dataKey: key,
  title: key,
  width: 150,
  sortable: true,
  ...(index === 0 ? { fixed: 'left' } : index === 7 ? { fixed: 'right' } : {}),
}))
const items = options.map(({ key, label }) => ({ value: key, label }))

function stage(view, initial) {
  const state = shallowReactive({ ...initial })
  const app = createApp({ render: () => view(state) })
  app.mount('main')
  return { set: (props) => (Object.assign(state, props), nextTick()), close: () => app.unmount() }
}

globalThis.scene = {
  table: (rows) =>
    stage(
      ({ rows: data }) =>
        h(ElTableV2, {
          columns,
          data,
          width: 1200,
          height: 600,
          rowHeight: 28,
          headerHeight: 44,
          fixed: true,
          rowKey: 'id',
        }),
      { rows },
    ),
  scroller: () =>
    [...document.querySelectorAll('.el-table-v2__main *')].find(
      (one) => one.scrollHeight > 100_000 && getComputedStyle(one).overflowY !== 'visible',
    ),
  select: () =>
    stage(
      () =>
        h(ElSelectV2, {
          options: items,
          filterable: true,
          modelValue: undefined,
          style: 'width: 200px',
        }),
      {},
    ),
  opener: () => document.querySelector('[role=combobox]'),
  dialog: () =>
    stage(
      ({ open }) => [
        h('button', 'Open'),
        h(ElDialog, { modelValue: open, title: 'Order' }, () => 'Sell 1 BTC at 60,816.42?'),
      ],
      { open: false },
    ),
}
