import { validateSpotOrder } from '@x/trading'
import { describe, expect, it } from 'vitest'
import {
  CONDITIONAL_TYPES,
  isConditional,
  isLimited,
  sizeFieldOf,
  takesExits,
  takesTimeInForce,
} from './orderTypes.ts'
import { liesAbove } from './wireFields.ts'

describe('the types of orders', () => {
  it('rest at a price of their own, or go at the market', () => {
    expect((['limit', 'market', ...CONDITIONAL_TYPES] as const).filter(isLimited)).toEqual([
      'limit',
      'stop_limit',
      'oco',
    ])
  })
  it('allows no exits on conditional orders', () => {
    for (const type of CONDITIONAL_TYPES)
      expect([isConditional(type), takesExits(type)]).toEqual([true, false])
  })
  it('offers a time in force on resting orders, not on OCO', () => {
    expect((['limit', 'market', ...CONDITIONAL_TYPES] as const).filter(takesTimeInForce)).toEqual([
      'limit',
      'stop_limit',
    ])
  })
  const sizing = { side: 'buy', type: 'market', unit: 'base', sellUnit: 'base' } as const
  it('are sized by their cost only as a buy at the market', () => {
    expect(sizeFieldOf({ ...sizing, type: 'stop_market', unit: 'quote' })).toBe('total')
    expect([
      sizeFieldOf(sizing),
      sizeFieldOf({ ...sizing, side: 'sell', unit: 'quote' }),
      sizeFieldOf({ ...sizing, type: 'oco', unit: 'quote' }),
    ]).toEqual(['amount', 'amount', 'amount'])
  })
  it('are sized by what they bring only as a sale at once', () => {
    const sale = { ...sizing, side: 'sell', sellUnit: 'quote' } as const
    expect(sizeFieldOf(sale)).toBe('total')
    expect([
      sizeFieldOf({ ...sale, type: 'stop_market' }),
      sizeFieldOf({ ...sale, type: 'limit' }),
      sizeFieldOf({ ...sale, side: 'buy' }),
    ]).toEqual(['amount', 'amount', 'amount'])
  })
})

describe('the side on which a trigger must lie (trading 2)', () => {
  const market = {
    symbol: { tickSize: '1', stepSize: '1', minNotional: '1' },
    lastPrice: '100',
    bestBid: '100',
    bestAsk: '100',
  }
  const orders = [
    ['triggerPrice', { orderType: 'stop_market', size: '10' }],
    ['triggerPrice', { orderType: 'trailing', callbackRate: '1', size: '10' }],
    ['price', { orderType: 'oco', size: '10' }],
    ['takeProfitTriggerPrice', { orderType: 'market', size: '10' }],
    ['stopLossTriggerPrice', { orderType: 'market', size: '10' }],
  ] as const
  it.each(orders)('agrees for %s with the validation: %o', (field, order) => {
    for (const side of ['buy', 'sell'] as const) {
      const base = {
        ...order,
        side,
        sizeUnit: 'base',
        size: '10',
        ...(order.orderType === 'oco' ? { triggerPrice: side === 'buy' ? '101' : '99' } : {}),
      } as const
      const isRight = (price: string) => {
        const outcome = validateSpotOrder({ ...base, [field]: price }, market)
        return (
          outcome.status === 'accepted' ||
          !outcome.problems.some(
            (problem) => problem.field === field && problem.refusal === 'direction',
          )
        )
      }
      expect([isRight('101'), isRight('99')]).toEqual(
        liesAbove(field, { side, type: order.orderType }) ? [true, false] : [false, true],
      )
    }
  })
})
