import { describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { liabilitiesOf } from './liabilities.ts'

const USDT = 10n ** 8n

function setUp() {
  const { state, execute } = createExchange(SPOT_SYMBOLS)
  const run = (command: ExchangeCommand): void => {
    const outcome = execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
  }
  let nth = 0
  /** Coins that came from a chain. */
  const deposit = (userId: string | undefined, atoms: bigint, asset = 'USDT') => {
    const name = { network: 'evm-a', txHash: `0x${++nth}`, ordinal: 0 }
    const owner = userId === undefined ? {} : { userId }
    run({ kind: 'deposit', at: 1, ...name, ...owner, asset, atoms: String(atoms), height: 1 })
    run({ kind: 'depositEvent', at: 1, ...name, event: 'unlockDepth' })
  }
  const grant = (userId: string, atoms: bigint) =>
    run({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId,
      key: `g${++nth}`,
      funds: { USDT: String(atoms) },
    })
  /** USDT of the user `u`. */
  const withdraw = ({ atoms, fee }: { readonly atoms: bigint; readonly fee: bigint }) =>
    run({
      kind: 'withdraw',
      at: 2,
      userId: 'u',
      clientOid: 'w',
      digest: 'd',
      network: 'evm-a',
      asset: 'USDT',
      address: '0x1',
      atoms: String(atoms),
      fee: String(fee),
      value: '0',
      cap: '0',
    })
  /** What a user is owed, as plain numbers of USDT. */
  const owed = (userId: string, asset = 'USDT') =>
    Number(liabilitiesOf(state).users.get(userId)?.get(asset) ?? 0n) / Number(USDT)
  return { state, run, deposit, grant, owed, withdraw }
}

describe('what users are owed (wallet 7)', () => {
  it('is nothing at first', () => {
    const { users, notCoins } = liabilitiesOf(setUp().state)
    expect([users.size, notCoins.size]).toEqual([0, 0])
  })

  it('is what they have, and of each apart', () => {
    const { deposit, owed } = setUp()
    deposit('u', 5n * USDT)
    deposit('u', 2n * USDT)
    deposit('v', 7n * USDT)
    deposit('u', 3n * USDT, 'BTC')
    expect([owed('u'), owed('v'), owed('u', 'BTC'), owed('w')]).toEqual([7, 7, 3, 0])
  })

  it('includes what orders hold', () => {
    const { deposit, owed, state } = setUp()
    deposit('u', 5n * USDT)
    state.accounts.of('live', 'user:u', 'USDT').held = 5n * USDT
    expect(owed('u')).toBe(5)
  })

  it('includes withdrawals until they are final', () => {
    const { deposit, owed, run, withdraw } = setUp()
    deposit('u', 5n * USDT)
    withdraw({ atoms: 2n * USDT, fee: USDT })
    expect(owed('u')).toBe(5)
    const payment = { txHash: '0xa', raw: '0x', nonce: 0, bump: 0 }
    for (const event of ['rulesPass', 'ask', 'hotEnough', 'accepted', 'mined', 'final'] as const) {
      expect(owed('u')).toBe(5)
      run({
        kind: 'withdrawalEvent',
        at: 3,
        id: 1,
        event,
        ...(event === 'hotEnough' ? { payment } : {}),
      })
    }
    expect(owed('u')).toBe(3)
  })

  it('includes the principal of earn products', () => {
    const { deposit, owed, run } = setUp()
    deposit('u', 5n * USDT)
    run({
      kind: 'earnSubscribe',
      at: 2,
      userId: 'u',
      holder: 'u',
      clientOid: 'e',
      digest: 'd',
      productId: 'p',
      asset: 'USDT',
      days: 0,
      autoRenew: false,
      tiers: [[null, 100]],
      quota: String(10n ** 20n),
      perUser: String(10n ** 20n),
      atoms: String(4n * USDT),
    })
    expect(owed('u')).toBe(5)
  })

  it('leaves red packets to their sender until they are claimed', () => {
    const { deposit, owed, run } = setUp()
    deposit('u', 6n * USDT)
    const code = 'ABCDEFGHJK'
    run({
      kind: 'redPacketCreate',
      at: 2,
      userId: 'u',
      holder: 'u',
      clientOid: 'r',
      digest: 'd',
      asset: 'USDT',
      unit: String(USDT),
      units: '6',
      count: 3,
      split: 'equal',
      greeting: '',
      code,
      seed: '07'.repeat(32),
      expiresAt: 99,
    })
    expect([owed('u'), owed('v')]).toEqual([6, 0])
    run({ kind: 'redPacketClaim', at: 3, userId: 'v', holder: 'v', code })
    expect([owed('u'), owed('v')]).toEqual([4, 2])
    run({ kind: 'redPacketExpire', at: 100, packetId: 1 })
    expect([owed('u'), owed('v')]).toEqual([4, 2])
  })

  it('leaves out paper funds', () => {
    const { run, owed, state } = setUp()
    run({ kind: 'paperOpen', at: 1, userId: 'u', funds: { USDT: String(USDT) } } as never)
    expect(state.accounts.of('paper', 'user:u', 'USDT').balance).toBe(USDT)
    expect([owed('u'), liabilitiesOf(state).users.size]).toEqual([0, 0])
  })

  it('leaves out what the platform has itself', () => {
    const { deposit, state } = setUp()
    deposit(undefined, 9n * USDT)
    expect(liabilitiesOf(state).users.size).toBe(0)
  })

  it('leaves out accounts that are empty again', () => {
    const { deposit, run, state } = setUp()
    deposit('u', 5n * USDT)
    run({
      kind: 'send',
      at: 2,
      userId: 'u',
      clientOid: 's',
      digest: 'd',
      toUserId: 'v',
      asset: 'USDT',
      atoms: String(5n * USDT),
      value: '0',
      cap: '0',
    })
    expect([...liabilitiesOf(state).users.keys()]).toEqual(['v'])
  })
})

describe('what came from no coins (wallet 2)', () => {
  const apart = (state: Parameters<typeof liabilitiesOf>[0]) =>
    Number(liabilitiesOf(state).notCoins.get('USDT') ?? 0n) / Number(USDT)

  it('is nothing of deposits', () => {
    const { deposit, state } = setUp()
    deposit('u', 5n * USDT)
    expect(apart(state)).toBe(0)
  })

  it('is what was granted for a demonstration', () => {
    const { deposit, grant, owed, state } = setUp()
    deposit('u', 5n * USDT)
    grant('u', 100n * USDT)
    expect([owed('u'), apart(state)]).toEqual([105, 100])
  })

  it('is less by what the platform has of them', () => {
    const { grant, state } = setUp()
    grant('u', 100n * USDT)
    const [user, fees] = ['user:u', 'fees'].map((owner) => state.accounts.of('live', owner, 'USDT'))
    if (!user || !fees) throw new Error('There are no accounts.')
    user.balance -= 10n * USDT
    fees.balance += 10n * USDT
    expect(apart(state)).toBe(90)
  })
})

describe('a ledger that has lost something of a user', () => {
  it('makes no snapshot: an escrow that nobody owns', () => {
    const { deposit, state } = setUp()
    deposit('u', 5n * USDT)
    state.accounts.of('live', 'pending:withdraw', 'USDT').balance = 1n
    expect(() => liabilitiesOf(state)).toThrow('What users have in USDT')
  })

  it.each(['earn:p', 'redpacket', 'p2p:1', 'lead:1', 'copy:1'])(
    'makes no snapshot: coins at %s without an owner',
    (owner) => {
      const { state } = setUp()
      state.accounts.of('live', owner, 'BTC').balance = 1n
      expect(() => liabilitiesOf(state)).toThrow('What users have in BTC')
    },
  )

  it('makes no snapshot: a withdrawal whose escrow is gone', () => {
    const { deposit, state, withdraw } = setUp()
    deposit('u', 5n * USDT)
    withdraw({ atoms: USDT, fee: 0n })
    state.accounts.of('live', 'pending:withdraw', 'USDT').balance -= 1n
    expect(() => liabilitiesOf(state)).toThrow('USDT')
  })
})
