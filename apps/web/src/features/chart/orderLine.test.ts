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
