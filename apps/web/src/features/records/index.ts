/** What other features may import of `records`. */
export { saveFile } from './saveFile.ts'
export { startOfDay } from './startOfDay.ts'
export { useDayOf } from './useDayOf.ts'
