import { Modal, Select, Table } from 'antd'
import { COLUMNS, options } from '../rows.js'
import { stage } from './react.js'

const columns = COLUMNS.map((key, index) => ({
  key,
  dataIndex: key,
  title: key,
  width: 150,
  sorter: (a, b) => (a[key] < b[key] ? -1 : 1),
  ...(index === 0 ? { fixed: 'left' } : index === 7 ? { fixed: 'right' } : {}),
}))
const items = options.map(({ key, label }) => ({ value: key, label }))

globalThis.scene = {
  table: (rows) =>
    stage(
      ({ rows: data }) => (
        <Table
          virtual
          size="small"
          columns={columns}
          dataSource={data}
          rowKey="id"
          pagination={false}
          scroll={{ x: 1200, y: 556 }}
        />
      ),
      { rows },
    ),
  scroller: () => document.querySelector('.ant-table-tbody-virtual-holder'),
  select: () =>
    stage(
      () => (
        <Select showSearch={{ optionFilterProp: 'label' }} style={{ width: 200 }} options={items} />
      ),
      {},
    ),
  opener: () => document.querySelector('[role=combobox]'),
  dialog: () =>
    stage(
      ({ open }) => (
        <>
          <button>Open</button>
          <Modal open={open} title="Order">
            Sell 1 BTC at 60,816.42?
          </Modal>
        </>
      ),
      { open: false },
    ),
}
