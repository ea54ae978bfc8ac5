import { describe, expect, it } from 'vitest'
import type { UtxoChain } from './Chain.ts'
import { LITECOIN_NETWORK as network } from './networks.ts'
import { ownOutputs } from './outputs.ts'

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
