import { describe, expect, it } from 'vitest'
import type { ChainMove } from './ports/Chain.ts'
import { DEVELOPMENT_NETWORKS, LITECOIN_NETWORK, type Network } from './ports/networks.ts'
import { scanBlock } from './scanBlock.ts'

const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const USDT = evm.assets.find(({ asset }) => asset === 'USDT')?.contract ?? ''
const BLOCK = { height: 9, hash: '0x9' }
const COLD = `0x${'c'.repeat(40)}`
const OWN: ReadonlySet<string> = new Set(['0xown', '0xsecond', '0xhot', COLD])

const move = (changes: Partial<ChainMove> = {}): ChainMove => ({
  txHash: '0x1',
  ordinal: 1,
  kind: 'token',
  contract: USDT,
  from: '0xpayer',
  to: '0xown',
  units: 5_000_000n,
  ...changes,
})

/** `received`: by how much each balance changed, by address and contract. */
function scan(
  moves: readonly ChainMove[],
  received: Readonly<Record<string, bigint>>,
  network: Network = evm,
) {
  return scanBlock(
    {
      chain: {
        moves: async () => moves,
        balance: async (address, { contract, height } = {}) =>
          100n + (height === BLOCK.height ? (received[`${address} ${contract ?? ''}`] ?? 0n) : 0n),
      },
      network,
      isOwn: (address) => OWN.has(address),
    },
    BLOCK,
  )
}
const reasons = async (...of: Parameters<typeof scan>) =>
  (await scan(...of)).arrivals.map(({ address, reason }) => [address, reason])

describe('what a token says and what it brings (wallet 3)', () => {
  it.each([
    ['an honest one', 5_000_000n, null],
    ['one that keeps a fee', 4_950_000n, 'amount'],
    ['one that brings nothing', 0n, 'amount'],
    ['one that brings more', 5_000_001n, 'amount'],
  ])('holds what does not add up: %s', async (_, units, reason) => {
    expect(await reasons([move()], { [`0xown ${USDT}`]: units })).toEqual([['0xown', reason]])
  })

  it('holds every payment to the address, and none to another', async () => {
    const moves = [move(), move({ ordinal: 2 }), move({ ordinal: 3, to: '0xsecond' })]
    const received = { [`0xown ${USDT}`]: 9_000_000n, [`0xsecond ${USDT}`]: 5_000_000n }
    expect(await reasons(moves, received)).toEqual([
      ['0xown', 'amount'],
      ['0xown', 'amount'],
      ['0xsecond', null],
    ])
  })

  it('adds what left the address, gas and all', async () => {
    const moves = [
      move({ kind: 'value', contract: undefined as never, units: 10n ** 18n }),
      move({ kind: 'gas', contract: undefined as never, from: '0xown', to: null, units: 7n }),
    ]
    expect(await reasons(moves, { '0xown ': 10n ** 18n - 7n })).toEqual([['0xown', null]])
    expect(await reasons(moves, { '0xown ': 10n ** 18n })).toEqual([['0xown', 'amount']])
  })

  it('shows unlisted tokens and dust, and twenty of a flood', async () => {
    const flood = Array.from({ length: 50 }, (_, ordinal) => move({ ordinal, contract: '0xfake' }))
    const found = await reasons(flood, { '0xown 0xfake': 1n })
    expect(found).toEqual(Array.from({ length: 20 }, () => ['0xown', 'unlisted']))
    expect(await reasons([move({ units: 1n })], { [`0xown ${USDT}`]: 1n })).toEqual([
      ['0xown', 'small'],
    ])
  })

  it('takes nothing from one of ours to another for a deposit', async () => {
    expect(await reasons([move({ from: '0xhot' })], { [`0xown ${USDT}`]: 5_000_000n })).toEqual([])
  })
})

describe('what an operator sends from the cold address (wallet 4)', () => {
  const cold = { ...evm, coldAddress: COLD }

  it('is named by its gas, whatever it moves', async () => {
    const moves = [
      move({ txHash: '0xr', from: COLD, to: '0xhot' }),
      move({ txHash: '0xr', kind: 'gas', from: COLD, to: null, contract: undefined as never }),
      move({ txHash: '0xs', kind: 'gas', from: '0xhot', to: null, contract: undefined as never }),
      // Somebody else moves a token of the cold address, as an allowance would.
      move({ txHash: '0xt', from: COLD, to: '0xhot' }),
    ]
    expect((await scan(moves, {}, cold)).refills).toEqual(['0xr'])
    expect((await scan(moves, {})).refills).toEqual([])
  })

  it('is named by its outputs on a UTXO network', async () => {
    const network = { ...LITECOIN_NETWORK, coldAddress: COLD }
    const of = { txHash: 'r', kind: 'value', contract: undefined as never } as const
    const moves = [
      move({ ...of, from: COLD, to: '0xhot' }),
      move({ ...of, from: COLD, to: COLD, ordinal: 2 }),
      move({ ...of, txHash: 's', from: '0xhot', to: COLD }),
    ]
    expect(await scan(moves, {}, network)).toEqual({ arrivals: [], refills: ['r'] })
  })
})

describe('what a block brought (wallet 3)', () => {
  const scanned = async (...of: Parameters<typeof scan>) => (await scan(...of)).arrivals
  const coin = { kind: 'value', contract: undefined as never } as const

  it('is counted in units of the chain and in atoms', async () => {
    const received = { [`0xown ${USDT}`]: 5_000_000n }
    expect(await scanned([move({ ordinal: 4 })], received)).toEqual([
      {
        txHash: '0x1',
        ordinal: 4,
        address: '0xown',
        asset: 'USDT',
        units: 5_000_000n,
        amount: 500_000_000n,
        reason: null,
      },
    ])
  })

  it('is named by its contract where the token is not listed', async () => {
    expect(await scanned([move({ contract: '0xfake', units: 9n })], {})).toMatchObject([
      { asset: '0xfake', units: 9n, amount: 9n, reason: 'unlisted' },
    ])
  })

  it.each<[string, Partial<ChainMove>]>([
    ['of somebody else', { to: '0xelse' }],
    ['that were destroyed', { to: null }],
    ['of nothing', { units: 0n }],
    ['that left us', { from: '0xown', to: '0xelse' }],
    ['from one of ours to another', { from: '0xown', to: '0xsecond' }],
  ])('are no coins %s', async (_, changes) => {
    expect(await scanned([move(changes)], {})).toEqual([])
  })

  it('are coins that were made for us', async () => {
    const received = { '0xown ': 10n ** 18n }
    expect(
      await scanned([move({ ...coin, from: null, units: 10n ** 18n })], received),
    ).toMatchObject([{ asset: 'ETH', reason: null }])
  })

  it.each([
    ['USDT', USDT, 1_000_000n],
    ['ETH', undefined, 10n ** 15n],
  ])('is small below the smallest deposit of %s', async (_, contract, least) => {
    const at = async (units: bigint) => {
      const of = move({ units, contract: contract as never, kind: contract ? 'token' : 'value' })
      const [found] = await scanned([of], { [`0xown ${contract ?? ''}`]: units })
      return found?.reason
    }
    expect([await at(least), await at(least - 1n)]).toEqual([null, 'small'])
  })

  it('is never small where that does not count', async () => {
    const arrivals = await scanBlock(
      {
        chain: { moves: async () => [move({ units: 1n })], balance: async () => 0n },
        network: { ...evm, family: 'ltc' },
        isOwn: (address) => OWN.has(address),
        hasNoMinimum: (address) => address === '0xown',
      },
      BLOCK,
    )
    expect(arrivals.arrivals).toMatchObject([{ reason: null }])
  })

  it('is held before it is small: nobody knows how much it is', async () => {
    expect(await reasons([move({ units: 5n })], {})).toEqual([['0xown', 'amount']])
  })

  it('asks for no balance of what is not listed', async () => {
    const asked: unknown[] = []
    await scanBlock(
      {
        chain: {
          moves: async () => [move({ contract: '0xfake' }), move({ to: '0xelse' })],
          async balance(address) {
            asked.push(address)
            return 0n
          },
        },
        network: evm,
        isOwn: (address) => OWN.has(address),
      },
      BLOCK,
    )
    expect(asked).toEqual([])
  })

  it('asks for each balance once, however many moves there are', async () => {
    const asked: string[] = []
    await scanBlock(
      {
        chain: {
          moves: async () => [move({ ordinal: 1 }), move({ ordinal: 2 }), move({ ordinal: 3 })],
          async balance(address, { height } = {}) {
            asked.push(`${address} ${String(height)}`)
            return 0n
          },
        },
        network: evm,
        isOwn: (address) => OWN.has(address),
      },
      BLOCK,
    )
    expect(asked.toSorted()).toEqual(['0xown 8', '0xown 9'])
  })
})
