import type { Proof } from '../proof.ts'
import type { Statement } from '../statement.ts'
import { buildTree, type Liability, type ReservesTree } from '../server/buildTree.ts'

export interface TestSnapshot {
  readonly tree: ReservesTree
  readonly statement: Statement
  proofOf(name: string): Proof
}

/** A snapshot as an operator makes it, and the proof of each of its users. */
export function takeSnapshot(
  liabilities: readonly Liability[],
  {
    assets,
    random,
  }: { readonly assets: readonly string[]; readonly random?: (n: number) => number },
): TestSnapshot {
  const snapshotId = '2026-11-22T00:00:00Z'
  const tree = buildTree({
    snapshotId,
    assets: assets.length,
    liabilities,
    ...(random ? { random } : {}),
  })
  const statement: Statement = {
    snapshotId,
    assets,
    scales: assets.map(() => 8),
    root: tree.root,
    sums: tree.sums.map(String),
    leaves: tree.leaves,
    journal: 7,
    heights: [],
    previousRoot: null,
  }
  return {
    tree,
    statement,
    proofOf(name) {
      const pieces = tree.piecesOf(name)
      const owner = liabilities.find((each) => each.name === name)
      if (!pieces || !owner) throw new RangeError(`There is no ${name}.`)
      return {
        format: 'POR-1',
        statement,
        secret: Buffer.from(owner.secret).toString('hex'),
        pieces,
      }
    },
  }
}

/** Numbers of a seed, the same each time: xorshift32. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Users with secrets of their own and amounts of every size that a tree can hold. */
export function randomLiabilities(
  random: (below: number) => number,
  { users, assets }: { readonly users: number; readonly assets: number },
): Liability[] {
  return Array.from({ length: users }, (_, n) => ({
    name: `user ${n}`,
    secret: Buffer.concat([
      Buffer.from(Uint32Array.of(n, random(2 ** 32)).buffer),
      Buffer.alloc(24),
    ]),
    amounts: Array.from({ length: assets }, () => BigInt(random(2 ** 32)) << BigInt(random(80))),
  }))
}
