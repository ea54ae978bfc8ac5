import { describe, expect, it } from 'vitest'
import type { Contract } from '../../../data/futures/contracts.ts'
import { BTC_CONTRACT, BTC_INVERSE, BTC_TIERS } from '../../../testing/futuresFixtures.ts'
import { calculate, type CalculatorInput } from './calculate.ts'

const specOf = ({ symbol, ...rules }: typeof BTC_CONTRACT): Contract => ({
  ...rules,
  name: symbol,
  symbol: `${rules.product}/${symbol}`,
})
const input: CalculatorInput = {
  side: 'long',
  leverage: 20,
  entry: '60000',
  exit: '63000',
  size: '0.5',
  roe: '',
}
const of = (part: Partial<CalculatorInput>, contract = BTC_CONTRACT) =>
  calculate({ ...input, ...part }, { spec: specOf(contract), tiers: BTC_TIERS })

describe('the futures calculator (trading 2)', () => {
  it('says margin, PnL and ROE', () => {
    expect(of({})).toMatchObject({ margin: '1500.000000', pnl: '1500.000000', roe: '100.00' })
    expect(of({ side: 'short' })).toMatchObject({ pnl: '-1500.000000', roe: '-100.00' })
  })

  it('says where the position would be liquidated', () => {
    const long = of({})
    expect(Number(long.liquidation)).toBeGreaterThan(57_000)
    expect(Number(long.liquidation)).toBeLessThan(57_500)
    expect(Number(of({ side: 'short' }).liquidation)).toBeGreaterThan(62_500)
  })

  it('says the price of a wanted ROE', () => {
    expect(of({ roe: '50' }).target).toBe('61500.0')
    expect(of({ roe: '-100' }).target).toBe('57000.0')
  })

  it('counts coin where the contract is inverse', () => {
    expect(of({ size: '12' }, BTC_INVERSE)).toMatchObject({ margin: '0.001000', pnl: '0.000952' })
  })

  it('leaves out what an amount is missing for', () => {
    expect(of({ entry: '' })).toEqual({})
    expect(of({ exit: '', size: '' })).toEqual({})
    expect(of({ exit: '' })).not.toHaveProperty('pnl')
  })
})
