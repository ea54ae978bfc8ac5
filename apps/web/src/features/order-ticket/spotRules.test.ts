import { describe, expect, it } from 'vitest'
import { newDraft, type OrderDraft } from './orderDraft.ts'
import { spotRules } from './spotRules.ts'

const sizeOf = (part: Partial<OrderDraft>) => spotRules.sizeOf({ ...newDraft('buy'), ...part })

describe('the size on the order button', () => {
  it('is missing until there is an amount', () => {
    expect(sizeOf({})).toBeUndefined()
    expect(sizeOf({ amount: '0' })).toBeUndefined()
    expect(sizeOf({ type: 'market', amount: '1' })).toBeUndefined()
  })

  it('counts the coin for orders sized by amount', () => {
    const size = { amount: '0.25', unit: 'base' }
    expect(sizeOf({ amount: '0.25', total: '1000' })).toEqual(size)
    expect(sizeOf({ type: 'market', side: 'sell', amount: '0.25' })).toEqual(size)
    expect(sizeOf({ type: 'market', unit: 'base', amount: '0.25' })).toEqual(size)
  })

  it('counts the quote for a buy at the market by cost', () => {
    expect(sizeOf({ type: 'market', total: '1000' })).toEqual({ amount: '1000', unit: 'quote' })
  })
})
