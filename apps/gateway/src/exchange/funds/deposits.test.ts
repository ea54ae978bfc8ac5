import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { HOUSE_ACCOUNT, spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { CreditDepositCommand, DepositEventCommand } from '../state/depositCommand.ts'
import {
  DEPOSIT_EVENTS,
  DEPOSIT_STATES,
  type DepositEvent,
  type DepositState,
  type DepositStep,
} from '../state/deposits.ts'
import { unlockedSpendable } from './deposits.ts'

const ETH = 10n ** 18n
const NAME = { network: 'evm-a', txHash: '0xa', ordinal: 0 }

function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const { state } = exchange
  const run = (command: Parameters<typeof exchange.execute>[0]): string => {
    const outcome = exchange.execute(command)
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  const credit = (change: Partial<CreditDepositCommand> = {}) =>
    run({
      kind: 'deposit',
      at: 1,
      ...NAME,
      userId: 'ann',
      asset: 'ETH',
      atoms: String(10n * ETH),
      height: 100,
      ...change,
    })
  const event = (
    name: DepositEventCommand['event'],
    change: Partial<DepositEventCommand> = {},
  ): string => run({ kind: 'depositEvent', at: 2, ...NAME, event: name, ...change })
  const balance = (owner: string) => state.accounts.of('live', owner, 'ETH').balance
  const send = (atoms: bigint) =>
    run({
      kind: 'transfer',
      at: 3,
      askedBy: 'ann',
      clientOid: `t${atoms}`,
      fromUserId: 'ann',
      toUserId: 'ben',
      asset: 'ETH',
      atoms: String(atoms),
    })
  return { exchange, state, run, credit, event, balance, send }
}

/** The table of wallet.md 3, stated once more: rows by state, what is empty left out. */
const TABLE: readonly (readonly [DepositState, DepositEvent, DepositStep])[] = [
  ['seen', 'mined', 'confirming'],
  ['seen', 'absent', 'dropped'],
  ['confirming', 'creditDepth', 'credited'],
  ['confirming', 'orphaned', 'seen'],
  ['credited', 'unlockDepth', 'unlocked'],
  ['credited', 'orphaned', 'contested'],
  ['contested', 'mined', 'credited'],
  ['contested', 'absent', 'reversed'],
  ['unlocked', 'orphaned', 'pause'],
  ['held', 'operatorCredit', 'credited'],
  ['held', 'operatorReturn', 'returned'],
  ['ignored', 'operatorCredit', 'credited'],
  ['ignored', 'operatorReturn', 'returned'],
  ['dropped', 'mined', 'confirming'],
  ['reversed', 'mined', 'held'],
]

describe('states of a deposit (wallet 3)', () => {
  const states = Object.keys(DEPOSIT_STATES) as DepositState[]
  it.each(states.flatMap((state) => DEPOSIT_EVENTS.map((event) => [state, event] as const)))(
    'leads from %s by %s where the table says (wallet 3)',
    (state, event) => {
      const expected = TABLE.find((row) => row[0] === state && row[1] === event)?.[2]
      expect(DEPOSIT_STATES[state][event]).toBe(expected)
    },
  )

  // What the core does with each event in each state that it knows.
  const reach = {
    credited: [],
    contested: ['orphaned'],
    unlocked: ['unlockDepth'],
    reversed: ['orphaned', 'absent'],
  } as const satisfies Record<string, readonly DepositEventCommand['event'][]>
  const events = ['unlockDepth', 'orphaned', 'mined', 'absent'] as const
  it.each(
    Object.keys(reach).flatMap((state) =>
      events.map((event) => [state as keyof typeof reach, event] as const),
    ),
  )('moves a booked deposit from %s by %s, or refuses (wallet 3)', (state, event) => {
    const { credit, event: take, state: exchange } = open()
    credit()
    for (const step of reach[state]) take(step)
    const before = exchange.deposits.booked.get('evm-a:0xa:0')?.state
    expect(before).toBe(state)
    const next = DEPOSIT_STATES[state][event]
    const isBooked = next !== undefined && next !== 'pause' && next !== 'held'
    expect(take(event)).toBe(isBooked ? '0' : 'deposit-state')
    expect(exchange.deposits.booked.get('evm-a:0xa:0')?.state).toBe(isBooked ? next : state)
  })
})

describe('crediting (wallet 2)', () => {
  it('takes a place of a transaction once (W2)', () => {
    const { credit, balance } = open()
    expect([credit(), credit(), credit({ ordinal: 1 })]).toEqual(['0', 'deposit-known', '0'])
    expect(balance(spotOwner('ann'))).toBe(20n * ETH)
    expect(balance('chain:evm-a')).toBe(-20n * ETH)
  })

  it('refuses what is below the stale height, and forgets it (W2)', () => {
    const { credit, event, run, state } = open()
    credit()
    event('unlockDepth')
    const forget = { kind: 'depositsStale', at: 3, network: 'evm-a', below: 101 } as const
    expect(run(forget)).toBe('0')
    expect(state.deposits.booked.size).toBe(0)
    expect([credit(), credit({ height: 101 }), run(forget)]).toEqual([
      'deposit-stale',
      '0',
      'deposit-stale',
    ])
  })

  it('keeps a deposit below the stale height that is not final (W2)', () => {
    const { credit, run, event, state } = open()
    credit()
    run({ kind: 'depositsStale', at: 3, network: 'evm-a', below: 200 })
    expect(state.deposits.booked.size).toBe(1)
    expect([credit(), event('unlockDepth')]).toEqual(['deposit-known', '0'])
  })

  it('lets an operator credit an old deposit once, for good (W2)', () => {
    const { credit, run } = open()
    run({ kind: 'depositsStale', at: 1, network: 'evm-a', below: 200 })
    expect(credit({ byOperator: true })).toBe('0')
    run({ kind: 'depositEvent', at: 2, ...NAME, event: 'unlockDepth' })
    run({ kind: 'depositsStale', at: 3, network: 'evm-a', below: 300 })
    expect(credit({ byOperator: true })).toBe('deposit-known')
  })

  it('gives coins that came back another name in the ledger (W2)', () => {
    const { credit, event, exchange, run, state } = open()
    exchange.execute({ kind: 'upgrade', at: 0, version: 3 })
    credit()
    event('orphaned')
    event('absent')
    run({ kind: 'depositsStale', at: 3, network: 'evm-a', below: 500 })
    expect(state.deposits.booked.get('evm-a:0xa:0')?.state).toBe('reversed')
    const again = {
      kind: 'deposit',
      at: 4,
      ...NAME,
      userId: 'ann',
      asset: 'ETH',
      atoms: String(10n * ETH),
      height: 100,
      byOperator: true,
    } as const
    const outcome = exchange.execute(again)
    expect('effects' in outcome && outcome.effects.transactions.map(({ key }) => key)).toEqual([
      'evm-a:0xa:0:again',
    ])
    expect(run(again)).toBe('deposit-known')
    event('unlockDepth')
    run({ kind: 'depositsStale', at: 5, network: 'evm-a', below: 600 })
    expect([state.deposits.booked.size, run(again)]).toEqual([0, 'deposit-known'])
  })

  it('forgets old coins that are gone by former rules', () => {
    const { credit, event, run, state } = open()
    credit()
    event('orphaned')
    event('absent')
    run({ kind: 'depositsStale', at: 3, network: 'evm-a', below: 500 })
    expect(state.deposits.booked.size).toBe(0)
  })

  it.each(['0', '-1'])('refuses %s atoms', (atoms) => {
    expect(open().credit({ atoms })).toBe('no-transfer')
  })
})

describe('what may leave (W5)', () => {
  it('lets a deposit trade at once and leave when it is unlocked (W5)', () => {
    const { credit, event, send, state } = open()
    credit()
    expect(state.accounts.spendable('live', spotOwner('ann'), 'ETH')).toBe(10n * ETH)
    expect(unlockedSpendable(state, { userId: 'ann', asset: 'ETH' })).toBe(0n)
    expect([send(1n), send(10n * ETH + 1n)]).toEqual(['deposit-locked', 'balance'])
    event('unlockDepth')
    expect(send(10n * ETH)).toBe('0')
  })

  it('never goes below zero when a locked deposit was spent (W5)', () => {
    const { credit, run, state } = open()
    run({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key: 'g', funds: { ETH: '5' } })
    credit()
    run({
      kind: 'walletMove',
      at: 2,
      realm: 'live',
      userId: 'ann',
      from: 'spot',
      to: 'futures',
      clientOid: 'm',
      digest: 'd',
      asset: 'ETH',
      atoms: String(10n * ETH),
    })
    expect(unlockedSpendable(state, { userId: 'ann', asset: 'ETH' })).toBe(0n)
  })

  it('lets nothing leave while locked coins were spent (W5)', () => {
    const { credit, event, exchange, run, send, state } = open()
    run({ kind: 'grant', at: 1, realm: 'live', userId: 'ann', key: 'g', funds: { USDT: '70' } })
    credit()
    const usdt = () => unlockedSpendable(state, { userId: 'ann', asset: 'USDT' })
    expect(usdt()).toBe(70n)
    run({
      kind: 'convert',
      at: 2,
      userId: 'ann',
      clientOid: 'c',
      digest: 'd',
      fromAsset: 'ETH',
      fromAtoms: String(ETH),
      toAsset: 'USDT',
      toAtoms: '5000',
    })
    // What the locked coins bought may be owed back.
    expect(usdt()).toBe(0n)
    const payment = { askedBy: 'ann', clientOid: 'u', fromUserId: 'ann', toUserId: 'ben' } as const
    const leave = { kind: 'transfer', at: 3, ...payment, asset: 'USDT', atoms: '70' } as const
    expect(run(leave)).toBe('deposit-locked')
    // A journal of before the rule has what it took.
    expect(exchange.execute(leave, { isJournalled: true })).not.toHaveProperty('refused')
    event('unlockDepth')
    expect([usdt(), send(9n * ETH)]).toEqual([5_000n, '0'])
  })

  it('stops a user while a deposit is contested (wallet 3)', () => {
    const { credit, event, state } = open()
    credit()
    event('orphaned')
    expect(state.deposits.isStopped('ann')).toBe(true)
    event('mined', { height: 103 })
    expect(state.deposits.isStopped('ann')).toBe(false)
    expect(state.deposits.booked.get('evm-a:0xa:0')).toMatchObject({ height: 103 })
  })
})

describe('a deposit that vanished (wallet 3)', () => {
  /** Ann has spent 8 of her 10 ETH, and the treasury owns 3. */
  function spent() {
    const fixture = open()
    const { credit, event, run } = fixture
    credit()
    run({
      kind: 'deposit',
      at: 1,
      network: 'evm-a',
      txHash: '0xb',
      ordinal: 4,
      asset: 'ETH',
      atoms: String(3n * ETH),
      height: 100,
    })
    run({
      kind: 'walletMove',
      at: 2,
      realm: 'live',
      userId: 'ann',
      from: 'spot',
      to: 'futures',
      clientOid: 'm',
      digest: 'd',
      asset: 'ETH',
      atoms: String(8n * ETH),
    })
    event('orphaned')
    return fixture
  }

  it('takes from user, treasury and house account, in turn (wallet 3)', () => {
    const { event, balance, state } = spent()
    expect(event('absent')).toBe('0')
    expect([balance(spotOwner('ann')), balance('treasury'), balance(HOUSE_ACCOUNT)]).toEqual([
      0n,
      0n,
      -5n * ETH,
    ])
    expect(balance('chain:evm-a')).toBe(-3n * ETH)
    expect([...state.deposits.claims.values()]).toEqual([
      { userId: 'ann', asset: 'ETH', amount: 8n * ETH, ofHouse: 5n * ETH },
    ])
    expect(state.deposits.isStopped('ann')).toBe(true)
  })

  it('collects a claim from the next deposit (wallet 3)', () => {
    const { event, credit, balance, state } = spent()
    event('absent')
    credit({ txHash: '0xc', atoms: String(6n * ETH) })
    expect([balance(spotOwner('ann')), balance(HOUSE_ACCOUNT), balance('treasury')]).toEqual([
      0n,
      0n,
      1n * ETH,
    ])
    credit({ txHash: '0xd', atoms: String(3n * ETH) })
    expect(balance(spotOwner('ann'))).toBe(1n * ETH)
    expect([state.deposits.claims.size, state.deposits.isStopped('ann')]).toEqual([0, false])
  })

  it('collects a claim by command from what the user has (wallet 3)', () => {
    const { event, run, state } = spent()
    event('absent')
    const collect = { kind: 'depositClaim', at: 5, userId: 'ann', asset: 'ETH' } as const
    expect(run(collect)).toBe('no-deposit')
    const funds = { ETH: String(9n * ETH) }
    run({ kind: 'grant', at: 6, realm: 'live', userId: 'ann', key: 'g', funds })
    expect([run(collect), state.deposits.claims.size]).toEqual(['0', 0])
  })

  it('is restored with its locks and claims from a snapshot', () => {
    const { event, credit, state } = spent()
    event('absent')
    credit({ txHash: '0xe', userId: 'ben', height: 120 })
    const copy = copyState(state)
    expect(stateText(copy)).toBe(stateText(state))
    expect(copy.deposits.lockedOf('ben', 'ETH')).toBe(10n * ETH)
    expect(copy.deposits.isStopped('ann')).toBe(true)
  })
})

describe('coins of the exchange', () => {
  it('pays gas from the treasury and then from fees, once (W6)', () => {
    const { run, balance } = open()
    const gas = {
      kind: 'treasury',
      at: 1,
      network: 'evm-a',
      asset: 'ETH',
      atoms: '7',
      direction: 'out',
      key: 'evm-a:0xa:gas',
      height: 5,
    } as const
    run({ ...gas, key: 'paid-in', direction: 'in', atoms: '4' })
    expect([run(gas), run(gas)]).toEqual(['0', 'key-used'])
    expect([balance('treasury'), balance('fees'), balance('chain:evm-a')]).toEqual([0n, -3n, 3n])
  })
})
