import type { UiStrings } from '../strings/UiStrings.ts'

/**
 * A language names the parts of a moment once: the format of a time is what stands in that of a
 * moment after the day.
 */
export function timeFormatOf({
  dayFormat,
  momentFormat,
}: Pick<UiStrings, 'dayFormat' | 'momentFormat'>): string {
  return momentFormat.slice(dayFormat.length).replace(/^[\s\u200e]+/, '')
}
