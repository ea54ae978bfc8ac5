import { describe, expect, it } from 'vitest'
import { fraction } from './fraction.ts'
import {
  PNL_ROUNDING,
  PRICE_ROUNDING,
  ROE_ROUNDING,
  showAmount,
  showPlain,
  showPrice,
} from './rounding.ts'

describe('rounding of results', () => {
  it('rounds PnL half away to 6, ROE half up to 2 (spec 9.4, trading 1)', () => {
    expect([PNL_ROUNDING, ROE_ROUNDING, PRICE_ROUNDING]).toEqual([
      { scale: 6, mode: 'half-away' },
      { scale: 2, mode: 'half-up' },
      { scale: 10, mode: 'half-away' },
    ])
  })

  it('takes the rule’s rounding unless a mode is given, part by part', () => {
    const third = fraction(-1n, 3n)
    expect(showAmount(third, PNL_ROUNDING)).toBe('-0.333333')
    expect(showAmount(third, PNL_ROUNDING, { mode: 'up' })).toBe('-0.333334')
    expect(showAmount(third, PNL_ROUNDING, { scale: 2 })).toBe('-0.33')
  })

  it('puts a price on ticks of any size', () => {
    expect(showPrice(fraction(1000n, 3n))).toBe('333.3333333333')
    expect(showPrice(fraction(1000n, 3n), { tick: '0.05' })).toBe('333.35')
    expect(showPrice(fraction(1000n, 3n), { tick: '5', mode: 'up' })).toBe('335')
  })

  it('shows every digit of an exact value without trailing zeros', () => {
    expect(showPlain(fraction(1_500n, 1000n))).toBe('1.5')
    expect(showPlain(fraction(-7n))).toBe('-7')
  })
})
