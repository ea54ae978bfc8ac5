import { describe, expect, it } from 'vitest'
import type { Unspent } from './Chain.ts'
import { MOST_INPUTS, selectInputs } from './selectInputs.ts'

const output = (units: bigint, ordinal = Number(units)): Unspent => ({
  txHash: 'ab',
  ordinal,
  address: 'a',
  units,
  height: 1,
})
const select = (amounts: readonly bigint[], receive: bigint, perByte = 1n) =>
  selectInputs({
    outputs: amounts.map((units, at) => output(units, at)),
    receive,
    perByte,
  })?.map(({ units }) => units)

/** What a payment of this many inputs must have beside its amount: four times its fee. */
const feeOf = (inputs: bigint, perByte = 1n): bigint => 4n * perByte * (120n + 68n * inputs)

describe('the choice of inputs (wallet 4)', () => {
  it('takes the largest outputs, and no more than it needs', () => {
    expect(select([5_000n, 90_000n, 40_000n], 50_000n)).toEqual([90_000n])
    expect(select([5_000n, 90_000n, 40_000n], 100_000n)).toEqual([90_000n, 40_000n])
  })

  it('keeps four times the fee for replacements', () => {
    expect(select([50_000n + feeOf(1n)], 50_000n)).toHaveLength(1)
    expect(select([50_000n + feeOf(1n) - 1n], 50_000n)).toBeUndefined()
    expect(select([50_000n + feeOf(1n, 9n)], 50_000n, 9n)).toHaveLength(1)
    expect(select([25_000n, 25_000n + feeOf(2n)], 50_000n)).toHaveLength(2)
  })

  it('finds nothing without enough', () => {
    expect(select([], 1n)).toBeUndefined()
    expect(select([1_000n, 2_000n], 5_000n)).toBeUndefined()
  })

  it('never takes more inputs than the signer does', () => {
    const many = Array.from({ length: MOST_INPUTS + 20 }, () => 1_000n)
    expect(select(many, 90_000n)).toBeUndefined()
    expect(select(many, 40_000n)?.length).toBeLessThanOrEqual(MOST_INPUTS)
  })

  it('does not spend what costs more than it brings', () => {
    expect(
      select(
        Array.from({ length: 50 }, () => 200n),
        5_000n,
      ),
    ).toBeUndefined()
  })

  it('leaves the list of its caller as it was', () => {
    const outputs = [output(1n), output(3n), output(2n)]
    selectInputs({ outputs, receive: 1n, perByte: 1n })
    expect(outputs.map(({ units }) => units)).toEqual([1n, 3n, 2n])
  })
})
