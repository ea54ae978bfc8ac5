import { createEmitter } from '@x/kit'
import { describe, expect, it } from 'vitest'
import { createDepositSource } from './createDepositSource.ts'
import type { Networks, RunningNetwork } from './createNetworks.ts'
import type { DepositChange } from './ports/DepositSource.ts'
import { DEVELOPMENT_NETWORKS, type Network } from './ports/networks.ts'
import type { Sighting } from './sightings.ts'

const [network] = DEVELOPMENT_NETWORKS as readonly [Network, ...Network[]]
const sighting = (changes: Partial<Sighting> = {}): Sighting => ({
  network: 'evm-a',
  txHash: '0xa',
  ordinal: 0,
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
  userId: 'ann',
  asset: 'USDT',
  units: 5_000_000n,
  amount: 500_000_000n,
  state: 'confirming',
  reason: null,
  blockHash: '0xb',
  height: 8,
  absentSince: null,
  createdAt: 1,
  updatedAt: 1,
  ...changes,
})

function open(sightings: readonly Sighting[] = []) {
  const seen = createEmitter<Parameters<Parameters<Networks['onSightings']>[0]>[0]>()
  const running = {
    network,
    height: () => 10,
    sightings: () => sightings,
  } as unknown as RunningNetwork
  const source = createDepositSource({ list: [running], onSightings: seen.subscribe })
  const changes: DepositChange[] = []
  source.onChange((change) => void changes.push(change))
  return {
    source,
    changes,
    emit: (some: readonly Sighting[]) => seen.emit({ running, sightings: some }),
  }
}

describe('deposits of the private socket (wallet 6)', () => {
  it('has those of a user that may still change', () => {
    const { source } = open([
      sighting(),
      sighting({ txHash: '0xc', state: 'unlocked' }),
      sighting({ txHash: '0xd', userId: 'ben' }),
    ])
    expect(source.open('ann')).toMatchObject([
      { depositId: 'evm-a:0xa:0', amount: '5', state: 'confirming', confirmations: 3, creditAt: 6 },
    ])
  })

  it('sends each user their own, with every end of one', () => {
    const { changes, emit } = open()
    emit([sighting({ state: 'unlocked' }), sighting({ txHash: '0xd', userId: 'ben' })])
    expect(changes).toMatchObject([
      { userId: 'ann', rows: [{ state: 'unlocked' }] },
      { userId: 'ben', rows: [{ depositId: 'evm-a:0xd:0' }] },
    ])
  })

  it('leaves out the exchange itself and tokens that nobody lists', () => {
    const { changes, emit } = open()
    emit([sighting({ userId: null }), sighting({ state: 'ignored', reason: 'unlisted' })])
    expect(changes).toEqual([])
  })
})
