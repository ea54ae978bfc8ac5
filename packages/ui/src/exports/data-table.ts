export { DataTable, type DataTableProps } from '../data-table/DataTable.tsx'
export { columnWidths, HEADER_HEIGHT, MIN_COLUMN_WIDTH, VIRTUAL_ABOVE, type Column, type SortRule } from '../data-table/columns.ts'
export { nextSort, sortRows, type Sort, type SortDirection } from '../data-table/sortRows.ts'
