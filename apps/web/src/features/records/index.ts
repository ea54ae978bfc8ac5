import { lazy } from 'react'

/** What other features may import of `records`. */
export { DateFilter } from './DateFilter.tsx'
export { ExportButton } from './ExportButton.tsx'
export { PAST_STATUSES } from './filter.ts'
export { RecordPage } from './RecordPage.tsx'
export type { RecordList } from './RecordsPage.tsx'
export { saveFile } from './saveFile.ts'
export { startOfDay } from './startOfDay.ts'
export { useCsvExport } from './useCsvExport.ts'
export { type NarrowingField, useDatedFilter } from './useDatedFilter.ts'
export { useDayOf } from './useDayOf.ts'
/** Fetched where it is rendered, inside PageTexts. */
export const LazyRecords = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./RecordsPage.tsx')).Records,
}))
