import fc from 'fast-check'
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

describe('the texts of an algo order', () => {
  it.each([
    ['parts', '2', undefined],
    ['parts', '1', 'parts'],
    ['parts', '0', 'parts'],
    ['parts', '2.5', 'parts'],
    ['parts', '-3', 'parts'],
    ['parts', '100000', 'parts'],
    ['minutes', '1', undefined],
    ['minutes', '0', 'minutes'],
    ['minutes', '1e3', 'minutes'],
    ['size', '0.000', 'size'],
    ['size', 'x', 'size'],
    ['price', '', undefined],
    ['price', '.', 'price'],
  ] as const)('take %s of %j in a time-weighted order: %s', (field, text, missing) => {
    expect(missingField(draft({ kind: 'twap', price: '', [field]: text }))).toBe(missing)
  })

  it('are sent in their plain form', () => {
    const typed = { size: '01.50', price: '60000.', visible: '0.3' }
    expect(algoTerms(draft({ kind: 'iceberg', ...typed }), spec)).toMatchObject({
      size: '1.50',
      price: '60000',
    })
  })

  it('name the first missing field in the order of the form', () => {
    const empty = { price: '', lastPrice: '', size: '', parts: '', visible: '', minutes: '' }
    const first = (['iceberg', 'twap', 'scaled'] as const).map((kind) =>
      missingField(draft({ kind, ...empty })),
    )
    expect(first).toEqual(['price', 'size', 'price'])
  })
})

describe('how many orders there will be', () => {
  it.each([
    ['1', '0.5', 2],
    ['1', '0.4', 3],
    ['1', '0.99999', 2],
    ['0.3', '0.1', 3],
  ])('shows of %s as much as %s: %i', (size, visible, count) => {
    expect(partsOf(draft({ kind: 'iceberg', size, visible }), spec)?.count).toBe(count)
  })

  it('is unknown while a field is missing', () => {
    expect(partsOf(draft({ kind: 'twap', parts: '' }), spec)).toBeUndefined()
  })

  it('never orders more than its size, however it is cut', () => {
    const cases = fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 2, max: 99 }))
    fc.assert(
      fc.property(cases, ([steps, parts]) => {
        const size = `${Math.floor(steps / 100_000)}.${String(steps % 100_000).padStart(5, '0')}`
        const each = partsOf(draft({ kind: 'twap', size, parts: String(parts) }), spec)?.size ?? ''
        const units = Math.round(Number(each) * 100_000)
        expect(units * parts).toBeLessThanOrEqual(steps)
        expect((units + 1) * parts).toBeGreaterThan(steps)
      }),
    )
  })
})
