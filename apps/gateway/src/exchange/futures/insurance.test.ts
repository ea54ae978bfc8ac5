import { expect, it } from 'vitest'
import { fundBudget, notePayment } from './insurance.ts'
import { BTC, createFuturesFixture, ETH, USDT } from './testing/futuresFixture.ts'

const HOURS = 60 * 60 * 1_000
const of = (symbol: string, at: number) => ({ realm: 'live', asset: 'USDT', symbol, at }) as const

it('pays a symbol 30 % of its high within eight hours (futures 6)', () => {
  const { state, send } = createFuturesFixture()
  const seed = { key: 'seed', asset: 'USDT', atoms: String(1_000n * USDT) }
  send({ kind: 'fundSeed', realm: 'live', ...seed })
  expect(fundBudget(state, of(BTC, 1))).toBe(300n * USDT)
  notePayment(state, { ...of(BTC, 2), amount: 200n * USDT })
  expect(fundBudget(state, of(BTC, 3))).toBe(100n * USDT)
  // Another symbol has a share of its own, and the next eight hours begin anew.
  expect(fundBudget(state, of(ETH, 3))).toBe(300n * USDT)
  expect(fundBudget(state, of(BTC, 8 * HOURS))).toBe(300n * USDT)
})
