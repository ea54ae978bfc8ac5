import { describe, expect, it } from 'vitest'
import {
  assertNetworks,
  assetOn,
  atomsPerUnit,
  DEVELOPMENT_NETWORKS,
  LITECOIN_NETWORK,
  type Network,
  type NetworkAsset,
} from './networks.ts'

const [first] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const [eth] = first.assets as readonly [NetworkAsset, ...NetworkAsset[]]
const change = (changes: Partial<Network>) => [{ ...first, ...changes }]
const pool = (changes: object) =>
  change({ swapPools: [{ base: 'ETH', quote: 'USDT', depth: '1', ...changes }] })
const coin = (changes: object, ofAsset: object = {}): Network[] => {
  const changed = { ...LITECOIN_NETWORK, ...changes }
  return [{ ...changed, assets: changed.assets.map((each) => ({ ...each, ...ofAsset })) }]
}
const withStatements = (network: Network): Network => ({ ...network, hasStatements: true })
const asset = (changes: Partial<NetworkAsset>) => change({ assets: [{ ...eth, ...changes }] })

describe('networks of the configuration (wallet 1)', () => {
  it('accepts the development networks', () => {
    expect(() => assertNetworks([...DEVELOPMENT_NETWORKS, LITECOIN_NETWORK])).not.toThrow()
  })

  it.each([
    ['an id', change({ id: 'EVM A' }), 'an id is lower case'],
    ['a second id', [first, first], 'two of this id'],
    ['an EVM network without a chainId', [{ ...first, chainId: undefined as never }], 'chainId'],
    ['a coin network with a chainId', change({ family: 'ltc' }), 'chainId'],
    ['depths in the wrong order', change({ creditAt: 12, unlockAt: 6 }), 'unlockAt'],
    ['a depth of zero', change({ creditAt: 0 }), 'creditAt'],
    ['a cold address in mixed case', change({ coldAddress: `0x${'A'.repeat(40)}` }), 'cold'],
    ['statements on two networks', DEVELOPMENT_NETWORKS.map(withStatements), 'over one network'],
    ['statements on a UTXO network', [withStatements(LITECOIN_NETWORK)], 'EVM networks only'],
    ['a pool without its asset', pool({ base: 'BTC' }), 'the pool BTCUSDT'],
    ['a pool that no pair prices', pool({ quote: 'LINK' }), 'the pool ETHLINK'],
    ['a pool of a broken depth', pool({ depth: '0.5' }), 'whole number'],
    ['an asset twice', change({ assets: [eth, eth] }), 'listed twice'],
    ['an unknown asset', asset({ asset: 'DAI' }), 'DAI is not listed'],
    ['more decimals than the ledger has', asset({ decimals: 19 }), '19 decimals'],
    ['an EVM network with an addressPrefix', change({ addressPrefix: 'ltc' }), 'addressPrefix'],
    [
      'a UTXO network without an addressPrefix',
      coin({ addressPrefix: undefined }),
      'addressPrefix',
    ],
    ['a prefix of another coin', coin({ addressPrefix: 'bc' }), 'one of ltc, rltc, tltc'],
    ['a UTXO network with a token', coin({ assets: [eth] }, { contract: '0x' }), 'own coin'],
    ['a cold address of another network', coin({ coldAddress: `ltc1${'q'.repeat(39)}` }), 'cold'],
    ['two networks of a coin', [LITECOIN_NETWORK, { ...LITECOIN_NETWORK, id: 'l' }], 'family ltc'],
    ['a contract in mixed case', asset({ contract: `0x${'A'.repeat(40)}` }), 'no address'],
  ])('refuses %s', (_, networks, message) => {
    expect(() => assertNetworks(networks)).toThrow(message)
  })

  it('counts how many atoms a unit of the chain is', () => {
    const units = (name: string) => {
      const found = assetOn(first, name)
      return found && atomsPerUnit(found)
    }
    expect([units('USDT'), units('ETH'), units('DAI')]).toEqual([100n, 1n, undefined])
  })
})
