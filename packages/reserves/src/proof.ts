import { HASH_BYTES, isAmount, MAX_PIECES } from './encoding.ts'
import type { Statement, StatementHeight } from './statement.ts'

/** The other half of a pair on the way to the root: hash in hex, sums as decimal text. */
export interface ProofSibling {
  readonly hash: string
  readonly sums: readonly string[]
}

/** A part of what the user is owed: one leaf, and its way to the root. */
export interface ProofPiece {
  /** Place among the leaves, from 0. */
  readonly index: number
  /** Atoms of each asset, as decimal text. */
  readonly amounts: readonly string[]
  /** From the leaf upwards; a level in which it has no pair is left out. */
  readonly path: readonly ProofSibling[]
}

/** The proof of one user, as downloaded. Who has it knows what the user is owed. */
export interface Proof {
  readonly format: 'POR-1'
  readonly statement: Statement
  /** The user's audit secret of this snapshot: 64 hex digits. */
  readonly secret: string
  /** One to eight; the number of a piece is its place. */
  readonly pieces: readonly ProofPiece[]
}

const MOST_ASSETS = 1_000
const MOST_LEAVES = 2 ** 40
/** Decimals of an asset; who shows a proof writes as many digits. */
const MOST_SCALE = 36
const HASH = new RegExp(`^[0-9a-f]{${HASH_BYTES * 2}}$`)
const ATOMS = /^(?:0|[1-9][0-9]{0,36})$/

type Fields = Partial<Record<string, unknown>>

/** A proof in its form, or `undefined`: nothing is said yet about whether it is true. */
export function readProof(value: unknown): Proof | undefined {
  if (!isObject(value) || value['format'] !== 'POR-1') return undefined
  const { statement, secret, pieces } = value
  if (!isStatement(statement) || !isHash(secret)) return undefined
  const isWhole =
    isList(pieces, (piece) => isPiece(piece, statement.assets.length)) &&
    pieces.length >= 1 &&
    pieces.length <= MAX_PIECES
  return isWhole ? { format: 'POR-1', statement, secret, pieces } : undefined
}

/** Whether a value has every field of a statement in its form. */
export function isStatement(value: unknown): value is Statement {
  if (!isObject(value)) return false
  const { snapshotId, assets, scales, root, sums, leaves, journal, heights, previousRoot } = value
  return (
    isText(snapshotId) &&
    isList(assets, isText) &&
    isSorted(assets) &&
    assets.length <= MOST_ASSETS &&
    isList(scales, isScale) &&
    scales.length === assets.length &&
    isHash(root) &&
    isSums(sums, assets.length) &&
    isCount(leaves) &&
    leaves >= 1 &&
    leaves <= MOST_LEAVES &&
    isCount(journal) &&
    isList(heights, isHeight) &&
    (previousRoot === null || isHash(previousRoot))
  )
}

const isPiece = (value: unknown, assets: number): value is ProofPiece =>
  isObject(value) &&
  isCount(value['index']) &&
  isSums(value['amounts'], assets) &&
  isList(value['path'], (each): each is ProofSibling => isSibling(each, assets))

const isSibling = (value: unknown, assets: number): value is ProofSibling =>
  isObject(value) && isHash(value['hash']) && isSums(value['sums'], assets)

const isHeight = (value: unknown): value is StatementHeight =>
  isObject(value) && isText(value['network']) && isCount(value['height']) && isText(value['hash'])

const isSums = (value: unknown, assets: number): value is readonly string[] =>
  isList(value, isAtoms) && value.length === assets

const isAtoms = (value: unknown): value is string =>
  isText(value) && ATOMS.test(value) && isAmount(BigInt(value))

const isHash = (value: unknown): value is string => isText(value) && HASH.test(value)
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
const isScale = (value: unknown): value is number => isCount(value) && value <= MOST_SCALE
const isSorted = (names: readonly string[]): boolean =>
  names.every((name, n) => n === 0 || (names[n - 1] ?? '') < name)
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[]
function isList(value: unknown, isItem: (item: unknown) => boolean): value is readonly never[]
function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item))
}
