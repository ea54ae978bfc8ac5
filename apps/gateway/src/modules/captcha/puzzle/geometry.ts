import { createSeededRandom } from './seededRandom.ts'

/**
 * CSS pixels of the picture, and how many picture pixels one of them has (sharp on dense screens).
 */
export const PICTURE = { width: 320, height: 160, scale: 2 } as const
/** Edge of the square body of the piece, and the radius of its knob and notch. */
export const PIECE = { body: 44, knob: 9, corner: 6 } as const
/**
 * The piece's picture: the body and the knob that sticks out to the right, with space for the rim.
 */
export const PIECE_BOX = {
  width: PIECE.body + PIECE.knob + 4,
  height: PIECE.body + 4,
  margin: 2,
} as const
/** How far the slider can move the piece. */
export const RANGE = PICTURE.width - PIECE_BOX.width

export interface PuzzlePlace {
  /** Where the left edge of the piece's box belongs, in CSS pixels. */
  readonly x: number
  readonly y: number
}

export function placeOf(seed: string): PuzzlePlace {
  const random = createSeededRandom(`${seed}:place`)
  // Never where the piece starts: nobody should pass by leaving it there.
  const x = Math.round(random.between(PIECE_BOX.width + 16, RANGE - 4))
  return { x, y: Math.round(random.between(8, PICTURE.height - PIECE_BOX.height - 8)) }
}

/**
 * Distance of a point to the piece's outline within its box, negative inside: a rounded square, a
 * knob to the right, a notch from the top.
 */
export function distanceToPiece(x: number, y: number): number {
  const half = PIECE.body / 2
  const centre = PIECE_BOX.margin + half
  const body = roundedSquare(x - centre, y - centre, { half, corner: PIECE.corner })
  const knob = Math.hypot(x - (PIECE_BOX.margin + PIECE.body), y - centre) - PIECE.knob
  const notch = Math.hypot(x - centre, y - PIECE_BOX.margin) - PIECE.knob
  return Math.max(Math.min(body, knob), -notch)
}

function roundedSquare(
  x: number,
  y: number,
  { half, corner }: { half: number; corner: number },
): number {
  const dx = Math.abs(x) - half + corner
  const dy = Math.abs(y) - half + corner
  return Math.min(Math.max(dx, dy), 0) + Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - corner
}
