export { DEFAULT_CALENDAR_YEARS, type DayRules } from '../calendar/calendarDays.ts'
export {
  DAY_FORMAT,
  validateMoment,
  MOMENT_FORMAT,
  parseMoment,
  type Moment,
  type MomentValidation,
  type MomentRefusal,
  type MomentRules,
  type Time,
} from '../date-picker/moment.ts'
export {
  DatePicker,
  type DateFieldProps,
  type DatePickerProps,
} from '../date-picker/DatePicker.tsx'
