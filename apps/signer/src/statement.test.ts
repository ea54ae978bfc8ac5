import { describe, expect, it } from 'vitest'
import { statementText, type Statement } from './protocol.ts'
import { isStatement } from './statement.ts'

const ID = '2026-11-22T00:00:00Z'
const ROOT = 'ab'.repeat(32)
const height = { network: 'evm-a', height: 812, hash: `0x${'cd'.repeat(32)}` }
const statement: Statement = {
  snapshotId: ID,
  assets: ['BTC', 'USDT'],
  scales: [8, 8],
  root: ROOT,
  sums: ['100000005', '0'],
  leaves: 3,
  journal: 42,
  heights: [height],
  previousRoot: null,
}
const isOf = (changes: object, id: unknown = ID) => isStatement({ ...statement, ...changes }, id)
const many = (count: number, length = 5) => ({
  assets: Array.from({ length: count }, (_, at) => `A${String(at).padStart(length, '0')}`),
  scales: Array.from({ length: count }, () => 8),
  sums: Array.from({ length: count }, () => '1'),
})

describe('a statement that may go to the chain (wallet 7)', () => {
  it.each<[string, object]>([
    ['as it is', {}],
    ['of one asset', many(1)],
    ['of no asset', { assets: [], scales: [], sums: [] }],
    ['of no chain', { heights: [] }],
    ['of 32 chains', { heights: Array.from({ length: 32 }, () => height) }],
    [
      'of a coin network, whose hashes have no prefix',
      {
        heights: [{ ...height, network: 'ltc', hash: 'cd'.repeat(32) }],
      },
    ],
    ['behind another', { previousRoot: 'cd'.repeat(32) }],
    ['with the smallest scale', { scales: [0, 8] }],
    ['with the largest scale', { scales: [36, 8] }],
    ['with a sum of 39 digits', { sums: [`1${'0'.repeat(38)}`, '0'] }],
    ['at the first moment of a journal', { journal: 0 }],
    ['with assets sorted by their signs', { assets: ['1INCH', 'USDT'] }],
    ['with its fields turned', Object.fromEntries(Object.entries(statement).toReversed())],
  ])('is taken %s', (_, changes) => {
    expect(isOf(changes)).toBe(true)
  })

  it.each<[string, object]>([
    ['another moment', { snapshotId: '2026-11-22T00:00:01Z' }],
    ['a field beside its own', { memo: '' }],
    ['a root in upper case', { root: ROOT.toUpperCase() }],
    ['a root with a line end', { root: `${ROOT}\n` }],
    ['a previous root that is empty', { previousRoot: '' }],
    ['assets in the wrong order', { assets: ['USDT', 'BTC'] }],
    ['an asset twice', { assets: ['BTC', 'BTC'] }],
    ['an asset with a space', { assets: ['B TC', 'USDT'] }],
    ['an asset that is a number', { assets: [1, 'USDT'] }],
    ['an asset of 21 letters', { assets: ['A'.repeat(21), 'USDT'] }],
    ['a scale too few', { scales: [8] }],
    ['a scale too many', { scales: [8, 8, 8] }],
    ['a scale above the largest', { scales: [37, 8] }],
    ['half a scale', { scales: [8, 0.5] }],
    ['a sum too few', { sums: ['1'] }],
    ['a negative sum', { sums: ['-1', '0'] }],
    ['a sum with a leading zero', { sums: ['01', '0'] }],
    ['a sum that is a number', { sums: [1, 0] }],
    ['a sum of 40 digits', { sums: [`1${'0'.repeat(39)}`, '0'] }],
    ['no leaf', { leaves: 0 }],
    ['a count of leaves that no number holds', { leaves: 2 ** 53 }],
    ['a negative journal number', { journal: -1 }],
    ['33 chains', { heights: Array.from({ length: 33 }, () => height) }],
    ['a chain in upper case', { heights: [{ ...height, network: 'EVM' }] }],
    ['a negative height', { heights: [{ ...height, height: -1 }] }],
    ['a hash that is too short', { heights: [{ ...height, hash: '0xcd' }] }],
    ['a height that is null', { heights: [null] }],
    ['a height with a field more', { heights: [{ ...height, at: 1 }] }],
    ['heights that are no list', { heights: {} }],
  ])('is refused with %s', (_, changes) => {
    expect(isOf(changes)).toBe(false)
  })

  it.each(Object.keys(statement))('is refused without its %s', (field) => {
    const { [field]: _, ...rest } = statement as unknown as Record<string, unknown>
    expect(isStatement(rest, ID)).toBe(false)
  })

  it.each([null, undefined, 'text', 5, [], () => {}])('is never %s', (value) => {
    expect(isStatement(value, ID)).toBe(false)
  })

  it('has at most 12,288 bytes, whatever its parts are', () => {
    // Seven letters and three signs, a scale and a sum of two and four: 16 bytes an asset.
    const bytes = (count: number) =>
      statementText({ ...statement, ...many(count, 6) } as Statement).length
    let count = 1
    while (bytes(count + 1) <= 12_288) count++
    expect(isOf(many(count, 6))).toBe(true)
    expect(isOf(many(count + 1, 6))).toBe(false)
  })

  it('is one text whatever the order of its fields is', () => {
    const turned = {
      ...(Object.fromEntries(Object.entries(statement).toReversed()) as unknown as Statement),
      heights: [{ hash: height.hash, height: height.height, network: height.network }],
    }
    expect(statementText(turned)).toBe(statementText(statement))
    expect(statementText(statement)).toBe(
      `{"snapshotId":"${ID}","assets":["BTC","USDT"],"scales":[8,8],"root":"${ROOT}",` +
        '"sums":["100000005","0"],"leaves":3,"journal":42,' +
        `"heights":[{"network":"evm-a","height":812,"hash":"${height.hash}"}],` +
        '"previousRoot":null}',
    )
  })
})
