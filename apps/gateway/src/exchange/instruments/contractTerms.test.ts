import { expect, it } from 'vitest'
import { CONTRACTS, USDT_CONTRACTS } from './contracts.ts'
import { contractTerms } from './contractTerms.ts'

const [BTC] = USDT_CONTRACTS as [(typeof USDT_CONTRACTS)[number]]
const USDT = 10n ** 8n

it('takes every listed contract (futures 1)', () => {
  for (const contract of CONTRACTS)
    expect(contractTerms(contract).tiers.length, contract.id).toBe(contract.tiers.length)
})

it('computes the maintenance amounts of BTCUSDT (futures 1)', () => {
  expect(contractTerms(BTC).tiers.map(({ cum }) => cum)).toEqual(
    [0n, 50n, 950n, 11_450n, 131_450n, 481_450n].map((each) => each * USDT),
  )
})

it('refuses a tier whose leverage reaches its margin (futures 1)', () => {
  // 1/125 = 0.008 >= 1.25(mm + 0.0006) up to mm = 0.0058.
  const withRate = (maintenance: string) => ({
    ...BTC,
    tiers: [{ upTo: '50000', maintenance, maxLeverage: 125 }],
  })
  expect(() => contractTerms(withRate('0.0058'))).not.toThrow()
  expect(() => contractTerms(withRate('0.005801'))).toThrow('reach its margin')
  expect(() => contractTerms({ ...BTC, tiers: [] })).toThrow('no tiers')
})
