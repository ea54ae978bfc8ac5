/**
 * Maximal character widths as a share of the font size, including the letter spacing of WCAG
 * 1.4.12.
 */
const FIGURES = 0.8
const LATIN = 1.1

/** Available width and font size of a text, in pixels. */
export interface TextFit {
  readonly textWidth: number
  readonly fontSize: number
}

/**
 * Returns whether a text surely fits its cell, estimated without measuring. Such a cell needs no
 * ellipsis box, which costs a fifth of a frame while scrolling.
 */
export function surelyFits(text: string, { textWidth, fontSize }: TextFit): boolean {
  const widest = /^[\d.,:+\- ]*$/.test(text) ? FIGURES : /^[ -~]*$/.test(text) ? LATIN : Infinity
  return text.length * widest * fontSize <= textWidth
}
