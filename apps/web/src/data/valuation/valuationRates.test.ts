import { describe, expect, it } from 'vitest'
import { valuationIn } from './valuationRates.ts'

const fetched = { at: 5, rates: { USD: '1', EUR: '0.8', VND: '26000', XYZ: '2', THB: '0' } }

describe('the value of assets in a currency', () => {
  it('is the amount of USDT times the rate, exactly', () => {
    expect(valuationIn('VND', { fetched }).worth('1234567.12345678')).toBe('32098745209.87628')
  })
  it("offers the spec's currencies that have a usable rate", () => {
    expect(valuationIn('EUR', { fetched }).offered).toEqual(['USD', 'EUR', 'VND'])
  })
  it('has the date of the rates, and none for dollars', () => {
    expect([valuationIn('EUR', { fetched }).at, valuationIn('USD', { fetched }).at]).toEqual([
      5,
      undefined,
    ])
  })
  it.each([
    ['JPY', fetched],
    ['THB', fetched],
    ['EUR', undefined],
  ] as const)('falls back to dollars for %s without a rate', (wanted, rates) => {
    const { currency, worth, offered } = valuationIn(wanted, { fetched: rates })
    expect([currency, worth('7.5'), offered.includes('USD')]).toEqual(['USD', '7.5', true])
  })
  it('has no value for what has no price', () => {
    expect(valuationIn('EUR', { fetched }).worth(undefined)).toBeUndefined()
  })
})
