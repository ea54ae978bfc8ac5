import { describe, expect, it } from 'vitest'
import { formatNumber, formatValuation } from '@x/locale/numbers'
import type { Numbers } from '@x/locale/react'
import { valuationFigure, valuationIn, valuationText } from './valuationRates.ts'

const fetched = { at: 5, rates: { USD: '1', EUR: '0.8', VND: '26000', XYZ: '2', THB: '0' } }

describe('the value of assets in a currency', () => {
  it('is the amount of USDT times the rate, exactly', () => {
    expect(valuationIn('VND', { fetched }).worth('1234567.12345678')).toBe('32098745209.87628')
  })
  it("offers the spec's currencies that have a usable rate", () => {
    expect(valuationIn('EUR', { fetched }).offered).toEqual(['USD', 'EUR', 'VND', 'BTC', 'USDT'])
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

const numbers = {
  number: (value, options) => formatNumber(value, { ...options, locale: 'en' }),
  valuation: (value, options) => formatValuation(value, { ...options, locale: 'en' }),
} as Numbers

describe('the value of assets in a coin', () => {
  it.each([
    ['BTC', '0.025000\u00a0BTC', '0.025000'],
    ['USDT', '1,250.00\u00a0USDT', '1,250.00'],
    ['EUR', '€1,000.00', '1,000.00'],
  ] as const)('is written with the decimals of %s (spec 9)', (wanted, text, figure) => {
    const valuation = valuationIn(wanted, { fetched, btcPrice: '50000' })
    expect([
      valuationText('1250', { valuation, numbers }),
      valuationFigure('1250', { valuation, numbers }),
    ]).toEqual([text, figure])
  })
  it('has its sign where one is asked for', () => {
    const valuation = valuationIn('BTC', { fetched, btcPrice: '50000' })
    expect(valuationText('5', { valuation, numbers, signs: 'always' })).toBe('+0.000100\u00a0BTC')
    expect(valuationFigure('-5', { valuation, numbers, signs: 'always' })).toBe('-0.000100')
  })
  it('has no rate, and so no date of one', () => {
    expect(valuationIn('USDT', { fetched }).at).toBeUndefined()
  })
  it.each([[undefined], ['0'], ['-1'], ['many']])('is unknown at a price of %s', (btcPrice) => {
    expect(valuationIn('BTC', { fetched, btcPrice }).worth('1250')).toBeUndefined()
  })
})
