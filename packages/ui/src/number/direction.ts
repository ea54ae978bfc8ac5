export type Direction = 'up' | 'down' | 'flat' | 'none'

/**
 * The direction of a decimal string, read from its digits: no float in between, so a loss of 1e-18
 * is still a loss.
 */
export function directionOf(value: string | null | undefined): Direction {
  if (value === null || value === undefined) return 'none'
  const text = value.trim()
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return 'none'
  if (!/[1-9]/.test(text)) return 'flat'
  return text.startsWith('-') ? 'down' : 'up'
}

/** How a decimal string moved against the one before; both plain decimals without exponent. */
export function movement(
  before: string | undefined,
  after: string,
  compare: (a: string, b: string) => number,
): Direction {
  if (before === undefined || before === after) return 'none'
  const order = compare(after, before)
  return order === 0 ? 'flat' : order > 0 ? 'up' : 'down'
}

/**
 * The text without its own sign: the sign is drawn apart, also for the text of a formatter that
 * writes none.
 */
export function unsigned(text: string): string {
  return text.replace(/^[\u200e\u200f\u061c]?[+\-\u2212]/, '')
}
