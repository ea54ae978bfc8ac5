import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SpotOrder } from '../../data/spot/model.ts'
import { onTickFrom } from './onTickFrom.ts'
import { orderLines } from './orderLine.ts'

const order: SpotOrder = {
  orderId: '1',
  clientOid: 'w',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000.00',
  size: '1',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  status: 'open',
  createdAt: 0,
  triggers: [],
}
const stop = { kind: 'stop', triggerPrice: '61000.00', direction: 'rises', price: null } as const
const shown = (...orders: SpotOrder[]) =>
  orderLines(orders, { symbol: 'BTCUSDT' }).map(({ field, price, canMove }) => [
    field,
    price,
    canMove,
  ])

describe('order lines of the chart', () => {
  it('stand where an order rests, and where a trigger waits', () => {
    expect(shown(order)).toEqual([['price', '60000.00', true]])
    expect(
      shown({ ...order, orderType: 'stop_limit', status: 'waiting', triggers: [stop] }),
    ).toEqual([['triggerPrice', '61000.00', true]])
    expect(shown({ ...order, orderType: 'oco', triggers: [stop] })).toEqual([
      ['price', '60000.00', true],
      ['triggerPrice', '61000.00', true],
    ])
  })
  it('shows both triggers of exits, each dragged by itself', () => {
    const exit: SpotOrder = {
      ...order,
      orderType: 'tp_sl',
      price: null,
      status: 'waiting',
      triggers: [
        { ...stop, kind: 'take_profit' },
        { ...stop, kind: 'stop_loss', triggerPrice: '59000.00' },
      ],
    }
    expect(shown(exit)).toEqual([
      ['takeProfitTriggerPrice', '61000.00', true],
      ['stopLossTriggerPrice', '59000.00', true],
    ])
  })
  it('each know which leg of its order they are', () => {
    const legs = (...orders: SpotOrder[]) =>
      orderLines(orders, { symbol: 'BTCUSDT' }).map(({ leg, price }) => [leg, price])
    expect(legs(order, { ...order, orderType: 'oco', triggers: [stop] })).toEqual([
      ['limit', '60000.00'],
      ['limit', '60000.00'],
      ['stop', '61000.00'],
    ])
    expect(
      legs({
        ...order,
        orderType: 'tp_sl',
        price: null,
        status: 'waiting',
        triggers: [
          { ...stop, kind: 'take_profit' },
          { ...stop, kind: 'stop_loss' },
        ],
      }),
    ).toEqual([
      ['take_profit', '61000.00'],
      ['stop_loss', '61000.00'],
    ])
  })
  it('shows none of other pairs, finished or unpriced orders', () => {
    expect(
      shown(
        { ...order, symbol: 'ETHUSDT' },
        { ...order, status: 'filled' },
        { ...order, price: null },
      ),
    ).toEqual([])
    expect(
      shown({
        ...order,
        status: 'waiting',
        triggers: [{ ...stop, kind: 'trailing', triggerPrice: null }],
      }),
    ).toEqual([])
  })
})

describe('a dragged line', () => {
  it('comes to rest on the tick', () => {
    expect(onTickFrom(60_000.1249, { tickSize: '0.01', pricePlace: 2 })).toBe('60000.12')
    expect(onTickFrom(0.000012345678, { tickSize: '0.00000001', pricePlace: 8 })).toBe('0.00001235')
  })
  it('goes nowhere below the first tick', () => {
    expect([
      onTickFrom(-5, { tickSize: '0.01', pricePlace: 2 }),
      onTickFrom(0.001, { tickSize: '0.01', pricePlace: 2 }),
    ]).toEqual([undefined, undefined])
  })
})

describe('any place of a dragged line', () => {
  const at = { tickSize: '0.05', pricePlace: 2 }

  it('is a price on the tick, half a tick away at most', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 1e6, noNaN: true }), (value) => {
        const price = onTickFrom(value, at)
        expect(price).toMatch(/^\d+\.\d{2}$/)
        expect(Math.round(Number(price) * 100) % 5).toBe(0)
        expect(Math.abs(Number(price) - value)).toBeLessThanOrEqual(0.025 + 1e-4)
      }),
    )
  })

  it('stays where it is once it is on the tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (ticks) => {
        const price = ((ticks * 5) / 100).toFixed(2)
        expect(onTickFrom(Number(price), at)).toBe(price)
      }),
    )
  })

  it.each([
    [0.025, '0.05'],
    [0.0249, undefined],
    [0.075, '0.10'],
    [0, undefined],
    [-1, undefined],
    [1_234_567.89, '1234567.90'],
  ])('%d is %s', (value, price) => expect(onTickFrom(value, at)).toBe(price))

  it('keeps the digits of a coin that is worth little', () => {
    const shib = { tickSize: '0.00000001', pricePlace: 8 }
    expect(onTickFrom(0.000_013_985, shib)).toBe('0.00001399')
    expect(onTickFrom(0.000_000_004, shib)).toBeUndefined()
  })
})

describe('which lines may be dragged', () => {
  it('are those of a resting order, whatever has been filled', () => {
    expect(shown({ ...order, status: 'partially_filled', filled: '0.5' })).toEqual([
      ['price', '60000.00', true],
    ])
  })

  it('stand in the order of the list, once an order', () => {
    expect(
      shown({ ...order, price: '2' }, { ...order, price: '1' }, { ...order, price: '2' }),
    ).toEqual([
      ['price', '2', true],
      ['price', '1', true],
      ['price', '2', true],
    ])
  })

  it.each(['filled', 'cancelled', 'rejected', 'expired'] as const)(
    'are none of an order that is %s',
    (status) => {
      expect(shown({ ...order, status } as SpotOrder)).toEqual([])
    },
  )
})
