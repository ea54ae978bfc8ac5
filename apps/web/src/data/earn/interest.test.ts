import { describe, expect, it } from 'vitest'
import { interestOf } from './interest.ts'

const flat = { decimals: 8, tiers: [{ upTo: null, apr: '5.00' }] }
const tiered = {
  decimals: 8,
  tiers: [
    { upTo: '500', apr: '5.00' },
    { upTo: null, apr: '2.00' },
  ],
}

describe('the calculator of earn (products 3)', () => {
  it('gives what the exchange pays for 10 USDT', () => {
    expect(interestOf('10', { product: flat, days: 30 })).toBe('0.04109589')
  })

  it('counts each part of the amount at the rate of its tier', () => {
    expect(interestOf('500', { product: tiered, days: 365 })).toBe('25')
    expect(interestOf('1500', { product: tiered, days: 365 })).toBe('45')
  })

  it.each([
    ['0', '45'],
    ['400', '29'],
    ['500', '26'],
    ['9000', '26'],
  ])('begins above the %s USDT that are held', (held, interest) => {
    const amount = held === '0' ? '1500' : '1300'
    expect(interestOf(amount, { product: tiered, days: 365, held })).toBe(interest)
  })

  it('keeps every digit of large amounts', () => {
    expect(interestOf('123456789012.12345678', { product: flat, days: 365 })).toBe(
      '6172839450.60617283',
    )
  })

  it.each(['', '0', '-1', 'x', '1.123456789'])('shows nothing for %j', (amount) => {
    expect(interestOf(amount, { product: flat, days: 1 })).toBeUndefined()
  })
})
