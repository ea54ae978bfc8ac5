import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { newDraft } from './orderDraft.ts'
import {
  DEFAULT_AMOUNTS,
  draftOfValue,
  keepQuickAmounts,
  readQuickAmounts,
} from './quickAmounts.ts'
import { spec } from './testing/ticketFixture.ts'

describe('quick amounts', () => {
  it('are kept, one that is no amount as it was', () => {
    const storage = createMemoryStorage()
    expect(readQuickAmounts(storage)).toBe(DEFAULT_AMOUNTS)
    keepQuickAmounts(storage, ['50', '', '1,5', '2500.5'])
    expect(readQuickAmounts(storage)).toEqual(['50', '500', '1000', '2500.5'])
  })

  it.each(['', '1,2', '1,2,3,x', '1,2,3,-4'])('are the first ones for a stored "%s"', (stored) => {
    const storage = createMemoryStorage()
    storage.set('x:quickAmounts', stored)
    expect(readQuickAmounts(storage)).toBe(DEFAULT_AMOUNTS)
  })
})

describe('the draft of an order of a value', () => {
  const options = { spec, last: '50000' }

  it('has the total and the whole steps that it pays for', () => {
    const draft = { ...newDraft('buy'), price: '60000' }
    expect(draftOfValue('500', { draft, ...options })).toMatchObject({
      total: '500',
      amount: '0.00833',
      lead: 'total',
    })
  })

  it('is sized in quote at the market, on both sides', () => {
    const buy = { ...newDraft('buy'), type: 'market', unit: 'base' } as const
    expect(draftOfValue('500', { draft: buy, ...options })).toMatchObject({
      unit: 'quote',
      total: '500',
    })
    const sale = { ...newDraft('sell'), type: 'market' } as const
    expect(draftOfValue('500', { draft: sale, ...options })).toMatchObject({
      sellUnit: 'quote',
      total: '500',
    })
  })

  it('is sized in coin for a sale that waits', () => {
    const sale = { ...newDraft('sell'), type: 'stop_market' } as const
    const amount = (trigger: string, last?: string) =>
      draftOfValue('500', { draft: { ...sale, trigger }, spec, last }).amount
    expect([amount('40000', '1'), amount('', '50000'), amount('')]).toEqual([
      '0.01250',
      '0.01000',
      '',
    ])
  })
})
