import { roundUnits, type RoundingMode } from '@x/decimal'
import type { NumberPattern } from './numberPatterns.ts'

/** A number cut to its digits, before any locale has touched it. */
export interface RoundedDigits {
  /**
   * `<` when what is not zero would round to it: the digits are then the smallest amount the field
   * can show; `>-` below zero.
   */
  readonly sign: '' | '-' | '<' | '>-'
  readonly integer: string
  readonly fraction: string
}

export interface RoundDigitsOptions {
  readonly digits: number
  readonly mode: RoundingMode
}

/**
 * `null` for what is not a plain decimal string: undefined, empty, blank, `NaN`, `Infinity`, `1e5`,
 * text. Never passes through a float.
 */
export function roundDigits(
  value: string | null | undefined,
  { digits, mode }: RoundDigitsOptions,
): RoundedDigits | null {
  const text = value?.trim() ?? ''
  const rounded = roundUnits(text, digits, mode)
  if (rounded === null) return null
  const vanished = rounded === 0n && /[1-9]/.test(text)
  const negative = vanished ? text.startsWith('-') : rounded < 0n
  const sign = vanished ? (negative ? '>-' : '<') : negative ? '-' : ''
  const all = (vanished ? 1n : rounded < 0n ? -rounded : rounded)
    .toString()
    .padStart(digits + 1, '0')
  const point = all.length - digits
  return { sign, integer: all.slice(0, point), fraction: all.slice(point) }
}

/**
 * Moves the point of a plain decimal to the right (negative: to the left) without touching a digit.
 */
export function shiftPoint(text: string, places: number): string {
  const [, sign = '', integer = '', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (integer === '') return text
  const lead = Math.max(0, -places)
  const digits = '0'.repeat(lead) + integer + fraction.padEnd(places, '0')
  const point = lead + integer.length + places
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const right = digits.slice(point)
  return `${sign}${left}${right && `.${right}`}`
}

export function groupInteger(integer: string, { group, minimumGrouping }: NumberPattern): string {
  if (integer.length < 3 + minimumGrouping) return integer
  let text = ''
  let end = integer.length
  for (; end > 3; end -= 3) text = group + integer.slice(end - 3, end) + text
  return integer.slice(0, end) + text
}

/** Integer and fraction in the locale's separators, without a sign. */
export function joinDigits(
  { integer, fraction }: Pick<RoundedDigits, 'integer' | 'fraction'>,
  pattern: NumberPattern,
): string {
  return groupInteger(integer, pattern) + (fraction && pattern.decimal + fraction)
}
