/** Direction of a change; `none` without a value. */
export type Direction = 'up' | 'down' | 'flat' | 'none'

/**
 * Returns the direction of a decimal string from its digits, without a float: a change of -1e-18 is
 * still down.
 */
export function directionOf(value: string | null | undefined): Direction {
  if (value === null || value === undefined) return 'none'
  const text = value.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return 'none'
  if (!/[1-9]/.test(text)) return 'flat'
  return text.startsWith('-') ? 'down' : 'up'
}

/** Returns the direction from one decimal string to the next; both without exponent. */
export function movement(
  before: string | undefined,
  after: string,
  compare: (a: string, b: string) => number,
): Direction {
  if (before === undefined || before === after) return 'none'
  const order = compare(after, before)
  return order === 0 ? 'flat' : order > 0 ? 'up' : 'down'
}

/** Returns the text without its sign, which is drawn separately. */
export function unsigned(text: string): string {
  return text.replace(/^[\u200e\u200f\u061c]?[+\-\u2212]/, '')
}
