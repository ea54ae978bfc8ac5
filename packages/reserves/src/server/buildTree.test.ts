import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isReservesError } from '../ReservesError.ts'
import { randomLiabilities, seededRandom, takeSnapshot } from '../testing/snapshot.ts'
import { buildTree, type Liability } from './buildTree.ts'

const vector = JSON.parse(
  readFileSync(new URL('../../vectors/por1.json', import.meta.url), 'utf8'),
) as {
  snapshotId: string
  leaves: { secretByte: number; amounts: string[] }[]
  root: string
  sums: string[]
}
/** One piece each, in the order given. */
const inOrder = (below: number): number => below - 1
const secret = (byte: number) => new Uint8Array(32).fill(byte)
const codeOf = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return isReservesError(error) ? error.code : 'another error'
  }
  return undefined
}
const build = (liabilities: readonly Liability[]) =>
  buildTree({ snapshotId: 's', assets: 1, liabilities, random: inOrder, mostPieces: 1 })

describe('a tree of liabilities', () => {
  it('has the root and the sums of the vector (wallet 7)', () => {
    const tree = buildTree({
      snapshotId: vector.snapshotId,
      assets: 2,
      random: inOrder,
      mostPieces: 1,
      liabilities: vector.leaves.map(({ secretByte, amounts }) => ({
        name: String(secretByte),
        secret: secret(secretByte),
        amounts: amounts.map(BigInt),
      })),
    })
    expect([tree.root, tree.sums.map(String)]).toEqual([vector.root, vector.sums])
    expect(tree.piecesOf('3')?.[0]).toMatchObject({ index: 2, path: [{}] })
    expect(tree.piecesOf('nobody')).toBeUndefined()
  })

  it('cuts each liability into one to eight pieces that add up', () => {
    const random = seededRandom(11)
    const liabilities = randomLiabilities(random, { users: 300, assets: 3 })
    const { tree, proofOf } = takeSnapshot(liabilities, { assets: ['A', 'B', 'C'], random })
    const counts = new Set<number>()
    const indexes = new Set<number>()
    for (const { name, amounts } of liabilities) {
      const { pieces } = proofOf(name)
      counts.add(pieces.length)
      for (const { index } of pieces) indexes.add(index)
      for (const [asset, amount] of amounts.entries()) {
        const parts = pieces.map((piece) => BigInt(piece.amounts[asset] ?? 0))
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
        expect(parts.every((part) => part >= 0n)).toBe(true)
      }
    }
    expect([...counts].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect([indexes.size, tree.leaves]).toEqual([tree.leaves, tree.leaves])
    expect(tree.sums).toEqual(
      [0, 1, 2].map((asset) =>
        liabilities.reduce((sum, each) => sum + (each.amounts[asset] ?? 0n), 0n),
      ),
    )
  })

  it('gives pieces other places in each snapshot', () => {
    const liabilities = randomLiabilities(seededRandom(3), { users: 50, assets: 1 })
    const placesOf = () => {
      const { proofOf } = takeSnapshot(liabilities, { assets: ['A'] })
      return liabilities.map(({ name }) => proofOf(name).pieces.map(({ index }) => index))
    }
    expect(placesOf()).not.toEqual(placesOf())
  })

  it('refuses amounts and sums of 2^120 and more', () => {
    const most = (1n << 120n) - 1n
    const of = (...amounts: bigint[]) =>
      amounts.map((amount, n) => ({ name: `${n}`, secret: secret(n), amounts: [amount] }))
    expect(codeOf(() => build(of(most)))).toBeUndefined()
    expect(codeOf(() => build(of(most, 1n)))).toBe('too-large')
    expect(codeOf(() => build(of(1n << 120n)))).toBe('bad-amount')
    expect(codeOf(() => build(of(-1n)))).toBe('bad-amount')
  })

  it('refuses secrets of another length, doubles and an empty list', () => {
    const one = { name: 'a', secret: secret(1), amounts: [1n] }
    expect(codeOf(() => build([]))).toBe('no-accounts')
    expect(codeOf(() => build([{ ...one, secret: new Uint8Array(31) }]))).toBe('bad-secret')
    expect(codeOf(() => build([one, { ...one, secret: secret(2) }]))).toBe('duplicate')
    expect(codeOf(() => build([one, { ...one, name: 'b' }]))).toBe('duplicate')
    expect(codeOf(() => build([one, one]))).toBe('duplicate')
    expect(codeOf(() => build([{ ...one, amounts: [1n, 2n] }]))).toBe('bad-amount')
  })
})
