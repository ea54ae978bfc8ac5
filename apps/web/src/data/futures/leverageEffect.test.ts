import { describe, expect, it } from 'vitest'
import { liquidationPrice } from '@x/trading/futures'
import {
  BTC_CONTRACT,
  BTC_LONG,
  BTC_TIERS,
  FUTURES_ACCOUNT,
  OPEN_ORDER,
} from '../../testing/futuresFixtures.ts'
import type { Contract } from './contracts.ts'
import type { AccountState } from './formulaAccount.ts'
import { leverageEffect } from './leverageEffect.ts'

const { symbol: name, ...rules } = BTC_CONTRACT
const BTC: Contract = { ...rules, name, symbol: `usdt/${name}` }
const ISOLATED = {
  symbol: name,
  marginMode: 1,
  longLeverage: 20,
  shortLeverage: 20,
  autoMargin: false,
} as const

/** A long of 30,250 with a margin of 1,512.50, and an order of 4,425 more. */
const state = (part: Partial<AccountState> = {}): AccountState => ({
  account: { ...FUTURES_ACCOUNT, contracts: [ISOLATED] },
  positions: [{ ...BTC_LONG, positionsOpenMarginCount: '1512.50000000', settled: '0' }],
  orders: [OPEN_ORDER],
  contracts: [BTC],
  tiersOf: () => BTC_TIERS,
  markOf: () => undefined,
  ...part,
})
const effectOf = (leverage: number, part: Partial<AccountState> = {}) => {
  const found = leverageEffect(state(part), { contract: BTC, side: 'long', leverage })
  if (!found) throw new Error('Tiers and marks are known.')
  const [before, after] = found.account.map((account) =>
    liquidationPrice(account, { symbol: found.at, tick: '0.1' }),
  )
  return { ...found, before, after }
}

describe('another leverage (futures 2)', () => {
  it('draws margin into an isolated position where it is lower', () => {
    const { available, before, after, account } = effectOf(10)
    // 1,512.50 more for the position, 221.25 more for the order.
    expect(available).toEqual(['3537.50000000', '1803.75000000'])
    expect(account.map(({ wallet }) => wallet)).toEqual(['1512.50000000', '3025.00000000'])
    expect(after).not.toEqual(before)
  })

  it('releases the margin of orders alone where it is higher', () => {
    const { available, before, after } = effectOf(40)
    expect(available).toEqual(['3537.50000000', '3648.12500000'])
    expect(after).toEqual(before)
  })

  it('keeps the liquidation price of a cross account', () => {
    const { available, before, after } = effectOf(40, { account: FUTURES_ACCOUNT, orders: [] })
    expect(available).toEqual(['3537.50000000', '4293.75000000'])
    expect(after).toEqual(before)
  })

  it('says nothing of an amount that is not known', () => {
    const [wallet] = FUTURES_ACCOUNT.wallets
    const wallets = wallet ? [{ ...wallet, available: null }] : []
    const account = { ...FUTURES_ACCOUNT, wallets, contracts: [ISOLATED] }
    expect(effectOf(10, { account }).available).toEqual([null, null])
  })
})
