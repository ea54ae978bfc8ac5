import { createHash, createHmac } from 'node:crypto'
import type { RedPacket } from '../state/productsState.ts'

/** `seed` is 32 bytes in hex. */
export interface PacketTerms extends Pick<RedPacket, 'count' | 'split' | 'seed'> {
  readonly units: bigint
}

const RANGE = 1n << 64n

/**
 * The parts of a red packet in the order in which they are claimed (products 4). Who knows the
 * seed can compute them again; who knows only its hash cannot.
 */
export function splitPacket({ units, count, split, seed }: PacketTerms): readonly bigint[] {
  return split === 'equal' ? equalParts(units, count) : randomParts(units, { count, seed })
}

/** What is published of a seed before the packet has ended. */
export const seedHash = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

/** Where the units do not divide evenly, the first parts have one more. */
function equalParts(units: bigint, count: number): bigint[] {
  const [each, more] = [units / BigInt(count), Number(units % BigInt(count))]
  return Array.from({ length: count }, (_, at) => (at < more ? each + 1n : each))
}

function randomParts(
  units: bigint,
  { count, seed }: { readonly count: number; readonly seed: string },
): bigint[] {
  const below = createDraws(seed)
  const parts: bigint[] = []
  let left = units
  for (let people = BigInt(count); people > 1n; people--) {
    const part = 1n + below(largestPart(left, people))
    parts.push(part)
    left -= part
  }
  parts.push(left)
  for (let at = count - 1; at > 0; at--) {
    const other = Number(below(BigInt(at + 1)))
    const [mine, theirs] = [parts[at]!, parts[other]!]
    parts[at] = theirs
    parts[other] = mine
  }
  return parts
}

/** Twice the mean at most, and a unit is left for each of the others. */
function largestPart(left: bigint, people: bigint): bigint {
  const twice = (2n * left) / people - 1n
  const spare = left - people + 1n
  const least = twice < spare ? twice : spare
  return least > 1n ? least : 1n
}

/** Uniform whole numbers from 0 to below `size`, which takes none from the seed where it is 1. */
function createDraws(seed: string): (size: bigint) => bigint {
  const key = Buffer.from(seed, 'hex')
  let counter = 0
  return (size) => {
    if (size === 1n) return 0n
    const limit = RANGE - (RANGE % size)
    for (;;) {
      const place = Buffer.alloc(4)
      place.writeUInt32BE(counter++)
      const draw = createHmac('sha256', key).update(place).digest().readBigUInt64BE()
      if (draw < limit) return draw % size
    }
  }
}
