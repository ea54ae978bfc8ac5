/**
 * Parts of the font size that none of these characters is wider than, room between letters (WCAG
 * 1.4.12) counted in for figures.
 */
const FIGURES = 0.8
const LATIN = 1.1

export interface TextRoom {
  /** Pixels. */
  readonly room: number
  readonly fontSize: number
}

/**
 * Whether a text cannot reach over its cell, told without measuring it. A cell that never has to
 * cut its text needs no box that cuts: those boxes are a fifth of a frame of a scroll.
 */
export function fitsForSure(text: string, { room, fontSize }: TextRoom): boolean {
  const widest = /^[\d.,:+\- ]*$/.test(text) ? FIGURES : /^[ -~]*$/.test(text) ? LATIN : Infinity
  return text.length * widest * fontSize <= room
}
