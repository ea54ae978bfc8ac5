import { describe, expect, it } from 'vitest'
import type { Chain, UtxoChain } from '../wallet/ports/Chain.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from '../wallet/ports/networks.ts'
import { countReserves, type WatchedNetwork } from './countReserves.ts'

const block = { height: 130, hash: 'aa', parentHash: '', at: 0 }
const output = (address: string, units: bigint) => ({
  txHash: 'ab',
  ordinal: Number(units),
  address,
  units,
  height: 120,
})
const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]

const watched = (network: Network, chain: Partial<UtxoChain>): WatchedNetwork => ({
  network,
  chain: () => ({ block: async () => block, ...chain }) as Chain,
  height: () => block.height,
})
const ports = {
  addresses: { assigned: (family: Network['family']) => [`${family}-user`] },
  ownAddresses: ({ family }: Network) => [`${family}-hot`],
}
const count = (running: WatchedNetwork, height = block.height) =>
  countReserves(ports, [{ running, height }])

describe('coins on our addresses (wallet 7)', () => {
  it('are the outputs of a UTXO network, added up by address', async () => {
    const asked: (readonly string[])[] = []
    const unspent = async (addresses: readonly string[]) => {
      asked.push(addresses)
      const outputs = [output('ltc-user', 5n), output('ltc-hot', 1n), output('ltc-user', 2n)]
      return { ...block, outputs }
    }
    const counted = await count(watched(LITECOIN_NETWORK, { unspent }))
    expect(asked).toEqual([['ltc-user', 'ltc-hot']])
    expect(counted.heights).toEqual([{ network: 'ltc', height: 130, hash: 'aa' }])
    expect([...counted.assets]).toEqual(['LTC'])
    expect(counted.coins).toEqual([
      { network: 'ltc', address: 'ltc-user', asset: 'LTC', atoms: 7n },
      { network: 'ltc', address: 'ltc-hot', asset: 'LTC', atoms: 1n },
    ])
  })

  it('are not those of another block', async () => {
    const unspent = async () => ({ height: 131, hash: 'bb', outputs: [] })
    await expect(count(watched(LITECOIN_NETWORK, { unspent }))).rejects.toMatchObject({
      code: 'UNREACHABLE',
    })
  })

  it('are the balances of an EVM network at the height', async () => {
    const balance: Chain['balance'] = async (address, { contract, height } = {}) =>
      address === 'evm-hot' && contract === undefined ? BigInt(height ?? 0) : 0n
    const { coins } = await count(watched(evm, { balance }))
    expect(coins).toEqual([{ network: 'evm-a', address: 'evm-hot', asset: 'ETH', atoms: 130n }])
  })

  it('are left out where no node answers', async () => {
    const counted = await count({
      network: evm,
      chain: () => undefined,
      height: () => block.height,
    })
    expect(counted).toEqual({ heights: [], coins: [], assets: new Set() })
  })
})
