import { describe, expect, it } from 'vitest'
import { type AlgoDraft, algoTerms, missingField, newAlgo, partsOf } from './algoDraft.ts'

const spec = { symbol: 'BTCUSDT', stepSize: '0.00001' }
const draft = (change: Partial<AlgoDraft>): AlgoDraft => ({
  ...newAlgo('buy', '60000'),
  size: '1',
  visible: '0.3',
  lastPrice: '61000',
  ...change,
})

describe('the terms of an algo order', () => {
  it('has limit and visible size of an iceberg', () =>
    expect(algoTerms(draft({ kind: 'iceberg' }), spec)).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      algoType: 'iceberg',
      size: '1',
      price: '60000',
      visibleSize: '0.3',
    }))

  it('has seconds of a time-weighted order, and no price unless given', () => {
    const terms = { parts: 10, duration: 1_800, size: '1' }
    expect(algoTerms(draft({ kind: 'twap', price: '' }), spec)).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      algoType: 'twap',
      ...terms,
    })
    expect(algoTerms(draft({ kind: 'twap' }), spec)).toMatchObject({ ...terms, price: '60000' })
  })

  it('has both prices of a scaled order', () =>
    expect(algoTerms(draft({ kind: 'scaled', side: 'sell' }), spec)).toMatchObject({
      side: 'sell',
      price: '60000',
      lastPrice: '61000',
      parts: 10,
    }))
})

describe('a field that is missing', () => {
  it.each([
    ['iceberg', { price: '' }, 'price'],
    ['iceberg', { visible: '0' }, 'visible'],
    ['twap', { parts: '1' }, 'parts'],
    ['twap', { minutes: '' }, 'minutes'],
    ['twap', { price: '0' }, 'price'],
    ['scaled', { lastPrice: '' }, 'lastPrice'],
    ['scaled', { size: '' }, 'size'],
  ] as const)('is named, of %s with %o', (kind, change, field) => {
    expect(missingField(draft({ kind, ...change }))).toBe(field)
    expect(algoTerms(draft({ kind, ...change }), spec)).toBeUndefined()
  })
})

describe('the orders that there will be', () => {
  it('are as many as the visible size needs', () =>
    expect(partsOf(draft({ kind: 'iceberg' }), spec)).toEqual({ count: 4, size: '0.3' }))

  it('are unknown where all would be visible', () =>
    expect(partsOf(draft({ kind: 'iceberg', visible: '1' }), spec)).toBeUndefined())

  it('have whole steps, rounded down', () =>
    expect(partsOf(draft({ kind: 'scaled', parts: '3' }), spec)).toEqual({
      count: 3,
      size: '0.33333',
    }))
})
