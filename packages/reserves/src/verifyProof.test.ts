import { describe, expect, it } from 'vitest'
import type { Proof } from './proof.ts'
import { sidesOf, verifyProof } from './verifyProof.ts'
import { seededRandom, takeSnapshot } from './testing/snapshot.ts'

const secret = (byte: number) => new Uint8Array(32).fill(byte)
const { statement, proofOf } = takeSnapshot(
  [
    { name: 'ann', secret: secret(1), amounts: [100_000_000n, 250_000_000_000n] },
    { name: 'bob', secret: secret(2), amounts: [0n, 100n] },
    { name: 'cleo', secret: secret(3), amounts: [5n, 0n] },
  ],
  { assets: ['BTC', 'USDT'], random: seededRandom(5) },
)
const proof = proofOf('ann')
const faultOf = async (value: unknown, options = {}) => {
  const verdict = await verifyProof(value, options)
  return verdict.isValid ? 'valid' : verdict.fault
}
const changeFirst = (change: Partial<Proof['pieces'][number]>): Proof => ({
  ...proof,
  pieces: proof.pieces.map((piece, n) => (n === 0 ? { ...piece, ...change } : piece)),
})
const first = proof.pieces[0] ?? { index: 0, amounts: [], path: [] }

describe('a verified proof', () => {
  it('answers what the user is owed', async () => {
    expect(await verifyProof(JSON.parse(JSON.stringify(proof)))).toEqual({
      isValid: true,
      statement,
      amounts: [100_000_000n, 250_000_000_000n],
    })
  })

  it('holds for a lone leaf, whose path is empty', async () => {
    const lone = takeSnapshot([{ name: 'a', secret: secret(9), amounts: [7n] }], {
      assets: ['BTC'],
      random: (below) => (below === 8 ? 0 : below - 1),
    })
    expect(await faultOf(lone.proofOf('a'))).toBe('valid')
  })

  it('compares root and amounts with what the user knows', async () => {
    expect(await faultOf(proof, { root: statement.root })).toBe('valid')
    expect(await faultOf(proof, { root: '00'.repeat(32) })).toBe('statement')
    const expected = { BTC: 100_000_000n, USDT: 250_000_000_000n }
    expect(await faultOf(proof, { expected })).toBe('valid')
    expect(await faultOf(proof, { expected: { ...expected, ETH: 1n } })).toBe('liability')
    expect(await faultOf(proof, { expected: { ...expected, BTC: 1n } })).toBe('liability')
    expect(await faultOf(proof, { expected: { BTC: 100_000_000n } })).toBe('liability')
  })
})

describe('a forged proof', () => {
  it('is refused with other sums, pieces, secrets and snapshots (wallet 9)', async () => {
    const other = { ...statement, sums: ['100000005', '1'] }
    expect(await faultOf({ ...proof, statement: other })).toBe('sums')
    expect(await faultOf(changeFirst({ amounts: ['1', '1'] }))).toBe('root')
    expect(await faultOf({ ...proof, secret: '04'.repeat(32) })).toBe('root')
    const later = { ...statement, snapshotId: '2026-11-23T00:00:00Z' }
    expect(await faultOf({ ...proof, statement: later })).toBe('root')
  })

  it('is refused when it counts one leaf twice (wallet 9)', async () => {
    expect(await faultOf({ ...proof, pieces: [first, first] })).toBe('duplicate')
  })

  it('is refused off the path of its leaf', async () => {
    expect(await faultOf(changeFirst({ index: statement.leaves }))).toBe('path')
    expect(await faultOf(changeFirst({ path: first.path.slice(1) }))).toBe('path')
    const [sibling] = first.path
    expect(
      await faultOf(changeFirst({ path: [...first.path, sibling ?? { hash: '', sums: [] }] })),
    ).toBe(sibling ? 'path' : 'malformed')
    const smaller = { ...statement, leaves: 1 }
    expect(await faultOf({ ...proof, statement: smaller })).toBe('path')
  })

  it('is refused where a sum would reach 2^120', async () => {
    const most = String((1n << 120n) - 1n)
    const path = first.path.map((each) => ({ ...each, sums: [most, most] }))
    expect(await faultOf(changeFirst({ path, amounts: ['1', '1'] }))).toBe('range')
  })

  it.each([
    ['null', null],
    ['a list', []],
    ['another format', { ...proof, format: 'POR-2' }],
    ['nine pieces', { ...proof, pieces: Array.from({ length: 9 }, () => first) }],
    ['no piece', { ...proof, pieces: [] }],
    ['a float', changeFirst({ amounts: ['1.5', '0'] })],
    ['a negative amount', changeFirst({ amounts: ['-1', '0'] })],
    ['a leading zero', changeFirst({ amounts: ['01', '0'] })],
    ['an exponent', changeFirst({ amounts: ['1e3', '0'] })],
    ['2^120', changeFirst({ amounts: [String(1n << 120n), '0'] })],
    ['a number for text', changeFirst({ amounts: [1, 0] as never })],
    ['one amount too few', changeFirst({ amounts: ['1'] })],
    ['a negative index', changeFirst({ index: -1 })],
    ['upper-case hex', { ...proof, secret: 'AB'.repeat(32) }],
    ['unsorted assets', { ...proof, statement: { ...statement, assets: ['USDT', 'BTC'] } }],
    ['no leaves', { ...proof, statement: { ...statement, leaves: 0 } }],
    ['a prototype', JSON.parse('{"__proto__":{"format":"POR-1"}}')],
  ])('is refused as malformed: %s', async (_, value) => {
    expect(await faultOf(value)).toBe('malformed')
  })
})

it('finds the side of each sibling, up to an odd last node', () => {
  expect([0, 1, 2, 3, 4].map((index) => sidesOf(index, 5))).toEqual([
    ['right', 'right', 'right'],
    ['left', 'right', 'right'],
    ['right', 'left', 'right'],
    ['left', 'left', 'right'],
    ['left'],
  ])
  expect(sidesOf(5, 5)).toBeUndefined()
})
