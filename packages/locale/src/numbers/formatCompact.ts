import { roundDigits, shiftPoint } from './decimalText.ts'
import { EMPTY_NUMBER, formatNumber, type NumberOptions, ROUNDING, SCENES } from './formatNumber.ts'

const SUFFIXES = ['', 'K', 'M', 'B', 'T']
const LARGEST = SUFFIXES.length - 1

/**
 * Short volumes: `1.23M`. The letters are the trade's own in every language; above 999 T
 * the digits grow.
 */
export function formatCompact(
  value: string | null | undefined,
  options: NumberOptions = {},
): string {
  const { scene = 'fiat', digits = SCENES[scene], purpose = 'balance' } = options
  const integer = /^\s*-?0*(\d*)/.exec(value ?? '')?.[1] ?? ''
  const scaled = (power: number) => (power > 0 && value ? shiftPoint(value, -3 * power) : value)
  let power = Math.min(LARGEST, Math.max(0, Math.floor((integer.length - 1) / 3)))
  // Rounded up, 999,999 is a million and not a thousand thousands.
  if (
    power < LARGEST &&
    (roundDigits(scaled(power), { digits, mode: ROUNDING[purpose] })?.integer.length ?? 0) > 3
  )
    power += 1
  const text = formatNumber(scaled(power), options)
  return text === EMPTY_NUMBER ? text : text + (SUFFIXES[power] ?? '')
}
