import type { UiStrings } from '../strings/UiStrings.ts'
import type { MomentRefusal, MomentRules } from './moment.ts'
import { timeFormatOf } from './timeFormat.ts'

/** Returns the message for a refusal. */
export function faultText(
  reason: MomentRefusal | 'timeFormat' | 'order' | 'bothEnds',
  {
    strings,
    rules: { min, max, withTime },
  }: { readonly strings: UiStrings; readonly rules: MomentRules },
): string {
  switch (reason) {
    case 'format':
      return strings.dateFormat({ format: withTime ? strings.momentFormat : strings.dayFormat })
    case 'timeFormat':
      return strings.dateFormat({ format: timeFormatOf(strings) })
    case 'early':
      return strings.dateEarliest({ date: min })
    case 'late':
      return strings.dateLatest({ date: max })
    case 'order':
      return strings.dateOrder
    case 'bothEnds':
      return strings.dateBothEnds
    default:
      return strings.dateDisabled
  }
}
