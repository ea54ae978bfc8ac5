export { DataTable } from '../data-table/DataTable.tsx'
export type {
  DataTableHandle,
  DataTableProps,
  TableExpansion,
  TableSelection,
} from '../data-table/DataTableProps.ts'
export {
  columnWidths,
  HEADER_HEIGHT,
  MIN_COLUMN_WIDTH,
  VIRTUAL_ABOVE,
  type CellPlace,
  type Column,
  type SortRule,
} from '../data-table/columns.ts'
export { csvText, tableCsv } from '../data-table/csv.ts'
export type { SelectedKeys, SelectionMode } from '../data-table/selection.ts'
export type { ColumnSizes } from '../data-table/sizing.ts'
export { nextSort, type Sort, type SortDirection } from '../data-table/sortCycle.ts'
export { sortRows } from '../data-table/sortRows.ts'
