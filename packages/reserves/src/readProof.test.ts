import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStatement, readProof, type Proof } from './proof.ts'
import { statementText, type Statement } from './statement.ts'

const HASH = 'ab'.repeat(32)
const statement: Statement = {
  snapshotId: '2026-11-22T00:00:00Z',
  assets: ['BTC', 'USDT'],
  scales: [8, 8],
  root: HASH,
  sums: ['100000005', '0'],
  leaves: 3,
  journal: 42,
  heights: [{ network: 'evm-a', height: 812, hash: '0xcd' }],
  previousRoot: null,
}
const sibling = { hash: HASH, sums: ['1', '0'] }
const piece = { index: 0, amounts: ['5', '0'], path: [sibling] }
const proof: Proof = { format: 'POR-1', statement, secret: HASH, pieces: [piece] }
const LARGEST = String((1n << 120n) - 1n)

describe('the form of a statement (POR-1)', () => {
  it.each<[string, object]>([
    ['as it is', {}],
    ['of the smallest tree', { leaves: 1 }],
    ['of the largest tree', { leaves: 2 ** 40 }],
    ['with the largest sum', { sums: [LARGEST, '0'] }],
    ['with coins of one piece', { scales: [0, 36] }],
    ['of nothing', { assets: [], scales: [], sums: [] }],
    ['behind another', { previousRoot: HASH }],
    ['with what a later version adds', { comment: 'new' }],
  ])('is taken %s', (_, changes) => {
    expect(isStatement({ ...statement, ...changes })).toBe(true)
  })

  it.each<[string, object]>([
    ['an empty moment', { snapshotId: '' }],
    ['a moment of 201 letters', { snapshotId: 'a'.repeat(201) }],
    ['assets out of order', { assets: ['USDT', 'BTC'] }],
    ['an asset twice', { assets: ['BTC', 'BTC'] }],
    ['an asset without a name', { assets: ['', 'BTC'] }],
    ['a scale too few', { scales: [8] }],
    ['a scale below zero', { scales: [8, -1] }],
    ['a scale that fills a memory when it is shown', { scales: [8, 2 ** 40] }],
    ['a scale of 37', { scales: [8, 37] }],
    ['half a scale', { scales: [8, 0.5] }],
    ['a root in upper case', { root: HASH.toUpperCase() }],
    ['a root that is too short', { root: HASH.slice(2) }],
    ['a sum too few', { sums: ['1'] }],
    ['a sum of 2^120', { sums: [String(1n << 120n), '0'] }],
    ['a negative sum', { sums: ['-1', '0'] }],
    ['a sum with a leading zero', { sums: ['01', '0'] }],
    ['a sum that is a number', { sums: [1, 0] }],
    ['a sum with a space', { sums: ['1 ', '0'] }],
    ['no leaf', { leaves: 0 }],
    ['more leaves than a tree has', { leaves: 2 ** 40 + 1 }],
    ['half a leaf', { leaves: 1.5 }],
    ['a journal that is text', { journal: '42' }],
    ['a height without its hash', { heights: [{ network: 'evm-a', height: 1 }] }],
    ['a negative height', { heights: [{ network: 'evm-a', height: -1, hash: 'a' }] }],
    ['a previous root that is no hash', { previousRoot: 'ab' }],
    ['no previous root', { previousRoot: undefined }],
  ])('is refused with %s', (_, changes) => {
    expect(isStatement({ ...statement, ...changes })).toBe(false)
  })

  it('has 1,000 assets at most', () => {
    const many = (count: number) => ({
      assets: Array.from({ length: count }, (_, n) => String(n).padStart(5, '0')),
      scales: Array.from({ length: count }, () => 8),
      sums: Array.from({ length: count }, () => '0'),
    })
    expect(isStatement({ ...statement, ...many(1_000) })).toBe(true)
    expect(isStatement({ ...statement, ...many(1_001) })).toBe(false)
  })

  it('is signed without what it does not name', () => {
    const more = { ...statement, comment: 'new', heights: [{ ...statement.heights[0], at: 1 }] }
    expect(statementText(more as unknown as Statement)).toBe(statementText(statement))
  })
})

describe('the form of a proof (POR-1)', () => {
  it.each<[string, object]>([
    ['as it is', {}],
    ['of eight pieces', { pieces: Array.from({ length: 8 }, () => piece) }],
    ['of a lone leaf', { pieces: [{ ...piece, path: [] }] }],
    ['of the largest amount', { pieces: [{ ...piece, amounts: [LARGEST, '0'] }] }],
  ])('is taken %s', (_, changes) => {
    expect(readProof({ ...proof, ...changes })).toEqual({ ...proof, ...changes })
  })

  it('leaves out what no proof has', () => {
    expect(readProof({ ...proof, html: '<b>' })).toEqual(proof)
  })

  it.each<[string, object]>([
    ['another format', { format: 'POR-2' }],
    ['no format', { format: undefined }],
    ['a secret that is too short', { secret: HASH.slice(2) }],
    ['a secret that is a number', { secret: 5 }],
    ['no piece', { pieces: [] }],
    ['nine pieces', { pieces: Array.from({ length: 9 }, () => piece) }],
    ['pieces that are no list', { pieces: { 0: piece, length: 1 } }],
    ['a piece that is null', { pieces: [null] }],
    ['a negative place', { pieces: [{ ...piece, index: -1 }] }],
    ['a place that is text', { pieces: [{ ...piece, index: '0' }] }],
    ['an amount too many', { pieces: [{ ...piece, amounts: ['5', '0', '0'] }] }],
    ['a negative amount', { pieces: [{ ...piece, amounts: ['-5', '0'] }] }],
    ['an amount of 2^120', { pieces: [{ ...piece, amounts: [String(1n << 120n), '0'] }] }],
    ['a path that is no list', { pieces: [{ ...piece, path: 'up' }] }],
    [
      'a hash of the path in upper case',
      {
        pieces: [{ ...piece, path: [{ ...sibling, hash: HASH.toUpperCase() }] }],
      },
    ],
    ['a sum of the path too few', { pieces: [{ ...piece, path: [{ hash: HASH, sums: ['1'] }] }] }],
    ['a broken statement', { statement: { ...statement, leaves: 0 } }],
    ['no statement', { statement: null }],
  ])('is refused with %s', (_, changes) => {
    expect(readProof({ ...proof, ...changes })).toBeUndefined()
  })

  it('is read without an error whatever was downloaded', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => {
        expect(readProof(value)).toBeUndefined()
      }),
      { numRuns: 200 },
    )
  })
})
