import { describe, expect, it } from 'vitest'
import { createAccounts } from '../../exchange/accounts/accounts.ts'
import { createWithdrawalsState, type Withdrawal } from '../../exchange/state/withdrawals.ts'
import { checkCustody, type CustodyOptions } from './checkCustody.ts'
import type { UnspentAt } from './ports/Chain.ts'
import { createScriptedChain, type ScriptedChain } from '../../testing/createScriptedChain.ts'
import {
  DEVELOPMENT_NETWORKS,
  LITECOIN_NETWORK as network,
  type Network,
} from './ports/networks.ts'
import type { Sighting } from './sightings.ts'

const CURSOR = { height: 130, hash: 'aa' }
const output = (units: bigint, address = 'rltc1own') => ({
  txHash: 'ab',
  ordinal: Number(units),
  address,
  units,
  height: 120,
})

/** A node at a block with these outputs, and a ledger in which nothing has come. */
function check(found: Partial<UnspentAt>, seen: readonly bigint[] = []) {
  const asked: (readonly string[])[] = []
  const chain = {
    unspent: async (addresses: readonly string[]) => {
      asked.push(addresses)
      return { ...CURSOR, outputs: [], ...found }
    },
    balance: () => Promise.reject(new Error('A UTXO network is scanned once.')),
    receipt: async () => undefined,
    block: async () => ({ ...CURSOR, parentHash: '', at: 0 }),
  }
  const sightings = seen.map((amount, ordinal) => ({
    network: network.id,
    txHash: 'ab',
    ordinal,
    address: 'rltc1own',
    userId: 'u',
    asset: 'LTC',
    units: amount,
    amount,
    state: 'confirming' as const,
    reason: null,
    blockHash: 'aa',
    height: 130,
    absentSince: null,
    createdAt: 0,
    updatedAt: 0,
  }))
  const state = { accounts: createAccounts(), withdrawals: createWithdrawalsState() }
  const options = { chain, network, state, addresses: ['rltc1own', 'rltc1hot'], sightings }
  return {
    asked,
    differences: checkCustody(options as unknown as CustodyOptions, CURSOR),
  }
}

describe('coins of a UTXO network and the ledger (W1)', () => {
  it('are equal when every output was seen', async () => {
    const { asked, differences } = check({ outputs: [output(7n), output(3n)] }, [6n, 4n])
    expect(await differences).toEqual([])
    expect(asked).toEqual([['rltc1own', 'rltc1hot']])
  })

  it('differ by an output that nobody saw', async () => {
    const { differences } = check({ outputs: [output(7n), output(3n)] }, [7n])
    expect(await differences).toEqual([
      { network: 'ltc', asset: 'LTC', height: 130, onChain: 10n, expected: 7n },
    ])
  })

  it('differ by an output that is gone', async () => {
    expect(await check({}, [5n]).differences).toMatchObject([{ onChain: 0n, expected: 5n }])
  })

  it('are compared at the block that was read last only', async () => {
    const later = { height: 131, hash: 'bb', outputs: [output(9n)] }
    expect(await check(later).differences).toBeUndefined()
  })
})

describe('coins of an EVM network and the ledger (W1)', () => {
  const [evm] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
  const TOKEN = evm.assets.find(({ asset }) => asset === 'USDT')?.contract ?? ''
  const payment = { txHash: '0xp', raw: '0x', nonce: 0, bump: 0 }
  const sighting = (changes: Partial<Sighting>): Sighting => ({
    network: evm.id,
    txHash: '0x1',
    ordinal: 0,
    address: '0xu',
    userId: 'u',
    asset: 'USDT',
    units: 1n,
    amount: 100n,
    state: 'confirming',
    reason: null,
    blockHash: 'b',
    height: 5,
    absentSince: null,
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  })
  const withdrawal = (changes: Partial<Withdrawal> = {}): Withdrawal => ({
    id: 1,
    userId: 'u',
    clientOid: 'w',
    network: evm.id,
    asset: 'USDT',
    address: '0xpayee',
    amount: 1_000n,
    fee: 200n,
    value: 0n,
    state: 'broadcast',
    approvals: [],
    payments: [payment],
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  })

  /** On the chain 50 units of USDT and 900 wei; the ledger has booked `usdt` and `eth` atoms. */
  async function compare({
    usdt = 5_000n,
    eth = 900n,
    sightings = [],
    open = [],
    sweeps = [],
    change = () => {},
  }: {
    readonly usdt?: bigint
    readonly eth?: bigint
    readonly sightings?: readonly Sighting[]
    readonly open?: readonly Withdrawal[]
    readonly sweeps?: readonly (readonly (typeof payment)[])[]
    readonly change?: (chain: ScriptedChain) => void
  } = {}) {
    const chain = createScriptedChain({ network: evm.id, head: 4 })
    chain.mine({
      unsaid: [
        { address: '0xu', contract: TOKEN, units: 30n },
        { address: '0xhot', contract: TOKEN, units: 20n },
        { address: '0xhot', units: 900n },
        { address: '0xelse', units: 7n },
      ],
    })
    change(chain)
    const head = await chain.head()
    const state = { accounts: createAccounts(), withdrawals: createWithdrawalsState() }
    state.accounts.of('live', `chain:${evm.id}`, 'USDT').balance = -usdt
    state.accounts.of('live', `chain:${evm.id}`, 'ETH').balance = -eth
    for (const each of open) state.withdrawals.open.set(each.id, each)
    const options = { chain, network: evm, state, addresses: ['0xu', '0xhot'], sightings, sweeps }
    const differences = await checkCustody(options as unknown as CustodyOptions, head)
    return differences?.map(({ asset, onChain, expected }) => [asset, onChain - expected])
  }

  it('are equal where every coin is booked, in atoms', async () => {
    expect(await compare()).toEqual([])
  })

  it('differ by an atom of either', async () => {
    expect(await compare({ usdt: 4_900n, eth: 901n })).toEqual([
      ['ETH', -1n],
      ['USDT', 100n],
    ])
  })

  it.each<[string, Partial<Sighting>, bigint]>([
    ['seen, and not credited yet', { state: 'confirming' }, 4_900n],
    ['held', { state: 'held', reason: 'amount' }, 4_900n],
    ['too small', { state: 'ignored', reason: 'small' }, 4_900n],
    ['credited', { state: 'credited' }, 5_000n],
    ['final', { state: 'unlocked' }, 5_000n],
    ['sent back', { state: 'returned' }, 5_000n],
    ['credited, whose block is lost', { state: 'contested', height: null }, 5_100n],
    ['seen, whose block is lost', { state: 'seen', height: null }, 5_000n],
    ['taken back, whose block is lost', { state: 'reversed', height: null }, 5_000n],
    ['credited with less than it brought', { state: 'unlocked', amount: 40n }, 5_000n],
  ])('count a deposit that is %s', async (_, changes, usdt) => {
    expect(await compare({ usdt, sightings: [sighting(changes)] })).toEqual([])
  })

  it('count no token that is not listed', async () => {
    const fake = sighting({ asset: '0xfake', state: 'ignored', reason: 'unlisted' })
    expect(await compare({ sightings: [fake] })).toEqual([])
  })

  it('count what a withdrawal paid that is mined and not final', async () => {
    const open = [withdrawal()]
    const mine = (chain: ScriptedChain) =>
      chain.mine({
        mined: [{ txHash: '0xp', gas: 50n }],
        unsaid: [
          { address: '0xhot', contract: TOKEN, units: -8n },
          { address: '0xhot', units: -50n },
        ],
      })
    expect(await compare({ open, change: mine })).toEqual([])
    // In no block yet: everything is there.
    expect(await compare({ open })).toEqual([])
  })

  it('count only the gas of a payment that was reverted', async () => {
    const change = (chain: ScriptedChain) =>
      chain.mine({
        mined: [{ txHash: '0xp', gas: 50n, succeeded: false }],
        unsaid: [{ address: '0xhot', units: -50n }],
      })
    expect(await compare({ open: [withdrawal()], change })).toEqual([])
  })

  it('count the gas of a sweep, whose coins stay', async () => {
    const change = (chain: ScriptedChain) =>
      chain.mine({
        mined: [{ txHash: '0xp', gas: 5n }],
        unsaid: [
          { address: '0xu', contract: TOKEN, units: -30n },
          { address: '0xhot', contract: TOKEN, units: 30n },
          { address: '0xhot', units: -5n },
        ],
      })
    expect(await compare({ sweeps: [[payment]], change })).toEqual([])
    expect(await compare({ change })).toEqual([['ETH', -5n]])
  })

  it('leave out withdrawals of another network', async () => {
    const change = (chain: ScriptedChain) => chain.mine({ mined: [{ txHash: '0xp', gas: 5n }] })
    expect(await compare({ open: [withdrawal({ network: 'evm-b' })], change })).toEqual([])
  })

  it('find coins that left without a word', async () => {
    const change = (chain: ScriptedChain) =>
      chain.mine({ unsaid: [{ address: '0xhot', contract: TOKEN, units: -1n }] })
    expect(await compare({ change })).toEqual([['USDT', -100n]])
  })

  it('are not compared where the block is lost meanwhile', async () => {
    const chain = createScriptedChain({ network: evm.id, head: 6 })
    const head = await chain.head()
    chain.reorganise(1)
    chain.mine()
    const state = { accounts: createAccounts(), withdrawals: createWithdrawalsState() }
    const options = { chain, network: evm, state, addresses: [], sightings: [] }
    expect(await checkCustody(options as unknown as CustodyOptions, head)).toBeUndefined()
  })

  it('ask for many addresses without losing one', async () => {
    const chain = createScriptedChain({ network: evm.id })
    const addresses = Array.from({ length: 35 }, (_, at) => `0x${at}`)
    chain.mine({ unsaid: addresses.map((address) => ({ address, units: 2n })) })
    const state = { accounts: createAccounts(), withdrawals: createWithdrawalsState() }
    const options = { chain, network: evm, state, addresses, sightings: [] }
    const found = await checkCustody(options as unknown as CustodyOptions, await chain.head())
    expect(found).toMatchObject([{ asset: 'ETH', onChain: 70n, expected: 0n }])
  })
})
