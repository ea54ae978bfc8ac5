import { hash } from 'node:crypto'
import { AMOUNT_BYTES, HASH_BYTES, NODE, readAmounts, toHex } from '../encoding.ts'
import type { ProofSibling } from '../proof.ts'
import { ReservesError } from '../ReservesError.ts'

/** The levels of a tree: of each node its hash and its sums, one record after the other. */
export interface HashTree {
  readonly leaves: number
  readonly root: string
  readonly sums: readonly bigint[]
  /** The other halves on the way from a leaf to the root, from below. */
  pathOf(index: number): ProofSibling[]
}

/**
 * Builds the nodes above leaves (POR-1): a node hashes the hashes and the sums of both its
 * children, so that neither sum can be changed alone; an odd last node goes up unchanged.
 * @param leaves records of a leaf's hash and its amounts, one after the other
 * @throws ReservesError `too-large`, `no-accounts`
 */
export function hashTree(leaves: Uint8Array, assets: number): HashTree {
  const size = HASH_BYTES + assets * AMOUNT_BYTES
  if (leaves.length === 0) throw new ReservesError('no-accounts')
  const levels = [leaves]
  let top = leaves
  while (top.length > size) {
    top = levelAbove(top, size)
    levels.push(top)
  }
  return {
    leaves: leaves.length / size,
    root: toHex(top.subarray(0, HASH_BYTES)),
    sums: readAmounts(top.subarray(HASH_BYTES)),
    pathOf(index) {
      const path: ProofSibling[] = []
      let at = index
      for (const level of levels) {
        const other = level.subarray((at ^ 1) * size, ((at ^ 1) + 1) * size)
        if (other.length > 0 && level.length > size) path.push(siblingOf(other))
        at >>>= 1
      }
      return path
    },
  }
}

function levelAbove(level: Uint8Array, size: number): Uint8Array {
  const width = level.length / size
  const above = new Uint8Array(Math.ceil(width / 2) * size)
  const hashed = new Uint8Array(1 + 2 * size)
  hashed[0] = NODE
  for (let n = 0; 2 * n < width; n++) {
    const pair = level.subarray(2 * n * size, (2 * n + 2) * size)
    const into = above.subarray(n * size, (n + 1) * size)
    if (pair.length === size) into.set(pair)
    else {
      hashed.set(pair, 1)
      into.set(hash('sha256', hashed, 'buffer'))
      addAmounts(into, { pair, size })
    }
  }
  return above
}

const WORD = 4
const LIMIT_BYTE = 1

/** Adds the sums of both halves of a pair, byte words from the last to the first. */
function addAmounts(
  into: Uint8Array,
  { pair, size }: { readonly pair: Uint8Array; readonly size: number },
): void {
  const from = new DataView(pair.buffer, pair.byteOffset, pair.byteLength)
  const to = new DataView(into.buffer, into.byteOffset, into.byteLength)
  for (let at = HASH_BYTES; at < size; at += AMOUNT_BYTES) {
    let carry = 0
    for (let word = at + AMOUNT_BYTES - WORD; word >= at; word -= WORD) {
      const sum = from.getUint32(word) + from.getUint32(size + word) + carry
      to.setUint32(word, sum >>> 0)
      carry = sum > 0xffffffff ? 1 : 0
    }
    // 2^120 and above have a bit in the first byte.
    if (to.getUint8(at) >= LIMIT_BYTE) throw new ReservesError('too-large')
  }
}

const siblingOf = (node: Uint8Array): ProofSibling => ({
  hash: toHex(node.subarray(0, HASH_BYTES)),
  sums: readAmounts(node.subarray(HASH_BYTES)).map(String),
})
