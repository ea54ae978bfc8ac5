import { shiftPoint } from './decimalText.ts'
import { EMPTY_NUMBER, formatNumber, type NumberOptions } from './formatNumber.ts'

const SUFFIXES = ['', 'K', 'M', 'B', 'T']

/** Volumes in little room: `1.23M`. The letters are the trade's own in every language; above 999 T the digits grow. */
export function formatCompact(value: string | null | undefined, options: NumberOptions = {}): string {
  const integer = /^\s*-?0*(\d*)/.exec(value ?? '')?.[1] ?? ''
  const power = Math.min(SUFFIXES.length - 1, Math.max(0, Math.floor((integer.length - 1) / 3)))
  const text = formatNumber(power > 0 && value ? shiftPoint(value, -3 * power) : value, options)
  return text === EMPTY_NUMBER ? text : text + (SUFFIXES[power] ?? '')
}
