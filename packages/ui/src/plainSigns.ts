/**
 * Marks of direction that come along with what is copied: a contact of a phone stands between two.
 * An override from right to left is none of them: it shows other digits than it holds.
 */
const MARKS = /[\u061c\u200e\u200f\u202a-\u202d\u2066-\u2069]/g

/**
 * Digits of every script and wide signs as ASCII, every dash as a hyphen, without marks of
 * direction.
 */
export function plainSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(MARKS, '')
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/\p{Nd}/gu, asciiDigit)
}

/**
 * Decimal digits stand in tens that begin at a zero, some scripts' right behind another's, so a
 * digit's value is the last figure of its distance from the first of them all.
 */
function asciiDigit(digit: string): string {
  let value = 0
  const code = digit.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}
