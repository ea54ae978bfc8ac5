import { describe, expect, it } from 'vitest'
import type { SpotOrder } from '../../../exchange/state/order.ts'
import { PLACED_AT, spotFill, spotOrder, spotTrigger } from '../testing/sampleOrders.ts'
import {
  fillView,
  isWaiting,
  orderFields,
  orderListView,
  orderStatusOf,
  orderTypeOf,
  orderView,
  representsList,
  STOP_LEG,
  stopLegView,
} from './orderViews.ts'

const stopLimit = (fields: Partial<SpotOrder> = {}) =>
  spotOrder({
    orderType: 'stop_limit',
    status: 'waiting',
    triggers: [spotTrigger({ limit: 6_110_000 })],
    ...fields,
  })
const stopMarket = (fields: Partial<SpotOrder> = {}) =>
  spotOrder({
    orderType: 'stop_market',
    status: 'waiting',
    timeInForce: 'ioc',
    triggers: [spotTrigger()],
    ...fields,
  })
const market = (fields: Partial<SpotOrder> = {}) =>
  spotOrder({ orderType: 'market', timeInForce: 'ioc', ...fields })
const oco = (fields: Partial<SpotOrder> = {}) =>
  spotOrder({
    orderType: 'oco',
    ticks: 5_900_000,
    triggers: [spotTrigger({ limit: 6_110_000 })],
    ...fields,
  })
const FIRED = { firedAt: PLACED_AT + 500 }
const LIST = { id: 40, clientOid: 'list', names: ['first', 'second'] } as const

describe('the type of an order', () => {
  it.each([
    ['LIMIT', spotOrder()],
    ['LIMIT', spotOrder({ timeInForce: 'fok' })],
    ['LIMIT_MAKER', spotOrder({ timeInForce: 'post_only' })],
    ['MARKET', market()],
    ['STOP_LOSS', stopMarket()],
    ['STOP_LOSS_LIMIT', stopLimit()],
    ['STOP_LOSS', spotOrder({ orderType: 'trailing', triggers: [spotTrigger({ callback: 100 })] })],
    ['LIMIT_MAKER', oco()],
    ['STOP_LOSS_LIMIT', oco(FIRED)],
    ['STOP_LOSS', oco({ ...FIRED, triggers: [spotTrigger()] })],
    [
      'TAKE_PROFIT',
      spotOrder({ orderType: 'tp_sl', triggers: [spotTrigger({ kind: 'take_profit' })] }),
    ],
    [
      'TAKE_PROFIT_LIMIT',
      spotOrder({ orderType: 'tp_sl', triggers: [spotTrigger({ kind: 'take_profit', limit: 1 })] }),
    ],
    [
      'STOP_LOSS_LIMIT',
      spotOrder({ orderType: 'tp_sl', triggers: [spotTrigger({ kind: 'stop_loss', limit: 1 })] }),
    ],
  ])('is %s', (type, order) => {
    expect(orderTypeOf(order)).toBe(type)
  })
})

describe('the status of an order', () => {
  it.each([
    ['NEW', spotOrder()],
    ['NEW', stopLimit()],
    ['PENDING_NEW', spotOrder({ status: 'waiting', phase: 'pending' })],
    ['NEW', spotOrder({ status: 'waiting', phase: 'ready' })],
    ['PARTIALLY_FILLED', spotOrder({ status: 'partially_filled', filledLots: 1 })],
    ['FILLED', spotOrder({ status: 'filled', filledLots: 1_000 })],
    ['CANCELED', spotOrder({ status: 'cancelled' })],
    ['CANCELED', spotOrder({ status: 'cancelled', timeInForce: 'post_only' })],
    // What it could not trade at once has expired; nobody cancelled it.
    ['EXPIRED', spotOrder({ status: 'cancelled', timeInForce: 'ioc' })],
    ['EXPIRED', spotOrder({ status: 'cancelled', timeInForce: 'fok' })],
    ['EXPIRED', market({ status: 'cancelled' })],
    ['EXPIRED', stopMarket({ status: 'cancelled', ...FIRED })],
    // Cancelled while it waited for its price.
    ['CANCELED', stopMarket({ status: 'cancelled' })],
    ['CANCELED', stopLimit({ status: 'cancelled', timeInForce: 'fok' })],
    ['CANCELED', market({ status: 'cancelled', phase: 'pending' })],
  ])('is %s', (status, order) => {
    expect(orderStatusOf(order)).toBe(status)
  })
})

describe('an order as answers show it', () => {
  it("has every field of a limit order with its pair's places", () => {
    const order = spotOrder({
      status: 'partially_filled',
      filledLots: 250,
      filledTickLots: 1_499_875_000n,
    })
    expect(orderView(order)).toEqual({
      symbol: 'BTCUSDT',
      orderId: 41,
      orderListId: -1,
      clientOrderId: 'mine',
      price: '60000.00',
      origQty: '0.01000',
      executedQty: '0.00250',
      origQuoteOrderQty: '0.0000000',
      // 0.0025 at 59,995.00 on the average
      cummulativeQuoteQty: '149.9875000',
      status: 'PARTIALLY_FILLED',
      timeInForce: 'GTC',
      type: 'LIMIT',
      side: 'BUY',
      selfTradePreventionMode: 'EXPIRE_TAKER',
      stopPrice: '0.00',
      icebergQty: '0.00000',
      time: PLACED_AT,
      updateTime: PLACED_AT + 1_000,
      isWorking: true,
      workingTime: PLACED_AT,
    })
  })

  it('shows of an order by amount what it bought as its size', () => {
    const order = market({
      lots: 0,
      budget: 10_000_000_000,
      status: 'filled',
      filledLots: 1_666,
      filledTickLots: 9_996_000_000n,
    })
    expect(orderFields(order)).toMatchObject({
      origQty: '0.01666',
      executedQty: '0.01666',
      origQuoteOrderQty: '1000.0000000',
      cummulativeQuoteQty: '999.6000000',
    })
  })

  it.each([
    ['of a market order none, though it has a price of protection', market(), '0.00'],
    ['of a stop at the market none', stopMarket({ ticks: 6_200_000 }), '0.00'],
    ['of a stop the limit that it will have', stopLimit({ ticks: 0 }), '61100.00'],
    ['of an OCO order that of its limit leg', oco(), '59000.00'],
    ['of a limit order its own', spotOrder({ ticks: 1 }), '0.01'],
  ])('shows as price %s', (_what, order, price) => {
    expect(orderFields(order).price).toBe(price)
  })

  it.each([
    ['post_only', spotOrder({ timeInForce: 'post_only' }), 'GTC'],
    ['ioc of a market order', market(), 'GTC'],
    ['ioc of a stop at the market', stopMarket(), 'GTC'],
    ['ioc', spotOrder({ timeInForce: 'ioc' }), 'IOC'],
    ['fok of a stop with a limit', stopLimit({ timeInForce: 'fok' }), 'FOK'],
  ])('shows %s', (_what, order, timeInForce) => {
    expect(orderFields(order).timeInForce).toBe(timeInForce)
  })

  it.each([
    ['none', 'NONE'],
    ['maker', 'EXPIRE_MAKER'],
    ['taker', 'EXPIRE_TAKER'],
    ['both', 'EXPIRE_BOTH'],
  ] as const)('shows the prevention of %s as %s', (prevention, mode) => {
    expect(orderFields(spotOrder({ prevention })).selfTradePreventionMode).toBe(mode)
  })

  it('shows where a trailing order trails from, and by how much', () => {
    const trailing = (ticks: number) =>
      orderView(
        spotOrder({
          orderType: 'trailing',
          status: 'waiting',
          triggers: [spotTrigger({ kind: 'trailing', ticks, callback: 150 })],
        }),
      )
    expect(trailing(5_900_000)).toMatchObject({
      stopPrice: '59000.00',
      trailingDelta: 150,
      trailingTime: PLACED_AT,
      isWorking: false,
      workingTime: -1,
    })
    expect(trailing(0)).toMatchObject({ stopPrice: '0.00', trailingDelta: 150 })
  })

  it.each([
    ['from the start', spotOrder(), true, PLACED_AT],
    ['not while it waits for its price', stopLimit(), false, -1],
    [
      'from when its price was reached',
      stopLimit({ ...FIRED, status: 'open' }),
      true,
      PLACED_AT + 500,
    ],
    ['not before the first of its list is filled', spotOrder({ phase: 'pending' }), false, -1],
    ['not on its way to the market', spotOrder({ phase: 'ready' }), false, -1],
    ['with its limit leg', oco(), true, PLACED_AT],
    ['with neither leg before its list begins', oco({ phase: 'pending' }), false, -1],
  ])('works %s', (_when, order, isWorking, workingTime) => {
    expect(orderView(order)).toMatchObject({ isWorking, workingTime })
    expect(isWaiting(order)).toBe(!isWorking)
  })

  it('reads the default of an order without a prevention', () => {
    const { prevention: _, ...stored } = spotOrder()
    expect(orderFields(stored).selfTradePreventionMode).toBe('EXPIRE_TAKER')
  })
})

describe('the stop leg of an OCO order', () => {
  it('is an order of its own number, name and prices', () => {
    expect(stopLegView(oco())).toMatchObject({
      orderId: STOP_LEG + 41,
      orderListId: 41,
      clientOrderId: 'mine-stop',
      type: 'STOP_LOSS_LIMIT',
      price: '61100.00',
      stopPrice: '61000.00',
      origQty: '0.01000',
      status: 'NEW',
      isWorking: false,
      workingTime: -1,
    })
  })

  it.each([
    ['waits with its limit leg', {}, 'NEW'],
    ['waits for its list', { status: 'waiting', phase: 'pending' }, 'PENDING_NEW'],
    ['is cancelled with it', { status: 'cancelled' }, 'CANCELED'],
    ['expires once it is filled', { status: 'filled', filledLots: 1_000 }, 'EXPIRED'],
    ['waits while it fills', { status: 'partially_filled', filledLots: 400 }, 'NEW'],
  ] as const)('%s', (_what, fields, status) => {
    expect(stopLegView(oco(fields))).toMatchObject({
      status,
      executedQty: '0.00000',
      cummulativeQuoteQty: '0.0000000',
    })
  })

  it('has what the order traded once its price was reached', () => {
    const fired = oco({
      ...FIRED,
      status: 'filled',
      filledLots: 1_000,
      filledTickLots: 6_105_000_000n,
    })
    expect(stopLegView(fired)).toMatchObject({
      status: 'FILLED',
      executedQty: '0.01000',
      cummulativeQuoteQty: '610.5000000',
      isWorking: true,
      workingTime: PLACED_AT + 500,
    })
  })

  it('has a number that programs keep exactly', () => {
    expect(Number.isSafeInteger(stopLegView(oco({ id: 2 ** 51 })).orderId)).toBe(true)
  })
})

describe('a list of orders', () => {
  it('has the number and name of its OCO order', () => {
    expect(orderListView(oco())).toEqual({
      orderListId: 41,
      contingencyType: 'OCO',
      listStatusType: 'EXEC_STARTED',
      listOrderStatus: 'EXECUTING',
      listClientOrderId: 'mine',
      transactionTime: PLACED_AT + 1_000,
      symbol: 'BTCUSDT',
      orders: [
        { symbol: 'BTCUSDT', orderId: STOP_LEG + 41, clientOrderId: 'mine-stop' },
        { symbol: 'BTCUSDT', orderId: 41, clientOrderId: 'mine' },
      ],
    })
  })

  it('has its own number and name of one after another', () => {
    const second = spotOrder({ id: 41, clientOid: 'second', list: LIST, phase: 'pending' })
    expect(orderListView(second)).toMatchObject({
      orderListId: 40,
      contingencyType: 'OTO',
      listClientOrderId: 'list',
      orders: [
        { orderId: 40, clientOrderId: 'first' },
        { orderId: 41, clientOrderId: 'second' },
      ],
    })
  })

  it('has three orders where two wait for one', () => {
    expect(orderListView(oco({ clientOid: 'second', list: LIST })).orders).toEqual([
      { symbol: 'BTCUSDT', orderId: 40, clientOrderId: 'first' },
      { symbol: 'BTCUSDT', orderId: STOP_LEG + 41, clientOrderId: 'second-stop' },
      { symbol: 'BTCUSDT', orderId: 41, clientOrderId: 'second' },
    ])
  })

  it.each([
    ['open', 'EXEC_STARTED', 'EXECUTING'],
    ['partially_filled', 'EXEC_STARTED', 'EXECUTING'],
    ['filled', 'ALL_DONE', 'ALL_DONE'],
    ['cancelled', 'ALL_DONE', 'ALL_DONE'],
  ] as const)('is with a last order that is %s: %s', (status, listStatusType, listOrderStatus) => {
    expect(orderListView(oco({ status }))).toMatchObject({ listStatusType, listOrderStatus })
  })

  it.each([
    ['an OCO order', oco(), true],
    ['a plain order', spotOrder(), false],
    ['the first order of a list', spotOrder({ id: 40, list: LIST }), false],
    ['the second order of a list', spotOrder({ id: 41, list: LIST }), true],
    ['the OCO order of a list', oco({ id: 41, list: LIST }), true],
  ])('is shown by %s: %s', (_what, order, isShown) => {
    expect(representsList(order)).toBe(isShown)
  })
})

describe('a fill in the answer to its order', () => {
  it('charges a purchase in what it bought', () => {
    expect(fillView(spotFill(spotOrder(), { lots: 250, fee: 250n }))).toEqual({
      price: '60000.00',
      qty: '0.00250',
      commission: '0.0000025',
      commissionAsset: 'BTC',
      tradeId: 900,
    })
  })

  it('charges a sale in what it got', () => {
    const sale = spotOrder({ side: 'sell' })
    expect(fillView(spotFill(sale, { ticks: 5_999_999, fee: 1_200_000_000n }))).toMatchObject({
      price: '59999.99',
      commission: '12',
      commissionAsset: 'USDT',
    })
  })
})
