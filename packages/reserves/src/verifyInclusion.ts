import { fromHex, HASH_BYTES, LEAF, NODE, toHex } from './encoding.ts'
import { sha256, sidesOf } from './verifyProof.ts'

/** Arguments of {@link verifyInclusion}; hashes are 64 hex digits. */
export interface InclusionProof {
  /** The row's own hash, which the leaf covers. */
  readonly rowHash: string
  /** Place among the leaves, from 0. */
  readonly index: number
  readonly leaves: number
  /** From the leaf upwards; a level in which it has no pair is left out. */
  readonly path: readonly string[]
  readonly root: string
}

const HEX = new RegExp(`^[0-9a-f]{${HASH_BYTES * 2}}$`)

const isHash = (value: unknown): boolean => typeof value === 'string' && HEX.test(value)

/**
 * Whether a row is in an RFC 6962 tree: a leaf is SHA-256 of a zero byte and the row's hash, a node
 * of a one byte and both halves. Runs wherever there is WebCrypto.
 * @returns `false` also for what is malformed; rejects only where there is no WebCrypto
 */
export async function verifyInclusion(proof: InclusionProof): Promise<boolean> {
  const { rowHash, index, leaves, path, root } = proof
  if (!Array.isArray(path) || ![rowHash, root, ...path].every(isHash)) return false
  if (![index, leaves].every((each) => Number.isSafeInteger(each) && each >= 0)) return false
  const sides = sidesOf(index, leaves)
  if (sides?.length !== path.length) return false
  let reached = await sha256(LEAF, fromHex(rowHash))
  for (const [level, hash] of path.entries()) {
    const other = fromHex(hash)
    const pair = sides[level] === 'left' ? [other, reached] : [reached, other]
    // Each level needs the one below.
    // oxlint-disable-next-line no-await-in-loop
    reached = await sha256(NODE, ...pair)
  }
  return toHex(reached) === root
}
