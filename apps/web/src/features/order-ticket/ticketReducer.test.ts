import { describe, expect, it } from 'vitest'
import { editAmount, newDraft } from './orderDraft.ts'
import { spotRules, type SpotTypes } from './spotRules.ts'
import { spec } from './testing/ticketFixture.ts'
import {
  fieldError,
  newTicket,
  type TicketAction,
  ticketReducer,
  type TicketState,
  unreadableText,
} from './ticketReducer.ts'

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

describe('a new ticket', () => {
  const saved = {
    draft: { ...newDraft('sell'), price: '61000', amount: '0.5', share: 50 },
    takenPick: 3,
  }

  it('begins as a buy, or with the side that is asked for', () => {
    const open = (side: 'buy' | 'sell' | undefined) =>
      newTicket(spotRules, { saved: undefined, side })
    expect([open(undefined).draft, open('sell').draft]).toEqual([newDraft('buy'), newDraft('sell')])
    expect(open(undefined)).toMatchObject({ hasPrice: false, isEdited: false, takenPick: 0 })
  })

  it('goes on with the draft that was saved, on its side', () => {
    const { draft, takenPick, hasPrice, isEdited } = newTicket(spotRules, {
      saved,
      side: undefined,
    })
    expect({ side: draft.side, price: draft.price, amount: draft.amount }).toEqual({
      side: 'sell',
      price: '61000',
      amount: '0.5',
    })
    expect([takenPick, hasPrice, isEdited]).toEqual([3, true, true])
  })

  it('turns a saved draft to the side that it is opened for', () => {
    const { draft } = newTicket(spotRules, { saved, side: 'buy' })
    expect(draft).toEqual({ ...saved.draft, side: 'buy', share: undefined })
  })

  it('has no field that was left and no refusal, whatever was saved', () => {
    const { touched, refusals, unreadable } = newTicket(spotRules, { saved, side: undefined })
    expect([touched.size, refusals, unreadable]).toEqual([0, {}, {}])
  })

  it('keeps the price of a saved draft from the market', () => {
    const restored = newTicket(spotRules, {
      saved: { draft: newDraft('buy'), takenPick: 0 },
      side: undefined,
    })
    expect(after(restored, marketPrice)).toBe(restored)
  })
})

describe('a price that the user has seen', () => {
  const focused = after(start, { type: 'focused', field: 'price' })

  it('is the first one after the focus went on to another field', () => {
    const moved = after(focused, { type: 'focused', field: 'amount' }, marketPrice)
    expect(moved.draft.price).toBe('60000.00')
  })

  it('is filled in after all where no last price was known', () => {
    const left = after(
      start,
      edited('0.01'),
      { type: 'focused', field: 'price' },
      { type: 'left', field: 'price', lastPrice: undefined },
      marketPrice,
    )
    expect(left.draft.price).toBe('60000.00')
  })

  it('is filled in where another field was left beside an amount', () => {
    const left = after(
      start,
      edited('0.01'),
      { type: 'left', field: 'amount', lastPrice: '60000' },
      marketPrice,
    )
    expect(left.draft.price).toBe('60000.00')
  })

  it('is not written over where the user typed one first', () => {
    const typed = after(start, { type: 'edited', draft: { ...start.draft, price: '1' } })
    const next = after(typed, marketPrice)
    expect([next.draft.price, next.hasPrice]).toEqual(['1', true])
  })

  it('is the picked one, though the price field has the focus', () => {
    const picked = after(focused, {
      type: 'picked',
      pick: { price: '59000', count: 1 },
      spec,
    })
    expect(picked.draft.price).toBe('59000.00')
  })
})

describe('a field that is left', () => {
  const leave = (field: 'amount' | 'price', state = start) =>
    after(state, { type: 'left', field, lastPrice: undefined })

  it('counts as left only with a text in it', () => {
    expect(leave('amount').touched.size).toBe(0)
    expect([...leave('amount', after(start, edited('1'))).touched]).toEqual(['amount'])
  })

  it('changes nothing of the fields left before it', () => {
    const once = leave('amount', after(start, edited('1')))
    expect(leave('amount', once).touched).toBe(once.touched)
    const priced = after(once, { type: 'edited', draft: { ...once.draft, price: '5' } })
    expect([...leave('price', priced).touched]).toEqual(['amount', 'price'])
  })

  it('is new again once the order was placed', () => {
    const left = leave('amount', after(start, edited('1')))
    expect(after(left, { type: 'placed', draft: left.draft }).touched.size).toBe(0)
    expect(after(left, { type: 'placed', draft: start.draft }).touched.size).toBe(0)
  })
})

describe('a refusal', () => {
  it('stands at the whole order where it names no field', () => {
    const refused = after(start, { type: 'refused', refusal: { field: undefined, text: 'paused' } })
    expect(refused.refusals).toEqual({ whole: 'paused' })
  })

  it('takes the place of the one before it', () => {
    const both = after(
      start,
      { type: 'refused', refusal: { field: 'price', text: 'off the tick' } },
      { type: 'refused', refusal: { field: 'amount', text: 'too small' } },
    )
    expect(both.refusals).toEqual({ amount: 'too small' })
  })

  it.each([
    ['it is taken back', { type: 'refused', refusal: undefined }],
    ['a price is picked', { type: 'picked', pick: { price: '1', count: 1 }, spec }],
    ['the order is placed', { type: 'placed', draft: start.draft }],
  ] as const)('is gone once %s', (_when, action) => {
    const refused = after(start, { type: 'refused', refusal: { field: 'price', text: 'no' } })
    expect(after(refused, action).refusals).toEqual({})
  })

  it('stays while fields are entered and left', () => {
    const refused = after(
      start,
      { type: 'refused', refusal: { field: 'price', text: 'no' } },
      { type: 'focused', field: 'amount' },
      { type: 'left', field: 'amount', lastPrice: '1' },
    )
    expect(refused.refusals).toEqual({ price: 'no' })
  })
})

describe('a text that cannot be read', () => {
  const say = (field: 'price' | 'stopLoss', message: string | undefined) =>
    ({ type: 'unreadable', field, message }) as const

  it('is named in the order of the form, not of typing', () => {
    const both = after(start, say('stopLoss', 'three digits'), say('price', 'no number'))
    expect(unreadableText(both, spotRules)).toBe('no number')
    expect(unreadableText(after(both, say('price', undefined)), spotRules)).toBe('three digits')
  })

  it('is forgotten where the field holds an amount', () => {
    const unread = after(start, say('price', 'no number'), marketPrice)
    expect(unreadableText(unread, spotRules)).toBeUndefined()
  })
})

describe('what a field shows', () => {
  const problem = 'too small'
  const errorOf = (part: object, field: 'amount' | 'total' | 'price' = 'amount') =>
    fieldError(
      { ...start, draft: { ...newDraft('buy'), amount: '1', total: '5' }, ...part },
      { field, problem, rules: spotRules },
    )

  it('hides the problem of an empty field', () => {
    expect(errorOf({ draft: newDraft('buy'), touched: new Set(['amount']) })).toBeUndefined()
  })

  it('shows problems of amount and total together for limited orders only', () => {
    const touched = new Set(['total'])
    const market = { ...newDraft('buy'), type: 'market', amount: '1', total: '5' }
    expect([errorOf({ touched }), errorOf({ touched, draft: market })]).toEqual([
      problem,
      undefined,
    ])
  })

  it('shows no problem of the price once a size was left', () => {
    const draft = { ...newDraft('buy'), price: '1', amount: '1' }
    expect(errorOf({ draft, touched: new Set(['amount']) }, 'price')).toBeUndefined()
  })

  it('puts a refusal before a problem', () => {
    const touched = new Set(['amount'])
    expect(errorOf({ touched, refusals: { amount: 'not enough' } })).toBe('not enough')
  })
})
