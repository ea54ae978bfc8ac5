import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isReservesError } from './ReservesError.ts'
import { hashLeaf, treeOf } from './server/treeOf.ts'
import { verifyInclusion } from './verifyInclusion.ts'

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => createHash('sha256').update(String(n)).digest('hex'))
const sha = (...parts: readonly (string | Buffer)[]) => {
  const made = createHash('sha256')
  for (const part of parts) made.update(part)
  return made.digest('hex')
}

/** RFC 6962, 2.1, as it is written there: the largest power of two below the size splits. */
function rootOf(rows: readonly string[]): string {
  const [only = ''] = rows
  if (rows.length === 1) return sha(Buffer.from([0]), Buffer.from(only, 'hex'))
  let split = 1
  while (split * 2 < rows.length) split *= 2
  const halves = [rows.slice(0, split), rows.slice(split)].map((half) => rootOf(half))
  return sha(Buffer.from([1]), ...halves.map((half) => Buffer.from(half, 'hex')))
}

const proofOf = (rows: readonly string[], index: number) => {
  const tree = treeOf(rows.map(hashLeaf))
  const path = tree.pathOf(index)
  return { rowHash: rows[index] ?? '', index, leaves: rows.length, path, root: tree.root }
}

describe('a row in a tree', () => {
  it.each([1, 2, 3, 5, 7, 8, 13, 31])('is proved of every place in %i rows', async (count) => {
    const rows = rowsOf(count)
    expect(treeOf(rows.map(hashLeaf)).root).toBe(rootOf(rows))
    const verdicts = await Promise.all(rows.map((_, n) => verifyInclusion(proofOf(rows, n))))
    expect(verdicts).toEqual(rows.map(() => true))
  })

  it('is proved over the roots of whole subtrees and a last part', async () => {
    const rows = rowsOf(11)
    const parts = [rows.slice(0, 4), rows.slice(4, 8), rows.slice(8)]
    const trees = parts.map((part) => treeOf(part.map(hashLeaf)))
    const above = treeOf(trees.map(({ root }) => root))
    expect(above.root).toBe(rootOf(rows))
    const path = [...(trees[2]?.pathOf(1) ?? []), ...above.pathOf(2)]
    const proof = { rowHash: rows[9] ?? '', index: 9, leaves: 11, path, root: above.root }
    expect(await verifyInclusion(proof)).toBe(true)
  })

  it('is refused with another row, place, size, path or root', async () => {
    const rows = rowsOf(7)
    const proof = proofOf(rows, 4)
    const [first = ''] = rows
    const others = [
      { rowHash: first },
      { index: 5 },
      { index: 7 },
      { leaves: 4 },
      { path: proof.path.slice(1) },
      { path: [...proof.path].toReversed() },
      { root: first },
      { root: 'x' },
      { index: -1 },
    ]
    const verdicts = await Promise.all(others.map((more) => verifyInclusion({ ...proof, ...more })))
    expect(verdicts).toEqual(others.map(() => false))
  })

  it('is refused without an error where the proof has another form', async () => {
    const rows = rowsOf(7)
    const proof = proofOf(rows, 4)
    const others = [
      { path: undefined },
      { path: null },
      { path: proof.path.join(',') },
      { path: [...proof.path.slice(1), [proof.path[0]]] },
      { path: proof.path.map((hash) => [hash]) },
      { rowHash: [proof.rowHash] },
      { rowHash: undefined },
      { root: [proof.root] },
      { index: '4' },
      { leaves: undefined },
      { leaves: Number.NaN },
    ]
    const verdicts = await Promise.all(
      others.map((more) => verifyInclusion({ ...proof, ...more } as typeof proof)),
    )
    expect(verdicts).toEqual(others.map(() => false))
  })

  it('takes hashes only', () => {
    const codeOf = (run: () => unknown) => {
      try {
        run()
      } catch (error) {
        return isReservesError(error) ? error.code : error
      }
      return undefined
    }
    expect(codeOf(() => hashLeaf('ab'))).toBe('bad-hash')
    expect(codeOf(() => treeOf(['x'.repeat(64)]))).toBe('bad-hash')
    expect(codeOf(() => treeOf([]))).toBe('no-accounts')
  })
})
