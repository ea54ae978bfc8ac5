import { fromHex, HASH_BYTES, isAmount, LEAF, NODE, pieceName, record, toHex } from './encoding.ts'
import { type Proof, type ProofPiece, readProof } from './proof.ts'
import type { Statement } from './statement.ts'

/**
 * - `malformed`: not the form of a POR-1 proof, or an amount of 2^120 or more.
 * - `statement`: the proof has another statement than the one that is published.
 * - `duplicate`: two pieces are the same leaf.
 * - `path`: the way to the root is not that of this leaf in a tree of this size.
 * - `range`: a sum reached 2^120.
 * - `root`: the pieces lead to another root.
 * - `sums`: they lead to the root with other sums than the statement's.
 * - `liability`: the pieces add up to something else than the user expects.
 */
export type ProofFault =
  | 'malformed'
  | 'statement'
  | 'duplicate'
  | 'path'
  | 'range'
  | 'root'
  | 'sums'
  | 'liability'

/** What is to be compared with the proof. */
export interface VerifyOptions {
  /** Of the published statement; without it the proof is compared with its own statement alone. */
  readonly root?: string
  /** What the user knows to be owed, in atoms by asset; an asset that is left out is zero. */
  readonly expected?: Readonly<Record<string, bigint>>
}

/** The verdict; of a true proof what it proves. */
export type Verdict =
  | {
      readonly isValid: true
      readonly statement: Statement
      /** What the user is owed, in atoms: one amount for each asset of the statement. */
      readonly amounts: readonly bigint[]
    }
  | { readonly isValid: false; readonly fault: ProofFault }

interface Sum {
  readonly hash: Uint8Array
  readonly sums: readonly bigint[]
}

/**
 * Verifies that what a user is owed is part of the published sums (POR-1). Runs wherever there is
 * WebCrypto.
 * @param value the proof as downloaded and parsed; anything may come
 * @returns a verdict; rejects only where there is no WebCrypto
 */
export async function verifyProof(
  value: unknown,
  { root, expected }: VerifyOptions = {},
): Promise<Verdict> {
  const proof = readProof(value)
  if (!proof) return { isValid: false, fault: 'malformed' }
  const { statement } = proof
  if (root !== undefined && root !== statement.root) return { isValid: false, fault: 'statement' }
  const fault = await faultOf(proof)
  if (fault) return { isValid: false, fault }
  const amounts = owedBy(proof)
  if (expected && !isExpected(expected, { assets: statement.assets, amounts }))
    return { isValid: false, fault: 'liability' }
  return { isValid: true, statement, amounts }
}

async function faultOf({ statement, secret, pieces }: Proof): Promise<ProofFault | undefined> {
  if (new Set(pieces.map(({ index }) => index)).size < pieces.length) return 'duplicate'
  const key = await crypto.subtle.importKey(
    'raw',
    fromHex(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  for (const [number, piece] of pieces.entries()) {
    const name = pieceName(statement.snapshotId, number)
    const id = new Uint8Array(await crypto.subtle.sign('HMAC', key, name))
    const fault = await faultOfPiece(piece, { id, statement })
    if (fault) return fault
  }
  return undefined
}

async function faultOfPiece(
  { index, amounts, path }: ProofPiece,
  { id, statement }: { readonly id: Uint8Array; readonly statement: Statement },
): Promise<ProofFault | undefined> {
  const sides = sidesOf(index, statement.leaves)
  if (sides?.length !== path.length) return 'path'
  const own = amounts.map(BigInt)
  let reached: Sum = { hash: await sha256(LEAF, record(id, own)), sums: own }
  for (const [level, { hash, sums }] of path.entries()) {
    const other = { hash: fromHex(hash), sums: sums.map(BigInt) }
    reached = sides[level] === 'left' ? await join(other, reached) : await join(reached, other)
    if (!reached.sums.every(isAmount)) return 'range'
  }
  if (toHex(reached.hash) !== statement.root) return 'root'
  const isSame = reached.sums.every((sum, n) => String(sum) === statement.sums[n])
  return isSame ? undefined : 'sums'
}

/**
 * On which side each sibling is on the way from a leaf to the root: an odd last node of a level
 * goes up unchanged. `undefined` for a leaf that the tree does not have.
 */
export function sidesOf(index: number, leaves: number): ('left' | 'right')[] | undefined {
  if (index >= leaves) return undefined
  const sides: ('left' | 'right')[] = []
  for (let at = index, width = leaves; width > 1; at = Math.floor(at / 2), width = half(width))
    if (at % 2 === 1) sides.push('left')
    else if (at < width - 1) sides.push('right')
  return sides
}

const half = (width: number): number => Math.ceil(width / 2)

async function join(left: Sum, right: Sum): Promise<Sum> {
  return {
    hash: await sha256(NODE, record(left.hash, left.sums), record(right.hash, right.sums)),
    sums: left.sums.map((sum, n) => sum + (right.sums[n] ?? 0n)),
  }
}

/** SHA-256 of a byte that says what is hashed, and of its parts. */
export async function sha256(kind: number, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(1 + parts.reduce((length, part) => length + part.length, 0))
  bytes[0] = kind
  let at = 1
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, HASH_BYTES)
}

/** What the pieces of a proof add up to: one amount for each asset. */
export const owedBy = ({ statement, pieces }: Proof): bigint[] =>
  statement.assets.map((_, n) =>
    pieces.reduce((sum, { amounts }) => sum + BigInt(amounts[n] ?? 0), 0n),
  )

function isExpected(
  expected: Readonly<Record<string, bigint>>,
  { assets, amounts }: { readonly assets: readonly string[]; readonly amounts: readonly bigint[] },
): boolean {
  const owed = new Map(assets.map((asset, n) => [asset, amounts[n] ?? 0n]))
  return [...new Set([...assets, ...Object.keys(expected)])].every(
    (asset) => (owed.get(asset) ?? 0n) === (Object.hasOwn(expected, asset) ? expected[asset] : 0n),
  )
}
