/**
 * Longer text is refused before it is read: converting digits to an integer is quadratic in their
 * number.
 */
export const MAX_TEXT_LENGTH = 1000

/** value = units / 10^scale */
export interface Scaled {
  readonly units: bigint
  readonly scale: number
}

const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
/**
 * An integer of 15 digits is below 2^53: collecting that few in a number loses nothing, and is
 * twice as fast as BigInt(text).
 */
const SAFE_DIGITS = 15

/**
 * Reads `-?digits(.digits)?` and nothing else: no exponent, no `+`, no blanks, no grouping, a digit
 * on both sides of the dot. The scale is the number of decimals as written.
 */
export function readPlain(text: string): Scaled | null {
  // A caller without types may hand in what JSON gave it.
  if (typeof text !== 'string') return null
  const { length } = text
  if (length === 0 || length > MAX_TEXT_LENGTH) return null
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  let dot = -1
  let collected = 0
  for (let at = start; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) collected = collected * 10 + (code - ZERO)
    else if (code === DOT && dot < 0) dot = at
    else return null
  }
  if (dot === start || dot === length - 1 || start === length) return null
  const digits = length - start - (dot < 0 ? 0 : 1)
  const magnitude =
    digits <= SAFE_DIGITS
      ? BigInt(collected)
      : BigInt(dot < 0 ? text.slice(start) : text.slice(start, dot) + text.slice(dot + 1))
  return { units: start === 1 ? -magnitude : magnitude, scale: dot < 0 ? 0 : length - dot - 1 }
}
