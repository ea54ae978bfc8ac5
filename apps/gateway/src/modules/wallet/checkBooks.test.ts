import { describe, expect, it } from 'vitest'
import { createAccounts } from '../../exchange/accounts/accounts.ts'
import { createDepositsState, type Deposit } from '../../exchange/state/deposits.ts'
import { createWithdrawalsState, type Withdrawal } from '../../exchange/state/withdrawals.ts'
import { checkBooks } from './checkBooks.ts'

const payment = (nonce: number, bump = 0) => ({
  txHash: `0x${nonce}${bump}`,
  raw: '0x',
  nonce,
  bump,
})

const withdrawal = (id: number, changes: Partial<Withdrawal> = {}): Withdrawal => ({
  id,
  userId: 'u',
  clientOid: String(id),
  network: 'evm-a',
  asset: 'USDT',
  address: '0x1',
  amount: 100n,
  fee: 1n,
  value: 100n,
  state: 'broadcast',
  approvals: [],
  payments: [payment(id)],
  createdAt: 0,
  updatedAt: 0,
  ...changes,
})

const deposit: Deposit = {
  network: 'evm-a',
  txHash: '0x1',
  ordinal: 0,
  userId: 'u',
  asset: 'USDT',
  amount: 50n,
  height: 1,
  state: 'credited',
  createdAt: 0,
  updatedAt: 0,
}

function books(open: readonly Withdrawal[], escrow = 100n * BigInt(open.length)) {
  const state = {
    accounts: createAccounts(),
    deposits: createDepositsState(),
    withdrawals: createWithdrawalsState(),
  }
  state.accounts.of('live', 'pending:withdraw', 'USDT').balance = escrow
  for (const each of open) state.withdrawals.open.set(each.id, each)
  return state
}

describe('the books of the wallet (wallet 2)', () => {
  it('finds nothing in sound ones', () => {
    const state = books([
      withdrawal(1),
      withdrawal(2, { payments: [payment(2), payment(2, 1)] }),
      withdrawal(3, { network: 'evm-b', payments: [payment(1)] }),
    ])
    state.deposits.put({ ...deposit })
    expect(checkBooks(state)).toEqual([])
  })

  it('finds an escrow that is not the open withdrawals (W3)', () => {
    expect(checkBooks(books([withdrawal(1)], 99n))).toEqual([
      'W3: 99 USDT in escrow, 100 in open withdrawals',
    ])
    expect(checkBooks(books([], 1n))).toHaveLength(1)
  })

  it('finds a nonce of two withdrawals, and two of one (W4)', () => {
    expect(checkBooks(books([withdrawal(1), withdrawal(2, { payments: [payment(1)] })]))).toEqual([
      'W4: two withdrawals have the nonce 1 of evm-a',
    ])
    const torn = withdrawal(1, { payments: [payment(1), payment(2, 1)] })
    expect(checkBooks(books([torn]))).toEqual(['W4: withdrawal 1 has several nonces'])
  })

  it('finds a fee that is no part of its amount (W6)', () => {
    expect(checkBooks(books([withdrawal(1, { fee: 100n })]))).toEqual([
      'W6: the fee of withdrawal 1',
    ])
  })

  it('counts the locks of deposits anew (W5)', () => {
    const state = books([])
    const account = state.accounts.of('live', 'user:u', 'USDT')
    Object.assign(account, { balance: 120n, held: 30n })
    state.deposits.put({ ...deposit })
    state.deposits.put({ ...deposit, ordinal: 1, state: 'unlocked' })
    expect(checkBooks(state)).toEqual([])
    // Traded away: nothing is left to withdraw, and nothing below zero.
    account.balance = 40n
    expect(checkBooks(state)).toEqual([])
    // A state that was changed past the count.
    for (const each of state.deposits.booked.values()) each.state = 'credited'
    expect(checkBooks(state)).toEqual(['W5: what u may withdraw of USDT'])
  })

  it('finds a deposit under the key of another (W2)', () => {
    const state = books([])
    state.deposits.booked.set('evm-a:0x2:0', { ...deposit })
    // What was put past the count has no lock either.
    expect(checkBooks(state)).toEqual([
      'W2: the deposit evm-a:0x2:0',
      'W5: what u may withdraw of USDT',
    ])
  })
})
