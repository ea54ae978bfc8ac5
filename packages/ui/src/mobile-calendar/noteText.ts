import type { UiStrings } from '../strings/UiStrings.ts'
import type { CalendarNote, CalendarRules } from './daySelection.ts'

/** Returns the text of a message. */
export function noteText(
  { reason }: CalendarNote,
  { strings, rules }: { readonly strings: UiStrings; readonly rules: CalendarRules },
): string {
  if (reason === 'maximum') return strings.maximumDays({ count: rules.maximum })
  if (reason === 'early') return strings.dateEarliest({ date: rules.min })
  return reason === 'late' ? strings.dateLatest({ date: rules.max }) : strings.dateDisabled
}
