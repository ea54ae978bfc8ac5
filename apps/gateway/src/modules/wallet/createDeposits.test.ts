import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { createDeposits, depositView, requireNetwork } from './createDeposits.ts'
import type { Networks, RunningNetwork } from './createNetworks.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from './ports/networks.ts'
import type { Sighting } from './sightings.ts'

const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const ADDRESS = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

const running = (network: Network, changes: Partial<RunningNetwork> = {}) =>
  ({
    network,
    chain: () => ({}),
    pause: () => undefined,
    height: () => 100,
    ...changes,
  }) as RunningNetwork
const networksOf = (list: readonly RunningNetwork[]) =>
  ({ list, get: (id: string) => list.find(({ network }) => network.id === id) }) as Networks
function depositsOf(list = [running(evm), running(LITECOIN_NETWORK)]) {
  const asked: unknown[] = []
  const deposits = createDeposits({
    networks: networksOf(list),
    addresses: {
      async of(userId: string, family: string) {
        asked.push([userId, family])
        return family === 'evm' ? ADDRESS : 'rltc1qown'
      },
    } as never,
    db: {} as never,
    canUseFaucet: true,
  })
  return { deposits, asked }
}
const refusalOf = async (work: () => unknown): Promise<unknown> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) return { code: error.code, data: error.data }
    throw error
  }
}

describe('the address that a user pays to (wallet 6)', () => {
  it('has its checksum, and says what counts there', async () => {
    const { deposits, asked } = depositsOf()
    expect(await deposits.address({ userId: 'u' }, { network: 'evm-a', asset: 'USDT' })).toEqual({
      network: 'evm-a',
      asset: 'USDT',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      minimum: '1',
      creditAt: evm.creditAt,
      unlockAt: evm.unlockAt,
    })
    expect(asked).toEqual([['u', 'evm']])
  })

  it('is that of its family', async () => {
    const { deposits, asked } = depositsOf()
    const found = await deposits.address({ userId: 'u' }, { network: 'ltc', asset: 'LTC' })
    expect(found.address).toBe('rltc1qown')
    expect(asked).toEqual([['u', 'ltc']])
  })

  it.each([
    ['no asset', { network: 'evm-a', asset: '' }, '40010', 'asset'],
    ['no network', { network: '', asset: 'USDT' }, '40010', 'network'],
    ['an unknown network', { network: 'evm-z', asset: 'USDT' }, '40401', 'network'],
    ['an asset of another network', { network: 'evm-a', asset: 'LTC' }, '40401', 'asset'],
    ['an unknown asset', { network: 'evm-a', asset: 'DAI' }, '40401', 'asset'],
  ])('is refused for %s, and none is given out', async (_, params, code, field) => {
    const { deposits, asked } = depositsOf()
    const found = await refusalOf(() => deposits.address({ userId: 'u' }, params))
    expect(found).toMatchObject({ code, data: { field } })
    expect(asked).toEqual([])
  })

  it('refuses a history of an asset that is not listed', async () => {
    const { deposits } = depositsOf()
    for (const asset of ['DAI', 'constructor', '__proto__'])
      expect(await refusalOf(() => deposits.history({ userId: 'u' }, { asset }))).toMatchObject({
        code: '40010',
        data: { field: 'asset' },
      })
  })
})

describe('the networks that everybody sees (wallet 6)', () => {
  it.each<[string, Partial<RunningNetwork>, string | null]>([
    ['runs', {}, null],
    ['is paused', { pause: () => ({}) as never }, 'paused'],
    ['has no node', { chain: () => undefined }, 'unavailable'],
    ['is paused and has no node', { pause: () => ({}) as never, chain: () => undefined }, 'paused'],
  ])('say of one that %s why nothing comes', (_, changes, suspended) => {
    const { networks } = depositsOf([running(evm, changes)]).deposits.coins()
    expect(networks).toEqual([
      {
        network: 'evm-a',
        name: evm.name,
        family: 'evm',
        chainId: 31_337,
        blockSeconds: evm.blockSeconds,
        creditAt: evm.creditAt,
        unlockAt: evm.unlockAt,
        suspended,
      },
    ])
  })

  it('have each coin once, with every network that carries it', () => {
    const both = DEVELOPMENT_NETWORKS.map((network) => running(network))
    const { coins, canUseFaucet } = depositsOf([
      ...both,
      running(LITECOIN_NETWORK),
    ]).deposits.coins()
    expect(canUseFaucet).toBe(true)
    const names = coins.map(({ asset }) => asset)
    expect(new Set(names).size).toBe(names.length)
    const networksFor = (asset: string) =>
      coins.find((each) => each.asset === asset)?.networks.map(({ network }) => network)
    expect(networksFor('ETH')).toEqual(['evm-a', 'evm-b'])
    expect(networksFor('LTC')).toEqual(['ltc'])
    expect(networksFor('BTC')).toBeUndefined()
  })

  it('have a contract of a token, and none of a coin', () => {
    const { coins } = depositsOf([running(evm)]).deposits.coins()
    const contractOf = (asset: string) =>
      coins.find((each) => each.asset === asset)?.networks[0]?.contract
    expect(contractOf('ETH')).toBeNull()
    expect(contractOf('USDT')).toMatch(/^0x[0-9a-f]{40}$/)
  })

  it('are found by their id alone', () => {
    const networks = networksOf([running(evm)])
    expect(requireNetwork(networks, 'evm-a').network).toBe(evm)
    for (const id of [undefined, '', 'EVM-A', 'evm'])
      expect(() => requireNetwork(networks, id)).toThrow(GatewayError)
  })
})

describe('a deposit as its user sees it (wallet 6)', () => {
  const sighting = (changes: Partial<Sighting> = {}): Sighting => ({
    network: 'evm-a',
    txHash: '0xab',
    ordinal: 2,
    address: ADDRESS,
    userId: 'u',
    asset: 'USDT',
    units: 1_500_000n,
    amount: 150_000_000n,
    state: 'confirming',
    reason: null,
    blockHash: '0xb',
    height: 98,
    absentSince: null,
    createdAt: 3,
    updatedAt: 4,
    ...changes,
  })

  it('has its amount in coins and its depth in blocks', () => {
    expect(depositView(sighting(), running(evm))).toEqual({
      depositId: 'evm-a:0xab:2',
      network: 'evm-a',
      asset: 'USDT',
      amount: '1.5',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      txHash: '0xab',
      state: 'confirming',
      reason: null,
      confirmations: 3,
      creditAt: evm.creditAt,
      unlockAt: evm.unlockAt,
      createdAt: 3,
      updatedAt: 4,
    })
  })

  it.each([
    ['its own block', 100, 100, 1],
    ['no block', null, 100, 0],
    ['a network that nothing was read of', 98, undefined, 0],
    ['a block behind what was read', 103, 100, 0],
  ])('has a depth that is never below zero: in %s', (_, height, head, confirmations) => {
    const view = depositView(sighting({ height }), running(evm, { height: () => head }))
    expect(view.confirmations).toBe(confirmations)
  })

  it('says why it is held', () => {
    const view = depositView(sighting({ state: 'held', reason: 'amount' }), running(evm))
    expect(view).toMatchObject({ state: 'held', reason: 'amount' })
  })
})
