import { describe, expect, it } from 'vitest'
import { amendedLimit } from './amendedLimit.ts'
import { openOrder } from './testing/orderFixtures.ts'

const TRIGGER = {
  kind: 'stop',
  triggerBy: 'last',
  direction: 'rises',
  triggerPrice: '61000',
  price: null,
} as const

describe('what a changed order would offer at once (OT2)', () => {
  it('is its new price for what of it is open', () => {
    const order = openOrder({ filled: '0.00400' })
    expect(amendedLimit(order, { price: '61000.', size: '0.01500' })).toEqual({
      side: 'buy',
      price: '61000',
      size: '0.01100',
    })
  })

  it.each([
    ['nothing is left open', {}, { price: '61000', size: '0.00400' }],
    ['less is wanted than is filled', {}, { price: '61000', size: '0.00399' }],
    ['it must not trade', { timeInForce: 'post_only' }, { price: '61000', size: '1' }],
    [
      'it waits for a trigger',
      { status: 'waiting', triggers: [TRIGGER] },
      { price: '1', size: '1' },
    ],
    ['it is a budget', { sizeUnit: 'quote' }, { price: '61000', size: '100' }],
    ['the price is emptied', {}, { price: '', size: '1' }],
    ['the price is nothing', {}, { price: '0', size: '1' }],
    ['the price is no number', {}, { price: 'x', size: '1' }],
    ['the size is emptied', {}, { price: '61000', size: '' }],
  ] as const)('is nothing where %s', (_why, changes, terms) => {
    const order = openOrder({ filled: '0.00400', ...changes } as Parameters<typeof openOrder>[0])
    expect(amendedLimit(order, terms)).toBeUndefined()
  })

  it('is that of an order whose trigger has fired', () => {
    const fired = openOrder({ status: 'open', triggers: [TRIGGER], firedAt: 5 })
    expect(amendedLimit(fired, { price: '61000', size: '1' })).toMatchObject({ size: '1' })
  })
})
