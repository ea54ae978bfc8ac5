export {
  DEFAULT_CALENDAR_YEARS as YEARS_EITHER_WAY,
  type DayRules,
} from '../calendar/calendarDays.ts'
export {
  DAY_FORMAT,
  validateMoment as judgeMoment,
  MOMENT_FORMAT,
  parseMoment,
  type Moment,
  type MomentValidation as MomentJudgement,
  type MomentRefusal,
  type MomentRules,
  type Time,
} from '../date-picker/moment.ts'
export {
  DatePicker,
  type DateFieldProps,
  type DatePickerProps,
} from '../date-picker/DatePicker.tsx'
