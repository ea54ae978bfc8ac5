import { describe, expect, it } from 'vitest'
import { createAccounts } from '../../exchange/accounts/accounts.ts'
import { createWithdrawalsState } from '../../exchange/state/withdrawals.ts'
import { checkCustody, type CustodyOptions } from './checkCustody.ts'
import type { UnspentAt } from './ports/Chain.ts'
import { LITECOIN_NETWORK as network } from './ports/networks.ts'

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
