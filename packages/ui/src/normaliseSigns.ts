/**
 * Direction marks that are copied with a text, for instance around a phone number. Right-to-left
 * overrides are not included, because they change the order of the digits.
 */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202d\u2066-\u2069]/g

/**
 * Returns a text with digits of every script and full-width signs as ASCII, every dash as a hyphen,
 * without direction marks.
 */
export function normaliseSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(MARKS, '')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
}

/**
 * Decimal digits come in groups of ten from zero, some directly after another, so the value is the
 * distance from the first of adjacent digits modulo 10.
 */
function asciiDigit(digit: string): string {
  let value = 0
  const code = digit.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}
