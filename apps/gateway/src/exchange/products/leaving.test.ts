import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { P2pPublishCommand } from '../state/p2pCommand.ts'

const ETH = 10n ** 18n
const START = 20_000 * 86_400_000
const NAME = { network: 'evm-a', txHash: '0xa', ordinal: 0 } as const
const TERMS = {
  price: '100000000',
  marginBp: null,
  minimum: '1',
  maximum: '100000000',
  payMinutes: 15,
  methods: ['bank'],
  methodIds: [1],
  text: '',
}

/** Ann has 10 ETH of a deposit that may yet be taken back, and 1 ETH that is hers. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  type Command = Parameters<typeof exchange.execute>[0]
  const run = (command: Command, isJournalled = false): string => {
    const outcome = exchange.execute(command, { isJournalled })
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  for (const userId of ['ann', 'ben'])
    run({ kind: 'grant', at: 1, realm: 'live', userId, key: userId, funds: { ETH: String(ETH) } })
  const credited = { userId: 'ann', asset: 'ETH', atoms: String(10n * ETH), height: 100 }
  run({ kind: 'deposit', at: 2, ...NAME, ...credited })
  const deposit = (event: 'unlockDepth' | 'orphaned' | 'absent') =>
    run({ kind: 'depositEvent', at: 3, ...NAME, event })
  let count = 0
  const asked = (userId = 'ann') => ({
    at: START,
    userId,
    clientOid: `c${++count}`,
    digest: 'd',
  })
  const packet = (atoms: bigint): Command => ({
    kind: 'redPacketCreate',
    ...asked(),
    holder: 'ann',
    asset: 'ETH',
    unit: String(atoms),
    units: '1',
    count: 1,
    split: 'equal',
    code: `ABCDEFGHJ${count}`,
    greeting: '',
    seed: '07'.repeat(32),
    expiresAt: START + 1,
  })
  const publish = (atoms: bigint, changes: Partial<P2pPublishCommand> = {}): Command => ({
    kind: 'p2pPublish',
    ...asked(changes.userId),
    side: 'sell',
    asset: 'ETH',
    scale: 18,
    fiat: 'EUR',
    atoms: String(atoms),
    terms: TERMS,
    ...changes,
  })
  const pause = (advertId: number): Command => ({
    kind: 'p2pAdvert',
    at: START,
    event: 'pause',
    userId: 'ann',
    advertId,
  })
  const edit = (atoms: bigint, advertId = 1): Command => ({
    kind: 'p2pEdit',
    at: START,
    userId: 'ann',
    advertId,
    atoms: String(atoms),
    terms: TERMS,
  })
  const sellTo = (advertId: number, atoms: bigint): Command => ({
    kind: 'p2pTake',
    ...asked(),
    advertId,
    version: 1,
    price: '100000000',
    by: 'asset',
    amount: String(atoms),
    feeBp: 10,
    methods: [1],
  })
  const has = (owner: string) => exchange.state.accounts.spendable('live', owner, 'ETH')
  return { run, deposit, packet, publish, pause, edit, sellTo, has }
}

describe('coins of a deposit that is not unlocked (wallet W5)', () => {
  it('never leave by a red packet', () => {
    const { run, packet, has } = open()
    expect(run(packet(ETH + 1n))).toBe('deposit-locked')
    expect([run(packet(ETH)), has('user:ann')]).toEqual(['0', 10n * ETH])
    expect(run(packet(1n))).toBe('deposit-locked')
  })

  it('never leave by an advert, nor by more in one', () => {
    const { run, publish, pause, edit, has } = open()
    expect(run(publish(ETH + 1n))).toBe('deposit-locked')
    expect(run(publish(ETH / 2n))).toBe('0')
    run(pause(1))
    expect(run(edit(ETH + 1n))).toBe('deposit-locked')
    expect([run(edit(ETH)), has('user:ann')]).toEqual(['0', 10n * ETH])
  })

  it('never leave by a sale to an advert', () => {
    const { run, publish, sellTo, has } = open()
    run(publish(20n * ETH, { userId: 'ben', side: 'buy' }))
    expect(run(sellTo(1, ETH + 1n))).toBe('deposit-locked')
    expect([run(sellTo(1, ETH)), has('user:ann')]).toEqual(['0', 10n * ETH])
  })

  it('leave once it is unlocked', () => {
    const { run, deposit, packet, publish, has } = open()
    deposit('unlockDepth')
    expect([run(packet(5n * ETH)), run(publish(6n * ETH)), has('user:ann')]).toEqual(['0', '0', 0n])
  })

  it('leave where a journal says that they did', () => {
    const { run, packet, publish, pause, edit, sellTo, has } = open()
    run(publish(20n * ETH, { userId: 'ben', side: 'buy' }))
    const past = [packet(2n * ETH), publish(2n * ETH), sellTo(1, 2n * ETH)]
    expect(past.map((command) => run(command, true))).toEqual(['0', '0', '0'])
    run(pause(2))
    expect(run(edit(3n * ETH, 2), true)).toBe('0')
    expect(has('user:ann')).toBe(4n * ETH)
    expect(run(packet(5n * ETH), true)).toBe('balance')
  })
})

describe('an account whose deposit vanished (wallet 3)', () => {
  it('sends nothing meanwhile, and takes back what it offered', () => {
    const { run, deposit, packet, publish, pause, edit, sellTo, has } = open()
    run(publish(ETH / 2n))
    run(publish(20n * ETH, { userId: 'ben', side: 'buy' }))
    run(pause(1))
    deposit('orphaned')
    for (const command of [packet(1n), publish(1n), edit(ETH / 2n + 1n), sellTo(2, 1n)])
      expect(run(command)).toBe('withdrawals-stopped')
    expect(run(edit(ETH / 4n))).toBe('0')
    expect(has('user:ann')).toBe(10n * ETH + (3n * ETH) / 4n)
  })

  it('sends nothing while it owes what was spent', () => {
    const { run, deposit, packet, publish, has } = open()
    run(packet(10n * ETH), true)
    deposit('orphaned')
    deposit('absent')
    run({ kind: 'grant', at: 4, realm: 'live', userId: 'ann', key: 'b', funds: { USDT: '100' } })
    expect(has('user:ann')).toBe(0n)
    expect(run(publish(1n, { asset: 'USDT' }))).toBe('withdrawals-stopped')
  })
})
