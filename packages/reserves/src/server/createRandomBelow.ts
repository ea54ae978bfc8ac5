import { randomFillSync } from 'node:crypto'
import type { RandomBelow } from './cutIntoPieces.ts'

const DRAW_BYTES = 6
const DRAWS = 2 ** 48
/** Bytes that are fetched at a time: a call for a few costs as much as one for thousands. */
const POOL_BYTES = 4_096 * DRAW_BYTES

/** Without the bias of a remainder: draws above the largest multiple are drawn again. */
export function createRandomBelow(): RandomBelow {
  const pool = Buffer.alloc(POOL_BYTES)
  let next = POOL_BYTES

  function draw(): number {
    if (next === POOL_BYTES) {
      randomFillSync(pool)
      next = 0
    }
    next += DRAW_BYTES
    return pool.readUIntBE(next - DRAW_BYTES, DRAW_BYTES)
  }

  return (below) => {
    const end = DRAWS - (DRAWS % below)
    let drawn = draw()
    while (drawn >= end) drawn = draw()
    return drawn % below
  }
}
