import { describe, expect, it } from 'vitest'
import { newDraft, type OrderDraft } from './orderDraft.ts'
import { spotRules } from './spotRules.ts'
import { spec } from './testing/ticketFixture.ts'

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

describe('a picked price', () => {
  const pick = (
    draft: Partial<OrderDraft>,
    picked: { side?: 'buy' | 'sell'; size?: string } = {},
  ) =>
    spotRules.reduce(
      { ...newDraft('buy'), ...draft },
      { type: 'picked', pick: { price: '59000.006', count: 1, ...picked }, spec },
    )

  it('stands on the tick', () => {
    expect(pick({}).price).toBe('59000.01')
  })

  it.each([
    ['limit', 'limit'],
    ['market', 'limit'],
    ['stop_limit', 'stop_limit'],
    ['stop_market', 'limit'],
    ['oco', 'oco'],
    ['trailing', 'limit'],
  ] as const)('makes of a %s a %s', (type, limited) => {
    expect(pick({ type }).type).toBe(limited)
  })

  it('keeps side and size where it names none', () => {
    expect(pick({ side: 'sell', amount: '0.5' })).toMatchObject({
      side: 'sell',
      amount: '0.5',
      total: '29500.005',
    })
  })

  it('keeps a total that leads, and finds its amount', () => {
    expect(pick({ lead: 'total', total: '590.0001' })).toMatchObject({
      total: '590.0001',
      amount: '0.01',
    })
  })

  it('puts the size of the level in the place of the total', () => {
    expect(pick({ lead: 'total', total: '590' }, { size: '2' })).toMatchObject({
      amount: '2',
      total: '118000.02',
      lead: 'amount',
    })
  })

  it('forgets the slider', () => {
    expect(pick({ share: 50, amount: '1' }, { side: 'sell' }).share).toBeUndefined()
    expect(pick({ share: 50, amount: '1' }, { size: '2' }).share).toBeUndefined()
  })
})

describe('the market price in a draft', () => {
  it('is rounded to the tick and keeps the type', () => {
    const stop = { ...newDraft('sell'), type: 'stop_limit' } as const
    expect(spotRules.reduce(stop, { type: 'marketPrice', price: '60000.004', spec })).toEqual({
      ...stop,
      price: '60000.00',
    })
  })
})

describe('the text that sizes an order', () => {
  it('is empty until a size is written', () => {
    expect(spotRules.sizeText({ ...newDraft('buy'), price: '1', trigger: '2' })).toBe('')
  })

  it('differs for an amount and the same total', () => {
    const [amount, total] = [{ amount: '5' }, { total: '5' }].map((part) =>
      spotRules.sizeText({ ...newDraft('buy'), ...part }),
    )
    expect(amount).not.toBe(total)
  })
})
