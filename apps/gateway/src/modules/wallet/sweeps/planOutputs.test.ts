import { describe, expect, it } from 'vitest'
import { createAccounts } from '../../../exchange/accounts/accounts.ts'
import { createWithdrawalsState } from '../../../exchange/state/withdrawals.ts'
import type { UtxoChain } from '../ports/Chain.ts'
import { LITECOIN_NETWORK as network } from '../ports/networks.ts'
import type { OwnOutputs } from '../ports/outputs.ts'
import { bytesOf, MOST_INPUTS } from '../ports/selectInputs.ts'
import { planOutputs } from './planOutputs.ts'

const COIN = 100_000_000n
const PER_BYTE = 10n
const HEIGHT = 100_000
const DAY_BLOCKS = 86_400 / network.blockSeconds
const feeOf = (inputs: number): bigint => PER_BYTE * bytesOf(inputs)

/** Outputs of these amounts; below zero: of the hot address. */
function plan(
  amounts: readonly bigint[],
  {
    owed = 1_000n * COIN,
    cold = '',
    isWanted = false,
    age = network.unlockAt,
    spent = [],
  }: {
    readonly owed?: bigint
    readonly cold?: string
    readonly isWanted?: boolean
    readonly age?: number
    /** Places of outputs that a waiting transaction spends. */
    readonly spent?: readonly number[]
  } = {},
) {
  const free = amounts.map((amount, ordinal) => ({
    txHash: 'ab',
    ordinal,
    address: 'a',
    units: amount < 0n ? -amount : amount,
    height: HEIGHT - age,
    index: amount < 0n ? null : ordinal,
  }))
  const accounts = createAccounts()
  accounts.of('live', 'chain:ltc', 'LTC').balance = -owed
  const own: OwnOutputs = {
    free,
    height: HEIGHT,
    units: free.reduce((sum, { units }) => sum + units, 0n),
  }
  const chain = {
    feeQuote: async () => ({ family: 'utxo', perByte: PER_BYTE }),
    isSpendable: async ({ ordinal }: { readonly ordinal: number }) => !spent.includes(ordinal),
  } as unknown as UtxoChain
  return planOutputs({
    network: cold === '' ? network : { ...network, coldAddress: cold },
    chain,
    state: { accounts, withdrawals: createWithdrawalsState() },
    own,
    isWanted,
  })
}
const placesOf = async (planned: ReturnType<typeof plan>) =>
  (await planned)?.inputs?.map(({ ordinal }) => ordinal)

describe('what a UTXO network brings to the hot address (wallet 4)', () => {
  it('takes deposits from twenty times their fee on, later less', async () => {
    expect(await plan([20n * feeOf(1) - 1n])).toBeUndefined()
    expect(await plan([20n * feeOf(1)])).toMatchObject({ kind: 'sweep', units: 20n * feeOf(1) })
    expect(await plan([2n * feeOf(1)], { age: DAY_BLOCKS })).toMatchObject({ kind: 'sweep' })
    expect(await plan([2n * feeOf(1) - 1n], { age: DAY_BLOCKS })).toBeUndefined()
  })

  it('leaves the hot address, dust, and what a waiting transaction spends', async () => {
    expect(await plan([-COIN])).toBeUndefined()
    const dust = 2n * (feeOf(1) - feeOf(0))
    expect(await placesOf(plan([COIN, dust, dust + 1n, -COIN, COIN], { spent: [4] }))).toEqual([
      0, 2,
    ])
  })

  it('leaves outputs to a withdrawal that waits, for a day', async () => {
    expect(await plan([COIN], { isWanted: true })).toBeUndefined()
    expect(await plan([COIN], { isWanted: true, age: DAY_BLOCKS })).toMatchObject({ kind: 'sweep' })
  })

  it('takes no more than one payment can spend, the largest first', async () => {
    const many = Array.from({ length: MOST_INPUTS + 5 }, (_, at) => COIN + BigInt(at))
    const places = (await placesOf(plan(many))) ?? []
    expect([places.length, Math.min(...places)]).toEqual([MOST_INPUTS, 5])
  })
})

describe('what a UTXO network brings to the cold address (wallet 4)', () => {
  const cold = 'rltc1qcold'

  it('keeps three percent of what users have, once it is above five', async () => {
    expect((await plan([50n * COIN], { cold }))?.kind).toBe('sweep')
    expect(await plan([50n * COIN, -1n], { cold })).toMatchObject({
      kind: 'cold',
      units: 20n * COIN + 1n,
      inputs: [{ ordinal: 0 }],
    })
    expect((await plan([60n * COIN]))?.kind).toBe('sweep')
    expect(await plan([60n * COIN], { cold, isWanted: true })).toBeUndefined()
  })

  it('counts what is not final, and sends what one payment can', async () => {
    const planned = await plan([60n * COIN, 60n * COIN], { cold, spent: [1] })
    expect(planned?.kind).not.toBe('cold')
    const many = Array.from({ length: MOST_INPUTS + 20 }, () => COIN)
    const most = BigInt(MOST_INPUTS) * COIN - 4n * feeOf(MOST_INPUTS)
    expect(await plan(many, { cold, owed: 100n * COIN })).toMatchObject({
      kind: 'cold',
      units: most,
    })
  })
})
