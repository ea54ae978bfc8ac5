import { describe, expect, it } from 'vitest'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { editAmount, newDraft } from './orderDraft.ts'
import { spotRules, type SpotTypes } from './spotRules.ts'
import {
  fieldError,
  newTicket,
  type TicketAction,
  ticketReducer,
  type TicketState,
  unreadableText,
} from './ticketReducer.ts'

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const start = newTicket(spotRules, { saved: undefined, side: 'buy' })
const after = (state: TicketState<SpotTypes>, ...actions: readonly TicketAction<SpotTypes>[]) =>
  actions.reduce((before, action) => ticketReducer(before, action, spotRules), state)
const edited = (amount: string, state = start): TicketAction<SpotTypes> => ({
  type: 'edited',
  draft: editAmount(state.draft, amount),
})
const marketPrice: TicketAction<SpotTypes> = { type: 'marketPrice', price: '60000.004', spec }

describe('the market price', () => {
  it('fills an empty price on the tick, once', () => {
    const filled = after(start, marketPrice)
    expect(filled.draft.price).toBe('60000.00')
    const next = after(filled, { type: 'marketPrice', price: '61000', spec })
    expect(next).toBe(filled)
  })

  it('waits while the price field has the focus', () => {
    const focused = after(start, { type: 'focused', field: 'price' }, marketPrice)
    expect(focused.draft.price).toBe('')
    const left = after(focused, { type: 'left', field: 'price', lastPrice: '60000' }, marketPrice)
    expect(left.draft.price).toBe('60000.00')
  })

  it('stays out of a price left empty next to an amount', () => {
    const left = after(
      start,
      edited('0.01'),
      { type: 'focused', field: 'price' },
      { type: 'left', field: 'price', lastPrice: '60000' },
      marketPrice,
    )
    expect(left.draft.price).toBe('')
  })
})

describe('a picked price', () => {
  const picked = (count: number, more = {}): TicketAction<SpotTypes> => ({
    type: 'picked',
    pick: { price: '59000.004', count, ...more },
    spec,
  })

  it('makes a limit order of the draft, with its side and size', () => {
    const market = after(start, { type: 'edited', draft: { ...start.draft, type: 'market' } })
    const { draft, takenPick } = after(market, picked(1, { side: 'sell', size: '0.5' }))
    expect([draft.type, draft.side, draft.price, draft.amount, takenPick]).toEqual([
      'limit',
      'sell',
      '59000.00',
      '0.5',
      1,
    ])
  })

  it('is applied once', () => {
    const once = after(start, picked(1))
    expect(after(once, picked(1))).toBe(once)
  })
})

describe('a placed order', () => {
  it('empties its draft and keeps the price', () => {
    const sent = after(start, marketPrice, edited('0.01', after(start, marketPrice)))
    const { draft } = after(sent, { type: 'placed', draft: sent.draft })
    expect([draft.price, draft.amount, draft.total]).toEqual(['60000.00', '', ''])
  })

  it('keeps a draft that was edited meanwhile', () => {
    const sent = after(start, edited('0.01'))
    const next = after(sent, edited('0.02'), { type: 'placed', draft: sent.draft })
    expect(next.draft.amount).toBe('0.02')
  })
})

describe('the errors of fields', () => {
  const problem = 'too small'

  it('shows a problem once its field was left with a text', () => {
    const typed = after(start, edited('0.01'))
    expect(fieldError(typed, { field: 'amount', problem, rules: spotRules })).toBeUndefined()
    const left = after(typed, { type: 'left', field: 'amount', lastPrice: undefined })
    expect(fieldError(left, { field: 'amount', problem, rules: spotRules })).toBe('too small')
  })

  it('leaves amount and total of a limit order together', () => {
    const state = {
      ...start,
      draft: { ...newDraft('buy'), amount: '1', total: '5' },
      touched: new Set(['total'] as const),
    }
    expect(fieldError(state, { field: 'amount', problem, rules: spotRules })).toBe('too small')
  })

  it('shows a refusal until the draft is edited', () => {
    const refused = after(start, {
      type: 'refused',
      refusal: { field: 'price', text: 'off the tick' },
    })
    expect(fieldError(refused, { field: 'price', problem, rules: spotRules })).toBe('off the tick')
    const next = after(refused, edited('1'))
    expect(fieldError(next, { field: 'price', problem, rules: spotRules })).toBeUndefined()
  })

  it('reports an unreadable field while its value is empty', () => {
    const unreadable = after(start, { type: 'unreadable', field: 'amount', message: 'no number' })
    expect(unreadableText(unreadable, spotRules)).toBe('no number')
    expect(unreadableText(after(unreadable, edited('1')), spotRules)).toBeUndefined()
  })
})
