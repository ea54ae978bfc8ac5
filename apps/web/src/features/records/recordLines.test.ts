import { describe, expect, it } from 'vitest'
import type { SpotOrder } from '../orders/model.ts'
import { orderLines } from './recordLines.ts'

const plain: SpotOrder = { orderId: '1', clientOid: 'a', symbol: 'BTCUSDT', side: 'sell', orderType: 'limit', price: '62000', size: '1', sizeUnit: 'base', filled: '0', filledQuote: '0', avgPrice: null, fee: '0', feeAsset: 'USDT', status: 'cancelled', createdAt: 0, timeInForce: 'post_only' }
const record = (order: SpotOrder) => {
  const [head = [], line = []] = orderLines([order])
  return Object.fromEntries(head.map((name, at) => [String(name), line[at] ?? '']))
}

describe('an order as a line', () => {
  it('has everything it was placed with: time in force, limits of its legs, callback rate, exits, and the entry it leaves', () => {
    expect(record(plain)).toMatchObject({ timeInForce: 'post_only', triggerPrice: '', triggerLimit: '', callbackRate: '', takeProfitTrigger: '', parentOrderId: '' })
    const oco: SpotOrder = { ...plain, orderType: 'oco', triggers: [{ kind: 'stop', direction: 'falls', triggerPrice: '58000', price: '57900' }] }
    expect(record(oco)).toMatchObject({ price: '62000', triggerPrice: '58000', triggerLimit: '57900' })
    const exit: SpotOrder = { ...plain, orderType: 'tp_sl', price: null, parentOrderId: '7', triggers: [{ kind: 'take_profit', direction: 'rises', triggerPrice: '63000', price: null }, { kind: 'stop_loss', direction: 'falls', triggerPrice: '58000', price: '57900' }] }
    expect(record(exit)).toMatchObject({ triggerPrice: '63000 58000', triggerLimit: 'market 57900', parentOrderId: '7' })
    const trailing: SpotOrder = { ...plain, orderType: 'trailing', price: null, triggers: [{ kind: 'trailing', direction: 'falls', triggerPrice: null, price: null, callbackRate: '1.5' }] }
    expect(record(trailing)).toMatchObject({ triggerPrice: '', triggerLimit: 'market', callbackRate: '1.5' })
    const entry: SpotOrder = { ...plain, takeProfit: { triggerPrice: '61000', price: null }, stopLoss: { triggerPrice: '63000', price: '63100' } }
    expect(record(entry)).toMatchObject({ takeProfitTrigger: '61000', takeProfitPrice: '', stopLossTrigger: '63000', stopLossPrice: '63100' })
  })
})
