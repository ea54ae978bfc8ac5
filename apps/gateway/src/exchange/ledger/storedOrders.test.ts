import { describe, expect, it } from 'vitest'
import { orderFromRow, type StoredOrder } from './storedOrders.ts'

const STORED: StoredOrder = {
  order_id: 7n,
  client_oid: 'c7',
  symbol: 'BTCUSDT',
  side: 'buy',
  order_type: 'limit',
  time_in_force: 'gtc',
  ticks: 6_000_000n,
  lots: 10n,
  budget: 0n,
  filled_lots: 4n,
  filled_tick_lots: '9007199254740993',
  fee: '123456789012345678901234567890',
  status: 'cancelled',
  season: 0,
  created_at: 1_764_374_400_123n,
  updated_at: 1_764_374_400_456n,
  closed_seq: 9n,
  legs: null,
  account: null,
  loan: null,
}

describe('an order of the ledger', () => {
  it('has its sums to the atom, beyond what a number holds', () => {
    expect(orderFromRow(STORED)).toEqual({
      id: 7,
      clientOid: 'c7',
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      ticks: 6_000_000,
      lots: 10,
      budget: 0,
      filledLots: 4,
      filledTickLots: 9_007_199_254_740_993n,
      fee: 123_456_789_012_345_678_901_234_567_890n,
      status: 'cancelled',
      season: 0,
      createdAt: 1_764_374_400_123,
      updatedAt: 1_764_374_400_456,
    })
  })

  it('has the legs, the owner and the loan where it has them', () => {
    const row = orderFromRow({
      ...STORED,
      legs: { firedAt: 5, atMarket: true, parent: 3 },
      owner: 'lead:3',
      account: 'isolated',
      loan: 'both',
    })
    expect(row).toMatchObject({
      firedAt: 5,
      atMarket: true,
      parent: 3,
      owner: 'lead:3',
      account: 'isolated',
      loan: 'both',
    })
  })

  it.each([{ owner: null }, {}, { account: null, loan: null }])(
    'has no field for what it does not have: %o',
    (changes) => {
      const row = orderFromRow({ ...STORED, ...changes })
      for (const field of ['owner', 'account', 'loan', 'triggers', 'list'])
        expect(row).not.toHaveProperty(field)
    },
  )
})
