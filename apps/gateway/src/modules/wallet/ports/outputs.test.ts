import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Withdrawal } from '../../../exchange/state/withdrawals.ts'
import { signOutputs } from '../../../testing/signOutputs.ts'
import type { Unspent, UtxoChain } from './Chain.ts'
import { LITECOIN_NETWORK as network } from './networks.ts'
import {
  chooseSpendable,
  indexesOf,
  ownOutputs,
  perByteNow,
  perByteOf,
  sumOf,
  type OutputPlace,
} from './outputs.ts'
import { bytesOf, MOST_INPUTS, selectInputs } from './selectInputs.ts'

const HEIGHT = 100
const chain = {
  unspent: async () => ({
    height: HEIGHT,
    outputs: [
      { txHash: 'ab', ordinal: 0, address: 'hot', units: 5n, height: HEIGHT - network.unlockAt },
      { txHash: 'cd', ordinal: 1, address: 'a', units: 7n, height: HEIGHT - network.unlockAt + 1 },
    ],
  }),
} as unknown as UtxoChain

const freeAt = async (readTo?: number) => {
  const { free, units } = await ownOutputs({
    network,
    chain,
    signer: { hotAddress: async () => 'hot' },
    addresses: { numbered: () => [{ address: 'a', index: 3 }] },
    withdrawals: [],
    readTo,
  })
  return { units, free: free.map(({ txHash, index }) => [txHash, index]) }
}

describe('outputs that may be spent', () => {
  it('are those that are final at the head of the node', async () => {
    expect(await freeAt()).toEqual({
      units: 12n,
      free: [
        ['ab', null],
        ['cd', 3],
      ],
    })
  })

  it('are final by the blocks read, where the node is ahead', async () => {
    expect(await freeAt(HEIGHT - 1)).toEqual({ units: 12n, free: [['ab', null]] })
    expect((await freeAt(HEIGHT - 2)).free).toEqual([])
    expect((await freeAt(HEIGHT + 1)).free).toHaveLength(2)
  })
})

const paymentOf = (spent: readonly OutputPlace[], pays: readonly bigint[] = [1n]) =>
  signOutputs(spent, pays)
const hashOf = (fill: number) => fill.toString(16).padStart(2, '0').repeat(32)
const unspent = (fill: number, changes: Partial<Unspent> = {}): Unspent => ({
  txHash: hashOf(fill),
  ordinal: 0,
  address: 'a',
  units: 100n,
  height: 1,
  ...changes,
})

describe('outputs that a payment takes (W4)', () => {
  const outputs = [unspent(1), unspent(1, { ordinal: 1 }), unspent(2), unspent(3)]
  const free = async (
    withdrawals: readonly Pick<Withdrawal, 'network' | 'payments'>[],
    reserved: readonly OutputPlace[] = [],
  ) => {
    const found = await ownOutputs({
      network,
      chain: { unspent: async () => ({ height: HEIGHT, hash: 'h', outputs }) } as never,
      signer: { hotAddress: async () => 'hot' },
      addresses: { numbered: () => [{ address: 'a', index: 0 }] },
      withdrawals,
      reserved,
    })
    expect(found.units).toBe(400n)
    return found.free.map(({ txHash, ordinal }) => [Number(`0x${txHash.slice(0, 2)}`), ordinal])
  }
  const all = [
    [1, 0],
    [1, 1],
    [2, 0],
    [3, 0],
  ]

  it('are not there for another one', async () => {
    const payments = [paymentOf([unspent(1), unspent(3)])]
    expect(await free([{ network: network.id, payments }])).toEqual([
      [1, 1],
      [2, 0],
    ])
  })

  it('are those of every replacement', async () => {
    const payments = [paymentOf([unspent(1)]), paymentOf([unspent(2)])]
    expect(await free([{ network: network.id, payments }])).toEqual([
      [1, 1],
      [3, 0],
    ])
  })

  it('are free where a payment is of another network', async () => {
    const payments = [paymentOf([unspent(1)])]
    expect(await free([{ network: 'btc', payments }])).toEqual(all)
    expect(await free([{ network: network.id, payments: [] }])).toEqual(all)
  })

  it('are those that sweeps reserve too', async () => {
    expect(await free([], [{ txHash: hashOf(1), ordinal: 1 }])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
    ])
  })

  it('have the number of their address, the hot one none', async () => {
    const indexes = await indexesOf({
      network,
      signer: { hotAddress: async () => 'hot' },
      addresses: { numbered: () => [{ address: 'a', index: 0 }] },
    })
    expect([...indexes]).toEqual([
      ['a', 0],
      ['hot', null],
    ])
  })

  it('are those of the hot address alone without any other', async () => {
    const signer = { hotAddress: async () => 'hot' }
    expect([...(await indexesOf({ network, signer }))]).toEqual([['hot', null]])
  })
})

describe('the choice of outputs that a node takes', () => {
  const chainWithout = (...lost: readonly number[]) => {
    const asked: number[] = []
    const node = {
      isSpendable: async ({ txHash }: OutputPlace) => {
        const fill = Number(`0x${txHash.slice(0, 2)}`)
        asked.push(fill)
        return !lost.includes(fill)
      },
    } as unknown as UtxoChain
    return { asked, node }
  }
  const outputs = [unspent(1), unspent(2), unspent(3)]
  const firstTwo = (of: readonly Unspent[]) => (of.length < 2 ? undefined : of.slice(0, 2))
  const fills = (of: readonly Unspent[] | undefined) =>
    of?.map(({ txHash }) => Number(`0x${txHash.slice(0, 2)}`))

  it.each<[readonly number[], readonly number[] | undefined]>([
    [[], [1, 2]],
    [[1], [2, 3]],
    [[2], [1, 3]],
    [[3], [1, 2]],
    [[1, 2], undefined],
    [[1, 2, 3], undefined],
  ])('is made anew without %j', async (lost, chosen) => {
    const { node } = chainWithout(...lost)
    expect(fills(await chooseSpendable(node, { outputs, choose: firstTwo }))).toEqual(chosen)
  })

  it('asks the node for what is chosen only', async () => {
    const { node, asked } = chainWithout()
    await chooseSpendable(node, { outputs, choose: firstTwo })
    expect(asked).toEqual([1, 2])
  })

  it('is nothing where nothing is chosen', async () => {
    const { node, asked } = chainWithout()
    expect(await chooseSpendable(node, { outputs, choose: () => undefined })).toBeUndefined()
    expect(asked).toEqual([])
  })
})

describe('what a byte pays (wallet 4)', () => {
  const feeOf = (perByte: bigint) => ({
    feeQuote: async () => ({ family: 'utxo', perByte }) as const,
  })
  /** 188 bytes, as the signer counts them. */
  const inputs = [{ units: 100_000n }]
  const ONE_INPUT = 188n

  it('is what the node says, and nothing of a node with gas', async () => {
    expect(await perByteNow(feeOf(7n))).toBe(7n)
    const evm = { family: 'evm', maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } as const
    expect(await perByteNow({ feeQuote: async () => evm })).toBe(0n)
  })

  it.each([
    ['the fee of the day', 50_000n, 7n, 7n],
    ['what the inputs have left, where that is less', 100_000n - 5n * ONE_INPUT, 7n, 5n],
    ['nothing, where nothing is left', 100_000n, 7n, 0n],
  ])('is at first %s', async (_, pays, quote, perByte) => {
    expect(bytesOf(1)).toBe(ONE_INPUT)
    expect(await perByteOf(feeOf(quote), { inputs, pays, last: undefined })).toBe(perByte)
  })

  it('is none where the inputs are less than they pay', async () => {
    const asked = { inputs, pays: 100_001n + ONE_INPUT, last: undefined }
    expect(await perByteOf(feeOf(1n), asked)).toBeUndefined()
  })

  it('is a quarter above that of the payment that is replaced', async () => {
    const last = paymentOf([unspent(1)], [50_000n, 49_000n])
    const { vsize } = Transaction.fromRaw(hex.decode(last.raw), { allowUnknownOutputs: true })
    // It had 1,000 units for its bytes.
    const least = BigInt(Math.ceil((1_000 * 5) / (4 * vsize)))
    expect(await perByteOf(feeOf(0n), { inputs, pays: 50_000n, last })).toBe(least)
    expect(await perByteOf(feeOf(90n), { inputs, pays: 50_000n, last })).toBe(90n)
  })

  it('is none where the inputs do not pay a quarter more', async () => {
    const last = paymentOf([unspent(1)], [50_000n])
    // It gave all that was left as its fee: nothing is there for a dearer one.
    expect(await perByteOf(feeOf(1n), { inputs, pays: 50_000n, last })).toBeUndefined()
  })

  it('is summed without a loss', () => {
    expect(sumOf([])).toBe(0n)
    expect(sumOf([{ units: 2n ** 60n }, { units: 1n }])).toBe(2n ** 60n + 1n)
  })
})

describe('any choice of inputs (wallet 4)', () => {
  it('pays with the fewest inputs that are enough', () => {
    const amounts = fc.array(fc.bigInt(1n, 10n ** 10n), { maxLength: 100 })
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt(1n, 10n ** 11n),
        fc.bigInt(1n, 200n),
        (list, receive, perByte) => {
          const outputs = list.map((units, ordinal) => unspent(1, { units, ordinal }))
          const chosen = selectInputs({ outputs, receive, perByte })
          const need = (inputs: number) => receive + 4n * perByte * bytesOf(inputs)
          const largest = list.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))
          const paysWith = (count: number) =>
            largest.slice(0, count).reduce((sum, each) => sum + each, 0n) >= need(count)
          // The plain way: the smallest number of the largest that is enough.
          const counts = Array.from(
            { length: Math.min(list.length, MOST_INPUTS) },
            (_, at) => at + 1,
          )
          expect(chosen?.length).toBe(counts.find(paysWith))
          if (chosen) expect(sumOf(chosen)).toBeGreaterThanOrEqual(need(chosen.length))
        },
      ),
      { numRuns: 100 },
    )
  })
})
