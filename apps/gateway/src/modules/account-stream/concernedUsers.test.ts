import { describe, expect, it } from 'vitest'
import type { Effects } from '../../exchange/state/effects.ts'
import { concernedUsers } from './concernedUsers.ts'

/** Effects of a record that touched only the named parts. */
const effectsOf = (parts: object) =>
  ({ orders: [], fills: [], accounts: [], ...parts }) as unknown as Effects
const usersOf = (parts: object) => [...concernedUsers(effectsOf(parts))]
const ANN = { realm: 'paper', userId: 'ann' }

describe('users that a record concerns', () => {
  it('are none where nobody owns what was touched', () => {
    expect(usersOf({ accounts: [{ realm: 'live', owner: 'fund:futures' }] })).toEqual([])
  })

  it.each([
    ['orders', { orders: [ANN] }],
    ['futures orders', { futures: { orders: [ANN] } }],
    ['positions', { futures: { positions: [ANN] } }],
    ['futures accounts', { futures: { accounts: [ANN] } }],
    ['liquidations', { futures: { liquidations: [ANN] } }],
    ['margin accounts', { margin: { accounts: [ANN] } }],
    ['leads', { copy: { leads: [{ id: 1, ...ANN }] } }],
    ['balances', { accounts: [{ realm: 'paper', owner: 'user:ann' }] }],
  ])('are the owners of %s', (_, parts) => {
    expect(usersOf(parts)).toEqual(['paper:ann'])
  })

  it('are the owners of withdrawals that moved no balance (wallet 4)', () => {
    expect(usersOf({ withdrawals: [{ userId: 'ann', state: 'confirming' }] })).toEqual(['live:ann'])
  })

  it('are both sides of a P2P order, once each', () => {
    const order = { buyer: 'ann', seller: 'bob' }
    expect(usersOf({ p2p: { orders: [order, order] } })).toEqual(['live:ann', 'live:bob'])
  })
})
