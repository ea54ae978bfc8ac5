import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT_LIMIT,
  fromHex,
  isAmount,
  pieceName,
  readAmounts,
  record,
  toHex,
  writeAmounts,
} from './encoding.ts'

const amount = fc.bigInt(0n, AMOUNT_LIMIT - 1n)

describe('amounts as bytes (POR-1)', () => {
  it.each([
    [0n, '00'.repeat(16)],
    [1n, `${'00'.repeat(15)}01`],
    [256n, `${'00'.repeat(14)}0100`],
    [1n << 64n, `${'00'.repeat(7)}01${'00'.repeat(8)}`],
    [(1n << 64n) - 1n, `${'00'.repeat(8)}${'ff'.repeat(8)}`],
    [AMOUNT_LIMIT - 1n, `00${'ff'.repeat(15)}`],
  ])('are u128, the highest byte first: %d', (value, hex) => {
    const bytes = new Uint8Array(16)
    writeAmounts(bytes, [value])
    expect(toHex(bytes)).toBe(hex)
  })

  it('stand one behind the other, from a place on', () => {
    const bytes = new Uint8Array(36).fill(9)
    writeAmounts(bytes, [1n, 2n], 2)
    expect(toHex(bytes)).toBe(`0909${'00'.repeat(15)}01${'00'.repeat(15)}020909`)
  })

  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 5 }), (amounts) => {
        const bytes = new Uint8Array(amounts.length * 16)
        writeAmounts(bytes, amounts)
        expect(readAmounts(bytes)).toEqual(amounts)
      }),
      { numRuns: 100 },
    )
  })

  it('are read from the middle of other bytes', () => {
    const bytes = new Uint8Array(40).fill(7)
    writeAmounts(bytes, [5n], 20)
    expect(readAmounts(bytes.subarray(20, 36))).toEqual([5n])
  })

  it.each([
    [-1n, false],
    [0n, true],
    [AMOUNT_LIMIT - 1n, true],
    [AMOUNT_LIMIT, false],
  ])('are from 0 to below 2^120: %d', (value, isOne) => {
    expect(isAmount(value)).toBe(isOne)
  })
})

describe('what is hashed (POR-1)', () => {
  it('is a hash and its amounts', () => {
    const bytes = record(new Uint8Array(32).fill(0xaa), [1n, 2n])
    expect(toHex(bytes)).toBe(`${'aa'.repeat(32)}${'00'.repeat(15)}01${'00'.repeat(15)}02`)
    expect(record(new Uint8Array(32), [])).toHaveLength(32)
  })

  it.each([
    ['s', 0, '7300'],
    ['s', 7, '7307'],
    ['é', 1, 'c3a901'],
    ['', 2, '02'],
  ])('is named by its snapshot "%s" and piece %i', (snapshotId, number, hex) => {
    expect(toHex(pieceName(snapshotId, number))).toBe(hex)
  })
})

describe('hex', () => {
  it.each([
    ['', []],
    ['00', [0]],
    ['0aff', [10, 255]],
  ])('"%s" is %j', (hex, bytes) => {
    expect([...fromHex(hex)]).toEqual(bytes)
    expect(toHex(Uint8Array.from(bytes))).toBe(hex)
  })

  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect([...fromHex(toHex(bytes))]).toEqual([...bytes])
      }),
      { numRuns: 100 },
    )
  })
})
