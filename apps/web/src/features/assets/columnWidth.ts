/**
 * Pixels of a tabular digit at the size of dense tables, a little over the widest of the fonts in
 * use.
 */
const DIGIT = 7.6
const PADDING = 24
/** The largest balance that one expects to see. */
const PLAUSIBLE = '1,000,000,000.00000000'

/**
 * How wide a column of figures has to be: for the widest plausible one, and for those that are
 * there, so that no digit is ever cut.
 */
export function columnWidth(
  shown: readonly string[],
  { plausible = PLAUSIBLE }: { readonly plausible?: string } = {},
): number {
  const longest = shown.reduce((most, text) => Math.max(most, text.length), plausible.length)
  return Math.ceil(longest * DIGIT) + PADDING
}
