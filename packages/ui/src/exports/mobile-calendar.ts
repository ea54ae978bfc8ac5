export {
  initialCalendar,
  isComplete,
  pressDay,
  type CalendarMode,
  type CalendarNote,
  type CalendarRules,
  type CalendarState,
} from '../mobile-calendar/daySelection.ts'
export { MobileCalendar, type MobileCalendarProps } from '../mobile-calendar/MobileCalendar.tsx'
