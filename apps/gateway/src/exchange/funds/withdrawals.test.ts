import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { FEES, spotOwner } from '../accounts/owner.ts'
import { createExchange, type Exchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { WithdrawalEventCommand, WithdrawCommand } from '../state/withdrawalCommand.ts'
import {
  WITHDRAWAL_EVENTS,
  WITHDRAWAL_STATES,
  type WithdrawalEvent,
  type WithdrawalState,
} from '../state/withdrawals.ts'
import { chainOwner, PENDING_WITHDRAWALS } from './withdrawals.ts'

const DAY = 86_400_000
const payment = (bump = 0, nonce = 7) => ({ txHash: `0x${bump}`, raw: '02', nonce, bump })

/** The user has 1,000 atoms of USDT. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const funds = { USDT: '1000' }
  exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds })
  let count = 0
  const request = (changes: Partial<WithdrawCommand> = {}): ExchangeCommand => ({
    kind: 'withdraw',
    at: 5 * DAY,
    userId: 'u',
    clientOid: `w${++count}`,
    digest: 'd',
    network: 'evm-a',
    asset: 'USDT',
    address: '0x1',
    atoms: '100',
    fee: '10',
    value: '100',
    cap: '500',
    ...changes,
  })
  const run = (command: ExchangeCommand) => outcomeOf(exchange.execute(command))
  const event = (name: WithdrawalEvent, changes: Partial<WithdrawalEventCommand> = {}) =>
    name === 'twoApprovals'
      ? ['ann', 'bob'].map((approver) => run(approval(approver))).at(-1)!
      : run({
          kind: 'withdrawalEvent',
          at: 5 * DAY + 1,
          id: 1,
          event: name,
          ...(name === 'hotEnough' ? { payment: payment() } : {}),
          ...(name === 'unmined' ? { payment: payment(1) } : {}),
          ...(name === 'mined' ? { height: 9 } : {}),
          ...changes,
        })
  const approval = (approver: string): ExchangeCommand => ({
    kind: 'withdrawalApprove',
    at: 5 * DAY + 1,
    id: 1,
    approver,
    signature: `by ${approver}`,
  })
  const balance = (owner: string, asset = 'USDT') =>
    exchange.state.accounts.of('live', owner, asset).balance
  const replace = (by: ReturnType<typeof payment>) => event('unmined', { payment: by })
  return { exchange, request, run, event, approval, replace, balance }
}

const outcomeOf = (outcome: ReturnType<Exchange['execute']>) =>
  'refused' in outcome ? outcome.refused.reason : '0'

/** Events that lead from a new withdrawal to each state. */
const WAYS: Readonly<Record<WithdrawalState, readonly WithdrawalEvent[]>> = {
  pending: [],
  review: ['rulesAsk'],
  approved: ['rulesPass'],
  signed: ['rulesPass', 'hotEnough'],
  broadcast: ['rulesPass', 'hotEnough', 'accepted'],
  confirming: ['rulesPass', 'hotEnough', 'accepted', 'mined'],
  completed: ['rulesPass', 'hotEnough', 'accepted', 'mined', 'final'],
  cancelled: ['cancel'],
  rejected: ['rulesAsk', 'reject'],
  failed: ['rulesPass', 'hotEnough', 'accepted', 'mined', 'revertedFinal'],
}
const states = Object.keys(WAYS) as WithdrawalState[]

function at(state: WithdrawalState) {
  const test = open()
  test.run(test.request())
  for (const event of WAYS[state]) expect(test.event(event)).toBe('0')
  return test
}

describe('the states of a withdrawal (wallet 4)', () => {
  it.each(states.flatMap((state) => WITHDRAWAL_EVENTS.map((event) => [state, event] as const)))(
    'takes in %s the event %s as the table says',
    (state, event) => {
      const test = at(state)
      const before = stateText(test.exchange.state)
      const next = WITHDRAWAL_STATES[state][event]
      const answer = test.event(event)
      if (next === undefined) {
        expect(['withdrawal-state', 'no-withdrawal']).toContain(answer)
        expect(stateText(test.exchange.state)).toBe(before)
        return
      }
      expect(answer).toBe('0')
      const ended = ['completed', 'cancelled', 'rejected', 'failed'].includes(next)
      expect(test.exchange.state.withdrawals.open.get(1)?.state).toBe(ended ? undefined : next)
      const given = ended && next !== 'completed'
      expect(test.balance(spotOwner('u'))).toBe(given ? 1000n : 900n)
      expect(test.balance(PENDING_WITHDRAWALS)).toBe(ended ? 0n : 100n)
      const settled = next === 'completed'
      expect(test.balance(chainOwner('evm-a'))).toBe(settled ? 90n : 0n)
      expect(test.balance(FEES)).toBe(settled ? 10n : 0n)
    },
  )

  it('needs approvals of two persons', () => {
    const test = at('review')
    expect(test.run(test.approval('ann'))).toBe('0')
    expect(test.run(test.approval('ann'))).toBe('approved-twice')
    expect(test.exchange.state.withdrawals.open.get(1)?.state).toBe('review')
    expect(test.run(test.approval('bob'))).toBe('0')
    expect(test.exchange.state.withdrawals.open.get(1)).toMatchObject({
      state: 'approved',
      approvals: [{ approver: 'ann' }, { approver: 'bob' }],
    })
  })

  it('cannot be cancelled while the signer is asked (W4)', () => {
    const test = at('approved')
    expect(test.event('ask')).toBe('0')
    expect(test.event('cancel')).toBe('withdrawal-state')
    expect(test.event('unask')).toBe('0')
    expect(test.event('cancel')).toBe('0')
  })

  it('replaces a payment with the same nonce only (W4)', () => {
    const test = at('broadcast')
    expect(test.replace(payment(1, 8))).toBe('withdrawal-state')
    expect(test.replace(payment(2))).toBe('withdrawal-state')
    expect(test.replace(payment(1))).toBe('0')
    expect(test.exchange.state.withdrawals.open.get(1)?.payments).toHaveLength(2)
  })
})

describe('a withdrawal', () => {
  it.each([
    ['balance', { atoms: '1001', cap: '9999' }],
    ['withdraw-cap', { value: '501' }],
    ['no-transfer', { atoms: '10', fee: '10' }],
    ['no-transfer', { atoms: '-1', fee: '-5' }],
  ])('is refused for %s and leaves no trace', (reason, changes) => {
    const { exchange, run, request } = open()
    const before = stateText(exchange.state)
    expect(run(request(changes))).toBe(reason)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('moves once for one client order id', () => {
    const { run, request, balance } = open()
    expect(run(request({ clientOid: 'x' }))).toBe('0')
    expect(run(request({ clientOid: 'x' }))).toBe('key-used')
    expect(balance(PENDING_WITHDRAWALS)).toBe(100n)
  })

  it('counts against the cap of its day until given back', () => {
    const { run, request, event } = open()
    expect(run(request({ value: '400' }))).toBe('0')
    expect(run(request({ value: '101' }))).toBe('withdraw-cap')
    expect(event('cancel')).toBe('0')
    expect(run(request({ value: '101' }))).toBe('0')
    expect(run(request({ value: '400' }))).toBe('withdraw-cap')
    expect(run(request({ value: '400', at: 6 * DAY }))).toBe('0')
  })

  it('gives nothing back to a day after its own', () => {
    const { run, request, event } = open()
    expect(run(request({ value: '400' }))).toBe('0')
    expect(run(request({ value: '400', at: 6 * DAY }))).toBe('0')
    expect(event('cancel', { at: 6 * DAY })).toBe('0')
    expect(run(request({ value: '101', at: 6 * DAY }))).toBe('withdraw-cap')
    expect(run(request({ value: '100', at: 6 * DAY }))).toBe('0')
  })

  it('forgets a day with its last use by former rules', () => {
    const { exchange, request, run, event } = open()
    run(request())
    expect([...exchange.state.withdrawals.used]).toEqual([['u', 100n]])
    event('cancel')
    expect([...exchange.state.withdrawals.used]).toEqual([])
  })

  it('counts a day alike after a restart, whatever the clock does (CR0)', () => {
    const { exchange, request, run, event } = open()
    exchange.execute({ kind: 'upgrade', at: 2, version: 3 })
    run(request())
    event('cancel')
    const restarted = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    const later = [
      // The clock of another machine has not reached the day yet.
      request({ at: 5 * DAY - 1, value: '400' }),
      request({ at: 5 * DAY + 2, value: '101' }),
    ]
    for (const each of [exchange, restarted])
      expect(later.map((command) => outcomeOf(each.execute(command)))).toEqual([
        '0',
        'withdraw-cap',
      ])
  })

  it('takes gas from the treasury, and what it lacks from fees (W6)', () => {
    const { event, balance } = at('confirming')
    expect(event('final', { gas: { asset: 'ETH', atoms: '21' } })).toBe('0')
    expect(balance(FEES, 'ETH')).toBe(-21n)
    expect(balance(chainOwner('evm-a'), 'ETH')).toBe(21n)
  })

  it.each(states)('survives a restart in %s', (state) => {
    const { exchange } = at(state)
    expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
  })
})
