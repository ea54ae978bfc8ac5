import { describe, expect, it } from 'vitest'
import type { FuturesOrder } from '../../../exchange/state/futuresOrder.ts'
import { contractFill, contractOrder, contractTrigger, PLACED_AT } from '../testing/sampleOrders.ts'
import {
  algoOrderView,
  contractById,
  contractOrderView,
  contractStatusOf,
  contractTimeOf,
  contractTradeView,
  contractTypeOf,
  isConditional,
  isShown,
  isWaiting,
  originalTypeOf,
  workingTypeOf,
} from './contractViews.ts'

const FIRED = { firedAt: PLACED_AT + 500 }
const waiting = (fields: Partial<FuturesOrder> = {}) =>
  contractOrder({
    orderType: 'stop_market',
    status: 'waiting',
    timeInForce: 'ioc',
    triggers: [contractTrigger()],
    atMarket: true,
    ...fields,
  })
const trailing = (fields: Partial<FuturesOrder> = {}) =>
  waiting({
    orderType: 'trailing',
    triggers: [contractTrigger({ kind: 'trailing', ticks: 590_000, callback: 150 })],
    ...fields,
  })

describe('the type of an order for a contract', () => {
  const stop = (side: 'buy' | 'sell', rises: boolean, limit = 0) =>
    waiting({ side, triggers: [contractTrigger({ rises, limit })] })

  it.each([
    ['LIMIT', contractOrder()],
    ['MARKET', contractOrder({ orderType: 'market', timeInForce: 'ioc' })],
    ['LIMIT', contractOrder({ orderType: 'liquidation' })],
    // A stop buys on the way up and sells on the way down.
    ['STOP_MARKET', stop('buy', true)],
    ['STOP_MARKET', stop('sell', false)],
    ['TAKE_PROFIT_MARKET', stop('buy', false)],
    ['TAKE_PROFIT_MARKET', stop('sell', true)],
    ['STOP', stop('buy', true, 611_000)],
    ['TAKE_PROFIT', stop('sell', true, 611_000)],
    ['TAKE_PROFIT_MARKET', waiting({ triggers: [contractTrigger({ kind: 'take_profit' })] })],
    // What protects a position is a stop on either way.
    ['STOP_MARKET', waiting({ triggers: [contractTrigger({ kind: 'stop_loss', rises: false })] })],
    ['TRAILING_STOP_MARKET', trailing()],
  ])('is %s', (type, order) => {
    expect(originalTypeOf(order)).toBe(type)
    expect(contractTypeOf(order)).toBe(type)
  })

  it('becomes that of the order that was placed at its trigger', () => {
    const atMarket = waiting({ ...FIRED, status: 'open' })
    const { atMarket: _, ...limit } = waiting({
      ...FIRED,
      triggers: [contractTrigger({ limit: 611_000 })],
    })
    expect([contractTypeOf(atMarket), originalTypeOf(atMarket)]).toEqual(['MARKET', 'STOP_MARKET'])
    expect([contractTypeOf(limit), originalTypeOf(limit)]).toEqual(['LIMIT', 'STOP'])
  })
})

describe('the status of an order for a contract', () => {
  it.each([
    ['NEW', contractOrder()],
    ['NEW', waiting()],
    ['PARTIALLY_FILLED', contractOrder({ status: 'partially_filled' })],
    ['FILLED', contractOrder({ status: 'filled' })],
    ['CANCELED', contractOrder({ status: 'cancelled' })],
    ['CANCELED', waiting({ status: 'cancelled' })],
    ['EXPIRED', waiting({ status: 'cancelled', ...FIRED })],
    ['EXPIRED', contractOrder({ status: 'cancelled', timeInForce: 'fok' })],
    ['EXPIRED', contractOrder({ status: 'cancelled', orderType: 'market' })],
    ['CANCELED', contractOrder({ status: 'cancelled', timeInForce: 'post_only' })],
  ])('is %s', (status, order) => {
    expect(contractStatusOf(order)).toBe(status)
  })
})

describe('an order for a contract as answers show it', () => {
  it('has every field, with the places of its contract', () => {
    const order = contractOrder({
      status: 'partially_filled',
      filledLots: 3,
      filledTickLots: 1_799_999n,
      reduceOnly: true,
      positionSide: 'short',
      prevention: 'both',
    })
    expect(contractOrderView(order)).toEqual({
      orderId: 51,
      symbol: 'BTCUSDT',
      status: 'PARTIALLY_FILLED',
      clientOrderId: 'mine',
      price: '60000.0',
      // 1,799,999 over three lots is 599,999.67 ticks.
      avgPrice: '60000.0',
      origQty: '0.010',
      executedQty: '0.003',
      cumQty: '0.003',
      cumQuote: '179.9999',
      timeInForce: 'GTC',
      type: 'LIMIT',
      reduceOnly: true,
      closePosition: false,
      side: 'BUY',
      positionSide: 'SHORT',
      stopPrice: '0.0',
      workingType: 'CONTRACT_PRICE',
      priceProtect: false,
      origType: 'LIMIT',
      priceMatch: 'NONE',
      selfTradePreventionMode: 'EXPIRE_BOTH',
      goodTillDate: 0,
      time: PLACED_AT,
      updateTime: PLACED_AT + 1_000,
    })
  })

  it.each([
    ['of a limit order its own', contractOrder(), '60000.0'],
    ['of a market order none', contractOrder({ orderType: 'market' }), '0.0'],
    ['of a stop at the market none', waiting(), '0.0'],
    [
      'of a stop its limit',
      waiting({ triggers: [contractTrigger({ limit: 611_000 })] }),
      '61100.0',
    ],
  ])('shows as price %s', (_which, order, price) => {
    expect(contractOrderView(order).price).toBe(price)
  })

  it.each([
    ['GTC', contractOrder()],
    ['GTX', contractOrder({ timeInForce: 'post_only' })],
    ['FOK', contractOrder({ timeInForce: 'fok' })],
    // It trades at once only once it has been placed.
    ['GTC', waiting()],
    ['IOC', waiting({ ...FIRED, status: 'open' })],
  ])('has the time in force %s', (timeInForce, order) => {
    expect(contractTimeOf(order)).toBe(timeInForce)
  })

  it.each([
    ['CONTRACT_PRICE', contractOrder()],
    ['CONTRACT_PRICE', waiting()],
    ['MARK_PRICE', waiting({ triggers: [contractTrigger({ by: 'mark' })] })],
    ['MARK_PRICE', waiting({ triggers: [contractTrigger({ by: 'index' })] })],
  ])('works by the %s', (workingType, order) => {
    expect(workingTypeOf(order)).toBe(workingType)
  })

  it('shows where it trails from and by how many percent', () => {
    expect(contractOrderView(trailing())).toMatchObject({
      activatePrice: '59000.0',
      priceRate: '1.50',
    })
    expect(contractOrderView(waiting())).not.toHaveProperty('priceRate')
  })

  it('shows an exit of the whole position', () => {
    const exit = waiting({ closePosition: true, lots: 0 })
    expect(contractOrderView(exit)).toMatchObject({ closePosition: true, origQty: '0.000' })
  })
})

describe('an order that waits for a price', () => {
  it('has names of its own', () => {
    expect(
      algoOrderView(waiting({ side: 'sell', triggers: [contractTrigger({ rises: false })] })),
    ).toEqual({
      algoId: 51,
      clientAlgoId: 'mine',
      algoType: 'CONDITIONAL',
      orderType: 'STOP_MARKET',
      symbol: 'BTCUSDT',
      side: 'SELL',
      positionSide: 'BOTH',
      timeInForce: 'GTC',
      quantity: '0.010',
      algoStatus: 'NEW',
      actualOrderId: '',
      actualPrice: '0.0',
      triggerPrice: '61000.0',
      price: '0.0',
      icebergQuantity: null,
      selfTradePreventionMode: 'EXPIRE_TAKER',
      workingType: 'CONTRACT_PRICE',
      priceMatch: 'NONE',
      closePosition: false,
      priceProtect: false,
      reduceOnly: false,
      createTime: PLACED_AT,
      updateTime: PLACED_AT + 1_000,
      triggerTime: 0,
      goodTillDate: 0,
    })
  })

  it('has the order that it became', () => {
    const fired = waiting({
      ...FIRED,
      status: 'filled',
      filledLots: 10,
      filledTickLots: 6_100_050n,
    })
    expect(algoOrderView(fired)).toMatchObject({
      algoStatus: 'TRIGGERED',
      actualOrderId: '51',
      actualPrice: '61000.5',
      triggerTime: PLACED_AT + 500,
      orderType: 'STOP_MARKET',
    })
  })

  it('shows its callback under another name', () => {
    const view = algoOrderView(trailing())
    expect(view).toMatchObject({ activatePrice: '59000.0', callbackRate: '1.50' })
    expect(view).not.toHaveProperty('priceRate')
  })

  it.each([
    ['never did', contractOrder(), false, false],
    ['does', waiting(), true, true],
    ['did', waiting(FIRED), true, false],
  ])('differs from one that %s', (_what, order, hasWaited, waits) => {
    expect([isConditional(order), isWaiting(order)]).toEqual([hasWaited, waits])
  })
})

describe('a fill of a contract', () => {
  it('has its fee and the result of what it closed', () => {
    const order = contractOrder({ side: 'sell', positionSide: 'long' })
    const fill = contractFill(order, {
      lots: 3,
      ticks: 600_001,
      fee: 9_000_015n,
      result: -1_500_000n,
      role: 'maker',
    })
    expect(contractTradeView(fill)).toEqual({
      buyer: false,
      commission: '0.09000015',
      commissionAsset: 'USDT',
      id: 901,
      maker: true,
      orderId: 51,
      price: '60000.1',
      qty: '0.003',
      quoteQty: '180.0003',
      realizedPnl: '-0.015',
      side: 'SELL',
      positionSide: 'LONG',
      symbol: 'BTCUSDT',
      time: PLACED_AT,
    })
  })
})

describe('which contracts are shown', () => {
  it.each([
    ['usdt/BTCUSDT', true],
    ['coin/BTCUSD', false],
    ['BTCUSDT', false],
    ['usdt/NOPEUSDT', false],
  ])('judges %s', (symbol, isIt) => {
    expect(isShown({ symbol })).toBe(isIt)
  })

  it('knows no contract by another id', () => {
    expect(contractById('usdt/ETHUSDT').symbol).toBe('ETHUSDT')
    expect(() => contractById('ETHUSDT')).toThrow(RangeError)
  })
})
