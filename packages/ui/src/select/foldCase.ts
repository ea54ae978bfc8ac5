/** Most labels; a key press folds ten thousand of them, so skip the expensive steps. */
const PLAIN = /^[ -~]*$/

/**
 * Returns a text without differences of case, width and composition, for comparison. Upper case
 * first: only that unifies `ß` and `ς`. The second replacement is for the Turkish `İ`, which a
 * Turkish keyboard writes in `LİNK`.
 */
export function foldCase(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('i\u0307', 'i')
}
