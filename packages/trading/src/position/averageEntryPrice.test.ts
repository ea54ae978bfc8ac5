import { describe, expect, it } from 'vitest'
import { averageEntryPrice } from './averageEntryPrice.ts'

const held = { count: '1', price: '50000' }
const added = { count: '3', price: '60000' }

describe('averageEntryPrice', () => {
  it('weighs linear contracts by count (trading 2)', () => {
    expect(averageEntryPrice({ held, added })).toBe('57500.0000000000')
  })

  it('weighs inverse contracts by what they were worth in coin (trading 2)', () => {
    const inverse = {
      contract: 'inverse',
      held: { count: '10000', price: '50000' },
      added: { count: '30000', price: '60000' },
    } as const
    expect(averageEntryPrice(inverse)).toBe('57142.8571428571')
  })

  it('puts a price on the tick when there is one (trading 1)', () => {
    expect(
      averageEntryPrice({ held, added: { count: '2', price: '60000' } }, { tick: '0.5' }),
    ).toBe('56666.5')
    expect(
      averageEntryPrice(
        { held, added: { count: '2', price: '60000' } },
        { tick: '0.5', mode: 'up' },
      ),
    ).toBe('56667.0')
  })

  it('begins with the price of the first fill', () => {
    expect(averageEntryPrice({ held: { count: '0', price: '1' }, added }, { tick: '0.01' })).toBe(
      '60000.00',
    )
  })

  it('throws for an average of zero counts', () => {
    expect(() =>
      averageEntryPrice({ held: { count: '0', price: '1' }, added: { count: '0', price: '1' } }),
    ).toThrow(expect.objectContaining({ code: 'out-of-range', detail: 'count' }))
  })
})
