// The measured widgets of each library, and the bars of docs/reference/benchmarks.md as ratios to
// the best library: a ratio is valid on any machine.
/**
 * Browser elements without a library: its reading is the cost of measuring, and is subtracted from
 * every other reading (docs/adr/testing.md).
 */
export const BARE = 'bare page'

const TABLE = ['mount', 'update', 'scroll']

export const SCENES = [
  { who: BARE, file: 'bare.js', parts: ['nothing', 'select', 'dialog'] },
  { who: '@x/ui', file: 'ours.jsx', parts: [...TABLE, 'sorted', 'select', 'dialog'] },
  { who: 'TanStack', file: 'tanstack.jsx', parts: TABLE },
  { who: 'Element Plus v2', file: 'element.js', parts: [...TABLE, 'select', 'dialog'] },
  { who: 'antd', file: 'antd.jsx', parts: [...TABLE, 'select', 'dialog'] },
  { who: 'Mantine', file: 'mantine.jsx', parts: ['dialog'] },
]

export const BARS = [
  { what: 'table mount', anchor: ['Element Plus v2'], ratio: 35 / 83 },
  { what: 'table update', anchor: ['Element Plus v2'], ratio: 4 / 13 },
  { what: 'table scroll', anchor: ['TanStack'], ratio: 4.5 / 7 },
  { what: 'blank', unit: 'frames', anchor: [] },
  { what: 'sorted update', anchor: [] },
  { what: 'select shut', anchor: ['Element Plus v2'], ratio: 3 / 117 },
  { what: 'select first open', anchor: ['Element Plus v2', 'antd'], ratio: 25 / 26 },
  { what: 'select reopen', anchor: ['Element Plus v2', 'antd'], ratio: 15 / 18 },
  { what: 'select keystroke', anchor: ['Element Plus v2', 'antd'], ratio: 10 / 26 },
  { what: 'dialog first', anchor: ['Element Plus v2'], ratio: 22 / 23 },
  { what: 'dialog after the others', anchor: [] },
  { what: 'dialog warm', anchor: ['Element Plus v2'], ratio: 8 / 8.2 },
]

const ours = (names) =>
  Object.entries(names)
    .map(([name, from]) => `export { ${name} } from '@x/ui/${from}'`)
    .join('\n')
const everyday = {
  Dialog: 'dialog',
  Select: 'select',
  DataTable: 'data-table',
  Tooltip: 'tooltip',
  ToastRegion: 'toast',
  Pagination: 'pagination',
}

/**
 * All fetched scripts and styles after gzip, with React or Vue where the library needs it.
 */
export const WEIGHTS = [
  { what: 'six everyday widgets', who: '@x/ui', code: ours(everyday), bar: 90 },
  {
    what: 'nine widgets',
    who: '@x/ui',
    code: ours({
      ...everyday,
      DateRangePicker: 'date-range',
      Drawer: 'drawer',
      CheckboxGroup: 'checkbox-group',
    }),
    bar: 135,
  },
  {
    what: 'nine widgets',
    who: 'Mantine',
    code:
      "import '@mantine/core/styles.css'\nexport { Modal, Select, Table, Tooltip, Drawer, " +
      "Checkbox, Pagination, Notification } from '@mantine/core'",
  },
  {
    what: 'nine widgets',
    who: 'antd',
    code:
      'export { Modal, Select, Table, DatePicker, Tooltip, message, Drawer, Checkbox, ' +
      "Pagination } from 'antd'",
  },
  {
    what: 'nine widgets',
    who: 'Element Plus v2',
    code:
      "import 'element-plus/dist/index.css'\nexport { ElDialog, ElSelectV2, ElTableV2, " +
      'ElDatePicker, ElTooltip, ElMessage, ElDrawer, ElCheckboxGroup, ElPagination } from ' +
      "'element-plus'",
  },
]
