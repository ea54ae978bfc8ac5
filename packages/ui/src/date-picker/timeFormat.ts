import type { UiStrings } from '../strings/UiStrings.ts'

/** Returns the localised time format: what follows the day in the format of a moment. */
export function timeFormatOf({
  dayFormat,
  momentFormat,
}: Pick<UiStrings, 'dayFormat' | 'momentFormat'>): string {
  return momentFormat.slice(dayFormat.length).replace(/^[\s\u200e]+/, '')
}
