import { hash } from 'node:crypto'
import { fromHex, HASH_BYTES, LEAF, toHex } from '../encoding.ts'
import { ReservesError } from '../ReservesError.ts'
import { hashTree } from './hashTree.ts'

/** A tree over nodes that are hashed already. */
export interface RowTree {
  /** 64 hex digits. */
  readonly root: string
  /** The other halves on the way from a node to the root, from below. */
  pathOf(index: number): string[]
}

const HEX = new RegExp(`^[0-9a-f]{${HASH_BYTES * 2}}$`)

/** @throws ReservesError `bad-hash` */
function bytesOf(hex: string): Uint8Array {
  if (!HEX.test(hex)) throw new ReservesError('bad-hash')
  return fromHex(hex)
}

/**
 * The leaf of a row in an RFC 6962 tree: SHA-256 of a zero byte and the row's own hash.
 * @param rowHash 64 hex digits
 * @throws ReservesError `bad-hash`
 */
export function hashLeaf(rowHash: string): string {
  const bytes = new Uint8Array(1 + HASH_BYTES)
  bytes[0] = LEAF
  bytes.set(bytesOf(rowHash), 1)
  return toHex(hash('sha256', bytes, 'buffer'))
}

/**
 * The RFC 6962 tree over nodes of one level: leaves, or the roots of subtrees that are whole but
 * for the last one.
 * @param nodes 64 hex digits each, in order
 * @throws ReservesError `bad-hash`, `no-accounts` without a node
 */
export function treeOf(nodes: readonly string[]): RowTree {
  const level = new Uint8Array(nodes.length * HASH_BYTES)
  for (const [index, node] of nodes.entries()) level.set(bytesOf(node), index * HASH_BYTES)
  const tree = hashTree(level, 0)
  return {
    root: tree.root,
    pathOf: (index) => tree.pathOf(index).map((sibling) => sibling.hash),
  }
}
