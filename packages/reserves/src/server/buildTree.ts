import { hash } from 'node:crypto'
import {
  AMOUNT_BYTES,
  HASH_BYTES,
  isAmount,
  LEAF,
  MAX_PIECES,
  pieceName,
  record,
  toHex,
} from '../encoding.ts'
import type { ProofPiece } from '../proof.ts'
import { ReservesError } from '../ReservesError.ts'
import { cutIntoPieces, shuffle, type RandomBelow } from './cutIntoPieces.ts'
import { createRandomBelow } from './createRandomBelow.ts'
import { hashTree } from './hashTree.ts'

/** What one user is owed. */
export interface Liability {
  /** Names the user to the operator; it is in no leaf. */
  readonly name: string
  /** 32 random bytes, new for each snapshot, which the user alone is given. */
  readonly secret: Uint8Array
  /** Atoms, one for each asset, in the order of the statement's assets. */
  readonly amounts: readonly bigint[]
}

/** The snapshot whose liabilities become a tree. */
export interface TreeOptions {
  /** In the ids of the leaves, so that a leaf is of one snapshot only. */
  readonly snapshotId: string
  /** How many assets each liability has. */
  readonly assets: number
  readonly liabilities: Iterable<Liability>
  /**
   * A uniform integer from 0 to one below the argument, at most 2^48; default from `node:crypto`.
   * Tests pass one of their own.
   */
  readonly random?: RandomBelow
  /** At most so many leaves of a user, 1 to 8. Default 8. */
  readonly mostPieces?: number
}

/** A tree over all liabilities of a snapshot. */
export interface ReservesTree {
  /** Hash of the root in hex. */
  readonly root: string
  /** Atoms, one for each asset. */
  readonly sums: readonly bigint[]
  readonly leaves: number
  /** The user's leaves with their ways to the root; `undefined`: the tree has none of this name. */
  piecesOf(name: string): ProofPiece[] | undefined
}

interface Piece {
  readonly name: string
  readonly secret: Uint8Array
  readonly number: number
  readonly amounts: readonly bigint[]
}

/**
 * Builds the tree of a snapshot (POR-1): each liability is cut at random into 1 to 8 pieces, and
 * all pieces are shuffled, so that neither amounts nor neighbours show who is who.
 * @throws ReservesError `bad-amount`, `bad-secret`, `duplicate`, `too-large`, `no-accounts`
 */
export function buildTree(options: TreeOptions): ReservesTree {
  const { snapshotId, assets, random = createRandomBelow() } = options
  const pieces = piecesOf(options, random)
  shuffle(pieces, random)
  const size = HASH_BYTES + assets * AMOUNT_BYTES
  const leaves = new Uint8Array(pieces.length * size)
  const places = new Map<string, number[]>()
  for (const [index, piece] of pieces.entries()) {
    leaves.set(leafRecord(snapshotId, piece), index * size)
    const own = places.get(piece.name) ?? []
    own[piece.number] = index
    places.set(piece.name, own)
  }
  const tree = hashTree(leaves, assets)
  return {
    root: tree.root,
    sums: tree.sums,
    leaves: tree.leaves,
    piecesOf: (name) =>
      places.get(name)?.map((index) => ({
        index,
        amounts: (pieces[index]?.amounts ?? []).map(String),
        path: tree.pathOf(index),
      })),
  }
}

function piecesOf(
  { assets, liabilities, mostPieces = MAX_PIECES }: TreeOptions,
  random: RandomBelow,
): Piece[] {
  const names = new Set<string>()
  const secrets = new Set<string>()
  const pieces: Piece[] = []
  for (const { name, secret, amounts } of liabilities) {
    if (secret.length !== HASH_BYTES) throw new ReservesError('bad-secret')
    if (amounts.length !== assets || !amounts.every(isAmount)) throw new ReservesError('bad-amount')
    names.add(name)
    secrets.add(toHex(secret))
    const count = 1 + random(mostPieces)
    for (const [number, part] of cutIntoPieces(amounts, { count, random }).entries())
      pieces.push({ name, secret, number, amounts: part })
    if (names.size !== secrets.size) throw new ReservesError('duplicate')
  }
  if (pieces.filter(({ number }) => number === 0).length !== names.size)
    throw new ReservesError('duplicate')
  return pieces
}

/** The leaf's hash with its amounts. */
function leafRecord(snapshotId: string, { secret, number, amounts }: Piece): Uint8Array {
  const id = hmac(secret, pieceName(snapshotId, number))
  const leaf = record(id, amounts)
  const hashed = new Uint8Array(1 + leaf.length)
  hashed[0] = LEAF
  hashed.set(leaf, 1)
  leaf.set(hash('sha256', hashed, 'buffer'))
  return leaf
}

const BLOCK_BYTES = 64
const INNER = 0x36
const OUTER = 0x5c

/** HMAC-SHA256 in two hashes: `createHmac` costs five times as much for so short a message. */
function hmac(secret: Uint8Array, message: Uint8Array): Buffer {
  const inner = new Uint8Array(BLOCK_BYTES + message.length).fill(INNER, 0, BLOCK_BYTES)
  const outer = new Uint8Array(BLOCK_BYTES + HASH_BYTES).fill(OUTER, 0, BLOCK_BYTES)
  for (const [n, byte] of secret.entries()) {
    inner[n] = byte ^ INNER
    outer[n] = byte ^ OUTER
  }
  inner.set(message, BLOCK_BYTES)
  outer.set(hash('sha256', inner, 'buffer'), BLOCK_BYTES)
  return hash('sha256', outer, 'buffer')
}
