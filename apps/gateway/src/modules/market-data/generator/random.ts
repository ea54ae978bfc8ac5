/**
 * A seeded source of chance: the same seed gives the same numbers on every machine. Not for
 * secrets.
 */
export interface Chance {
  /** In [0, 1). */
  uniform(): number
  /** Standard normal. */
  normal(): number
  /** Number of events at a mean rate. */
  poisson(mean: number): number
  pick<T>(list: readonly T[]): T
}

/** mulberry32 over a hash of the seed text. */
export function createChance(seed: string): Chance {
  let state = hash(seed)
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    poisson(mean) {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = uniform(); product > limit; product *= uniform()) count++
      return count
    },
    pick: (list) => list[Math.floor(uniform() * list.length)] as (typeof list)[number],
  }
}

function hash(text: string): number {
  let value = 2_166_136_261
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
  return value >>> 0
}
