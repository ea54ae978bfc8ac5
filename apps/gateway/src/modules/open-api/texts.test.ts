import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'
import { compareDecimals } from './decimals.ts'
import { assetText, averageText, priceText, quoteText, ratioText, sizeText } from './texts.ts'

const BTC = requireSymbol('BTCUSDT')
const DOGE = requireSymbol('DOGEUSDT')

describe('integers as decimals', () => {
  it.each([
    [priceText(0, BTC), '0.00'],
    [priceText(1, BTC), '0.01'],
    [priceText(6_000_050, BTC), '60000.50'],
    [priceText(9_007_199_254_740_993n, BTC), '90071992547409.93'],
    [priceText(12_345, DOGE), '0.12345'],
    [sizeText(1, BTC), '0.00001'],
    [sizeText(100_000, BTC), '1.00000'],
    [sizeText(7, DOGE), '7'],
    [quoteText(0n, BTC), '0.0000000'],
    [quoteText(1n, BTC), '0.0000001'],
    [quoteText(600_000_000_000n, BTC), '60000.0000000'],
    [assetText(0n, 'BTC'), '0'],
    [assetText(1n, 'BTC'), '0.00000001'],
    [assetText(100_000_000n, 'BTC'), '1'],
    [assetText(150_000_000n, 'BTC'), '1.5'],
    [assetText(-150_000_000n, 'BTC'), '-1.5'],
  ])('are %s', (text, expected) => {
    expect(text).toBe(expected)
  })
})

describe('an average price', () => {
  it.each([
    // Nothing traded.
    [0n, 0, '0.00'],
    [60_000n, 10, '60.00'],
    // 100.5 ticks round up, 100.4 down.
    [1_005n, 10, '1.01'],
    [1_004n, 10, '1.00'],
    [1n, 3, '0.00'],
    [2n, 3, '0.01'],
  ])('is, of %s over %i, %s', (tickLots, lots, text) => {
    expect(averageText(tickLots, lots, BTC)).toBe(text)
  })

  it('lies between the lowest and the highest price', () => {
    const fill = fc.record({
      ticks: fc.integer({ min: 1, max: 10_000_000 }),
      lots: fc.integer({ min: 1, max: 1_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 5 }), (fills) => {
        const lots = fills.reduce((sum, each) => sum + each.lots, 0)
        const sum = fills.reduce((all, { ticks, lots: own }) => all + BigInt(ticks * own), 0n)
        const average = averageText(sum, lots, BTC)
        const prices = fills.map(({ ticks }) => ticks)
        expect(compareDecimals(average, priceText(Math.min(...prices), BTC))).toBeGreaterThan(-1)
        expect(compareDecimals(average, priceText(Math.max(...prices), BTC))).toBeLessThan(1)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a ratio', () => {
  it.each([
    [1n, 4n, 2, '0.25'],
    [1n, 3n, 3, '0.333'],
    [2n, 3n, 3, '0.667'],
    [1n, 8n, 2, '0.13'],
    [-1n, 8n, 2, '-0.13'],
    [1n, -8n, 2, '-0.13'],
    [-1n, -8n, 2, '0.13'],
    [0n, 5n, 3, '0.000'],
    [5n, 0n, 3, '0.000'],
    // Never a negative zero.
    [-1n, 10_000n, 2, '0.00'],
    [7n, 1n, 0, '7'],
  ])('is, of %s to %s with %i places, %s', (a, b, places, text) => {
    expect(ratioText(a, b, places)).toBe(text)
  })

  it('only changes its sign with that of either number', () => {
    const number = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(number, number, (a, b) => {
        const text = ratioText(a, b, 4)
        expect(ratioText(-a, -b, 4)).toBe(text)
        expect(ratioText(-a, b, 4)).toBe(text === '0.0000' ? text : `-${text}`)
      }),
      { numRuns: 40 },
    )
  })
})

describe('two decimals', () => {
  it.each([
    ['1', '1', 0],
    ['1.0', '1', 0],
    ['001.50', '1.5', 0],
    ['0.1', '0.01', 1],
    ['9', '10', -1],
    ['0.00000000000000000001', '0', 1],
    ['12345678901234567890.1', '12345678901234567890.2', -1],
  ])('%s and %s compare as %i', (a, b, order) => {
    expect(compareDecimals(a, b)).toBe(order)
    expect(compareDecimals(b, a)).toBe(order === 0 ? 0 : -order)
  })
})
