import { createHash } from 'node:crypto'

export interface SeededRandom {
  /** Evenly in [0, 1). */
  next(): number
  between(min: number, max: number): number
}

/**
 * The same seed draws the same picture, so that a picture needs no place to be kept. SHA-256 in
 * counter mode: outsiders learn nothing about the seed.
 */
export function createSeededRandom(seed: string): SeededRandom {
  let block = Buffer.alloc(0)
  let counter = 0
  let offset = 0
  const next = () => {
    if (offset >= block.length) {
      block = createHash('sha256').update(`${seed}:${counter++}`).digest()
      offset = 0
    }
    const value = block.readUInt32BE(offset)
    offset += 4
    return value / 2 ** 32
  }
  return { next, between: (min, max) => min + next() * (max - min) }
}
