import { keccak256, parseTransaction, serializeTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { createScriptedChain } from '../../../testing/createScriptedChain.ts'
import { signOutputs } from '../../../testing/signOutputs.ts'
import { dataGas, gasOf, readOutputs, receiptOf, replacementFee, sendAgain } from './payments.ts'

const payment = (maxFeePerGas: bigint | undefined, bump = 0) => {
  const raw = serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: 4,
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
  })
  return { raw, txHash: keccak256(raw), nonce: 4, bump }
}
const chainOf = () => createScriptedChain({ hashOf: (raw) => keccak256(raw as `0x${string}`) })

describe('the gas of a payment (wallet 4)', () => {
  it.each([
    [0, 21_000n],
    [1, 21_040n],
    [12_288, 512_520n],
  ])('is for %i bytes of data %d', (bytes, gas) => {
    expect(dataGas(bytes)).toBe(gas)
  })

  it('is for a token more than for the coin', () => {
    expect([gasOf({}), gasOf({ contract: undefined }), gasOf({ contract: '0x1' })]).toEqual([
      21_000n,
      21_000n,
      100_000n,
    ])
  })
})

describe('the fee of a replacement (W4)', () => {
  it.each([
    [100n, 125n],
    // Nodes ask for a tenth more at least: a quarter is rounded up.
    [1n, 2n],
    [3n, 4n],
    [4n, 5n],
    [5n, 7n],
    [10n ** 18n, 1_250_000_000_000_000_000n],
  ])('is a quarter above %d', async (fee, least) => {
    expect(await replacementFee(payment(fee))).toBe(least)
  })

  it('is nothing where nothing is replaced, or nothing was offered', async () => {
    expect(await replacementFee(undefined)).toBe(0n)
    expect(await replacementFee(payment(undefined))).toBe(0n)
  })

  it('is paid five times with less than four times the first fee', async () => {
    let [fee, last] = [1_000n, payment(1_000n)]
    for (let bump = 1; bump <= 5; bump++) {
      fee = await replacementFee(last)
      last = payment(fee, bump)
    }
    expect(parseTransaction(last.raw).maxFeePerGas).toBe(fee)
    expect(fee).toBeLessThan(4_000n)
  })
})

describe('the receipt of a payment and its replacements (W4)', () => {
  const [first, second] = [payment(1n), payment(2n, 1)]

  it('is that of whichever is mined', async () => {
    for (const { txHash } of [first, second]) {
      const chain = chainOf()
      chain.mine({ mined: [{ txHash, gas: 7n }] })
      expect(await receiptOf(chain, [first, second])).toMatchObject({ txHash, gas: 7n, height: 1 })
    }
  })

  it('is none while both wait, and of no payment', async () => {
    const chain = chainOf()
    await chain.broadcast(first.raw)
    expect(await receiptOf(chain, [first, second])).toBeUndefined()
    expect(await receiptOf(chain, [])).toBeUndefined()
  })

  it('is none any more once its block is lost', async () => {
    const chain = chainOf()
    chain.mine({ mined: [{ txHash: first.txHash }] })
    chain.reorganise(1)
    expect(await receiptOf(chain, [first])).toBeUndefined()
  })
})

describe('a transaction that the node lost (wallet 4)', () => {
  it('is sent once, and not while the node has it', async () => {
    const chain = chainOf()
    const own = payment(1n)
    await sendAgain(chain, own)
    await sendAgain(chain, own)
    chain.mine({ mined: [{ txHash: own.txHash }] })
    await sendAgain(chain, own)
    expect(chain.sent).toEqual([own.raw])
    chain.reorganise(1, { keepsTransactions: false })
    await sendAgain(chain, own)
    expect(chain.sent).toHaveLength(2)
  })

  it('is no error where the node refuses it: a dearer one follows', async () => {
    const chain = chainOf()
    chain.refuseBroadcasts(true)
    await expect(sendAgain(chain, payment(1n))).resolves.toBeUndefined()
  })

  it.each(['UNREACHABLE', 'GONE', 'UNSUPPORTED'] as const)(
    'is an error where the node says %s',
    async (code) => {
      const chain = chainOf()
      chain.fail(code)
      await expect(sendAgain(chain, payment(1n))).rejects.toMatchObject({ code })
    },
  )
})

describe('a payment of outputs, read without a node', () => {
  const signed = (
    places: readonly (readonly [fill: number, ordinal: number])[],
    pays: readonly bigint[],
  ) =>
    signOutputs(
      places.map(([fill, ordinal]) => ({ txHash: `0${fill}`.repeat(32), ordinal })),
      pays,
    )

  it('names what it spends, in order, and what it pays', async () => {
    const payment = signed(
      [
        [2, 5],
        [1, 0],
      ],
      [70_000n, 29_000n],
    )
    const { spent, paid, bytes } = await readOutputs(payment)
    expect(spent).toEqual([
      { txHash: '02'.repeat(32), ordinal: 5 },
      { txHash: '01'.repeat(32), ordinal: 0 },
    ])
    expect(paid).toBe(99_000n)
    expect(bytes).toBeGreaterThan(0)
  })

  it('is longer by the bytes of an output', async () => {
    const [one, two] = await Promise.all(
      [[1n], [1n, 1n]].map(async (pays) => (await readOutputs(signed([[1, 0]], pays))).bytes),
    )
    // Eight of the amount, one of the length, 22 of the script.
    expect((two ?? 0) - (one ?? 0)).toBe(31)
  })

  it.each(['', 'zz', '00', '0x02f8'])('is refused where it is none: "%s"', async (raw) => {
    await expect(readOutputs({ raw })).rejects.toThrow()
  })
})
