/**
 * Most labels, and nothing to do of a fold but its last step: ten thousand of them are folded at
 * one key.
 */
const PLAIN = /^[ -~]*$/

/**
 * A text without what its case, its width and its way of composing add, to be
 * compared with another one. Capitals first: of `ß` and `ς` only these have the letters of the
 * other case. A Turkish keyboard has two letters `i`; with capitals on it writes `LİNK`.
 */
export function foldCase(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('i\u0307', 'i')
}
