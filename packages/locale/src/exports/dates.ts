export {
  type DateContext,
  type DateStyle,
  formatDate,
  formatTimestamp,
  type TimestampStyle,
} from '../dates/formatDate.ts'
export { formatAge } from '../dates/formatAge.ts'
export { isTimeZone, resolveTimeZone } from '../dates/timeZone.ts'
