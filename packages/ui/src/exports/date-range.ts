export { DateRangePicker, type DateRangePickerProps } from '../date-range/DateRangePicker.tsx'
export {
  validateRange,
  reduceRange,
  type DateRange,
  type RangeEnd,
  type RangeEvent,
  type RangeFault,
  type RangeRefusal,
  type RangeState,
} from '../date-range/rangeReducer.ts'
