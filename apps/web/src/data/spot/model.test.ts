import { describe, expect, it } from 'vitest'
import { filledPercent, isOnlyArmed } from './model.ts'

const TRIGGER = {
  kind: 'stop',
  triggerBy: 'last',
  direction: 'falls',
  triggerPrice: '1',
  price: null,
} as const

const order = {
  size: '3',
  sizeUnit: 'base',
  filled: '1',
  filledQuote: '0',
  status: 'partially_filled',
} as const

describe('how much of an order is traded', () => {
  it('is cut, never rounded up to done', () => {
    expect(filledPercent(order)).toBe('33.3')
    expect(filledPercent({ ...order, filled: '2.9999' })).toBe('99.9')
  })
  it('counts what is spent of a budget', () => {
    expect(filledPercent({ ...order, size: '200', sizeUnit: 'quote', filledQuote: '50' })).toBe(
      '25.0',
    )
  })
  it('is fully traded once the server says so, despite a remainder', () => {
    expect(
      filledPercent({
        ...order,
        size: '200',
        sizeUnit: 'quote',
        filledQuote: '199.9',
        status: 'filled',
      }),
    ).toBe('100')
  })
})

describe('an order that waits', () => {
  it.each([
    ['for another order, without a trigger', { status: 'waiting' }, true],
    ['for a price', { status: 'waiting', triggers: [TRIGGER], firedAt: null }, true],
    ['for nothing, in the book', { status: 'open', triggers: [], firedAt: null }, false],
    ['for its stop beside the book', { status: 'open', triggers: [TRIGGER], firedAt: null }, false],
    ['no longer', { status: 'cancelled', triggers: [TRIGGER], firedAt: null }, false],
  ] as const)('is listed with triggers: %s', (_name, waiting, isOnly) => {
    expect(isOnlyArmed(waiting)).toBe(isOnly)
  })
})
