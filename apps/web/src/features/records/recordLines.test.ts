import { describe, expect, it } from 'vitest'
import type { SpotFill, SpotOrder } from '../../data/spot/model.ts'
import { fillLines, orderLines } from './recordLines.ts'

const plain: SpotOrder = {
  orderId: '1',
  clientOid: 'a',
  symbol: 'BTCUSDT',
  side: 'sell',
  orderType: 'limit',
  price: '62000',
  size: '1',
  sizeUnit: 'base',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'USDT',
  status: 'cancelled',
  createdAt: 0,
  timeInForce: 'post_only',
}
const record = (order: SpotOrder) => {
  const [head = [], line = []] = orderLines([order])
  return Object.fromEntries(head.map((name, at) => [String(name), line[at] ?? '']))
}

describe('an order as a line', () => {
  it('has all terms of the order and its entry', () => {
    expect(record(plain)).toMatchObject({
      timeInForce: 'post_only',
      triggerPrice: '',
      triggerLimit: '',
      callbackRate: '',
      takeProfitTrigger: '',
      parentOrderId: '',
    })
    const oco: SpotOrder = {
      ...plain,
      orderType: 'oco',
      triggers: [{ kind: 'stop', direction: 'falls', triggerPrice: '58000', price: '57900' }],
    }
    expect(record(oco)).toMatchObject({
      price: '62000',
      triggerPrice: '58000',
      triggerLimit: '57900',
    })
    const exit: SpotOrder = {
      ...plain,
      orderType: 'tp_sl',
      price: null,
      parentOrderId: '7',
      triggers: [
        { kind: 'take_profit', direction: 'rises', triggerPrice: '63000', price: null },
        { kind: 'stop_loss', direction: 'falls', triggerPrice: '58000', price: '57900' },
      ],
    }
    expect(record(exit)).toMatchObject({
      triggerPrice: '63000 58000',
      triggerLimit: 'market 57900',
      parentOrderId: '7',
    })
    const trailing: SpotOrder = {
      ...plain,
      orderType: 'trailing',
      price: null,
      triggers: [
        {
          kind: 'trailing',
          direction: 'falls',
          triggerPrice: null,
          price: null,
          callbackRate: '1.5',
        },
      ],
    }
    expect(record(trailing)).toMatchObject({
      triggerPrice: '',
      triggerLimit: 'market',
      callbackRate: '1.5',
    })
    const entry: SpotOrder = {
      ...plain,
      takeProfit: { triggerPrice: '61000', price: null },
      stopLoss: { triggerPrice: '63000', price: '63100' },
    }
    expect(record(entry)).toMatchObject({
      takeProfitTrigger: '61000',
      takeProfitPrice: '',
      stopLossTrigger: '63000',
      stopLossPrice: '63100',
    })
  })
  it('has its client’s own number and when it ended', () => {
    expect(record({ ...plain, updatedAt: Date.UTC(2026, 10, 22, 6, 15, 52, 7) })).toMatchObject({
      time: '1970-01-01T00:00:00.000Z',
      updated: '2026-11-22T06:15:52.007Z',
      clientOid: 'a',
    })
    expect(record(plain)).toMatchObject({ updated: '' })
  })
})

describe('a fill as a line', () => {
  it('shows every figure as sent, with order and trade ids', () => {
    const fill: SpotFill = {
      fillId: '80',
      tradeId: '41',
      orderId: '7',
      clientOid: 'mine-1',
      orderType: 'market',
      symbol: 'BTCUSDT',
      side: 'buy',
      role: 'taker',
      price: '61849.04',
      size: '0.00097',
      value: '59.9935688',
      fee: '0.00000097',
      feeAsset: 'BTC',
      createdAt: Date.UTC(2026, 10, 22),
      season: 2,
      spread: '0.00025',
      impact: '0',
      latency: '-0.1',
      latencyMs: 30,
    }
    const [head = [], line = []] = fillLines([fill])
    expect(Object.fromEntries(head.map((name, at) => [name, line[at]]))).toEqual({
      time: '2026-11-22T00:00:00.000Z',
      fillId: '80',
      orderId: '7',
      symbol: 'BTCUSDT',
      side: 'buy',
      role: 'taker',
      price: '61849.04',
      size: '0.00097',
      value: '59.9935688',
      fee: '0.00000097',
      feeAsset: 'BTC',
      spread: '0.00025',
      impact: '0',
      latency: '-0.1',
      latencyMs: '30',
      tradeId: '41',
      clientOid: 'mine-1',
      type: 'market',
      season: '2',
    })
  })
})
