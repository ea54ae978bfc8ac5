import { describe, expect, it } from 'vitest'
import { createParams } from '../params.ts'
import { codeOf, refusalOf } from '../testing/refusals.ts'
import { readOco, readOldOco, readOto, readOtoco } from './orderListRequest.ts'

type Fields = Readonly<Record<string, string>>
const paramsOf = (fields: Fields) => createParams(new Map(Object.entries(fields)))

/** Sells above the market, or below it once it has fallen. */
const SELL = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  quantity: '0.01',
  aboveType: 'LIMIT_MAKER',
  abovePrice: '66000',
  belowType: 'STOP_LOSS_LIMIT',
  belowStopPrice: '55000',
  belowPrice: '54900',
}
/** Buys below the market, or above it once it has risen. */
const BUY = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  quantity: '0.01',
  belowType: 'LIMIT_MAKER',
  belowPrice: '54000',
  aboveType: 'STOP_LOSS',
  aboveStopPrice: '66000',
}
const OLD = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  quantity: '0.01',
  price: '66000',
  stopPrice: '55000',
}
const oco = (fields: Fields) => readOco(paramsOf(fields))
const old = (fields: Fields) => readOldOco(paramsOf(fields))
const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name))

describe('two orders that cancel each other', () => {
  const common = { symbol: 'BTCUSDT', orderType: 'oco', size: '0.01', sizeUnit: 'base' }

  it('reads the leg above of a sale as its limit', () => {
    expect(oco(SELL)).toEqual({
      ...common,
      side: 'sell',
      price: '66000',
      triggerPrice: '55000',
      stopPrice: '54900',
    })
  })

  it('reads the leg below of a purchase as its limit', () => {
    expect(oco(BUY)).toEqual({ ...common, side: 'buy', price: '54000', triggerPrice: '66000' })
  })

  it('reads the former words of the same', () => {
    expect(old(OLD)).toEqual({ ...common, side: 'sell', price: '66000', triggerPrice: '55000' })
    expect(old({ ...OLD, stopLimitPrice: '54900', stopLimitTimeInForce: 'GTC' })).toMatchObject({
      stopPrice: '54900',
    })
  })

  it('takes no price of a stop that goes at the market', () => {
    expect(oco({ ...SELL, belowType: 'STOP_LOSS' })).not.toHaveProperty('stopPrice')
  })

  it.each([
    [oco, SELL],
    [old, OLD],
  ])('keeps what it says of trades with itself', (read, fields) => {
    expect(read({ ...fields, selfTradePreventionMode: 'EXPIRE_MAKER' })).toMatchObject({
      selfTradePrevention: 'maker',
    })
  })

  it.each([
    ['symbol', SELL],
    ['side', SELL],
    ['quantity', SELL],
    ['aboveType', SELL],
    ['abovePrice', SELL],
    ['belowType', SELL],
    ['belowStopPrice', SELL],
    ['belowPrice', SELL],
    ['aboveStopPrice', BUY],
    ['belowPrice', BUY],
  ])('needs its %s', (name, fields) => {
    const refused = refusalOf(() => oco(without(fields, name)))
    expect([refused?.code, refused?.message]).toEqual([-1102, expect.stringContaining(`'${name}'`)])
  })

  it.each(['symbol', 'side', 'quantity', 'price', 'stopPrice'])(
    'needs its %s in the former words too',
    (name) => {
      expect(codeOf(() => old(without(OLD, name)))).toBe(-1102)
    },
  )

  it.each([
    [{ ...SELL, aboveType: 'STOP_LOSS' }, -1116],
    [{ ...SELL, aboveType: 'TAKE_PROFIT' }, -1116],
    [{ ...SELL, belowType: 'LIMIT_MAKER' }, -1116],
    // The legs of a purchase, for a sale.
    [{ ...BUY, side: 'SELL' }, -1116],
    [{ ...SELL, side: 'BUY' }, -1116],
    [{ ...SELL, belowTimeInForce: 'IOC' }, -1115],
    [{ ...SELL, belowTimeInForce: 'FOK' }, -1115],
    [{ ...SELL, belowTimeInForce: 'GTC' }, undefined],
  ])('judges the legs of %j by %s', (fields, code) => {
    expect(codeOf(() => oco(fields))).toBe(code)
  })

  it.each([
    'aboveIcebergQty',
    'belowIcebergQty',
    'aboveTrailingDelta',
    'belowTrailingDelta',
    'abovePegPriceType',
    'belowPegPriceType',
    'belowClientOrderId',
  ])('refuses %s, which it would not keep', (name) => {
    const refused = refusalOf(() => oco({ ...SELL, [name]: '100' }))
    expect([refused?.code, refused?.message]).toEqual([
      -1106,
      `Parameter '${name}' is not supported here.`,
    ])
  })

  it.each(['limitIcebergQty', 'stopIcebergQty', 'trailingDelta', 'stopClientOrderId'])(
    'refuses %s of the former words',
    (name) => {
      expect(codeOf(() => old({ ...OLD, [name]: '100' }))).toBe(-1106)
    },
  )

  it('refuses a former stop that would not stay in the book', () => {
    const fields = { ...OLD, stopLimitPrice: '54900', stopLimitTimeInForce: 'FOK' }
    expect(codeOf(() => old(fields))).toBe(-1115)
  })
})

describe('the name of two orders that cancel each other', () => {
  it.each([
    [{}, undefined],
    [{ listClientOrderId: 'list' }, 'list'],
    [{ aboveClientOrderId: 'leg' }, 'leg'],
    [{ listClientOrderId: 'same', aboveClientOrderId: 'same' }, 'same'],
  ])('is that of the list or of its limit leg: %j', (names, clientOid) => {
    expect(oco({ ...SELL, ...names }).clientOid).toBe(clientOid)
  })

  it('is that of the leg below for a purchase', () => {
    expect(oco({ ...BUY, belowClientOrderId: 'leg' }).clientOid).toBe('leg')
    expect(codeOf(() => oco({ ...BUY, aboveClientOrderId: 'leg' }))).toBe(-1106)
  })

  it('is refused where there are two of them', () => {
    const names = { listClientOrderId: 'list', aboveClientOrderId: 'leg' }
    expect(codeOf(() => oco({ ...SELL, ...names }))).toBe(-1106)
    const former = { listClientOrderId: 'list', limitClientOrderId: 'leg' }
    expect(codeOf(() => old({ ...OLD, ...former }))).toBe(-1106)
  })

  it('is that of the limit in the former words', () => {
    expect(old({ ...OLD, limitClientOrderId: 'leg' }).clientOid).toBe('leg')
    expect(codeOf(() => old({ ...OLD, limitClientOrderId: 'a b' }))).toBe(-1100)
  })
})

const WORKING = {
  symbol: 'BTCUSDT',
  workingType: 'LIMIT',
  workingSide: 'BUY',
  workingPrice: '60000',
  workingQuantity: '0.01',
  workingTimeInForce: 'GTC',
}
const OTO = {
  ...WORKING,
  pendingType: 'LIMIT_MAKER',
  pendingSide: 'SELL',
  pendingPrice: '65000',
  pendingQuantity: '0.005',
}
const OTOCO = {
  ...WORKING,
  pendingSide: 'SELL',
  pendingQuantity: '0.01',
  pendingAboveType: 'LIMIT_MAKER',
  pendingAbovePrice: '66000',
  pendingBelowType: 'STOP_LOSS',
  pendingBelowStopPrice: '55000',
}
const oto = (fields: Fields) => readOto(paramsOf(fields))
const otoco = (fields: Fields) => readOtoco(paramsOf(fields))

describe('an order after another one', () => {
  it('has the terms of both', () => {
    expect(oto(OTO)).toEqual({
      request: {
        symbol: 'BTCUSDT',
        side: 'buy',
        orderType: 'limit',
        price: '60000',
        size: '0.01',
        sizeUnit: 'base',
        timeInForce: 'gtc',
      },
      pending: {
        request: {
          symbol: 'BTCUSDT',
          side: 'sell',
          orderType: 'limit',
          price: '65000',
          size: '0.005',
          sizeUnit: 'base',
          timeInForce: 'post_only',
        },
      },
    })
  })

  it.each([
    ['MARKET', { pendingQuantity: '0.01' }, { orderType: 'market', size: '0.01' }],
    [
      'STOP_LOSS',
      { pendingQuantity: '0.01', pendingStopPrice: '55000' },
      { orderType: 'stop_market', triggerPrice: '55000' },
    ],
    [
      'LIMIT',
      { pendingQuantity: '0.01', pendingPrice: '65000', pendingTimeInForce: 'FOK' },
      { orderType: 'limit', timeInForce: 'fok' },
    ],
  ])('may be a %s', (pendingType, fields, expected) => {
    const { pending } = oto({ ...WORKING, pendingSide: 'SELL', pendingType, ...fields })
    expect(pending?.request).toMatchObject(expected)
  })

  it('shares what it says of trades with itself', () => {
    const { request, pending } = oto({ ...OTO, selfTradePreventionMode: 'EXPIRE_BOTH' })
    expect([request.selfTradePrevention, pending?.request.selfTradePrevention]).toEqual([
      'both',
      'both',
    ])
  })

  it.each([
    [{ workingType: 'STOP_LOSS_LIMIT' }, -1116],
    [{ workingType: 'MARKET' }, -1116],
    [{ workingStopPrice: '1' }, -1106],
    [{ workingIcebergQty: '0.001' }, -1106],
    [{ pendingQuoteOrderQty: '10' }, -1106],
    [{ pendingTrailingDelta: '10' }, -1106],
    [{ pendingSide: 'HOLD' }, -1117],
    [{ listClientOrderId: 'a b' }, -1100],
  ])('is refused with %j by %i', (fields, code) => {
    expect(codeOf(() => oto({ ...OTO, ...fields }))).toBe(code)
  })
})

describe('the names of orders one after another', () => {
  const namesOf = ({ request, pending }: ReturnType<typeof oto>) => [
    request.clientOid,
    pending?.request.clientOid,
    pending?.listOid,
  ]
  const [list, first, second] = [
    { listClientOrderId: 'list' },
    { workingClientOrderId: 'first' },
    { pendingClientOrderId: 'second' },
  ]

  it.each([
    [{}, [undefined, undefined, undefined]],
    [list, ['list', 'list-pending', 'list']],
    [first, ['first', 'first-pending', 'first']],
    [second, [undefined, 'second', undefined]],
    [{ ...list, ...first }, ['first', 'list-pending', 'list']],
    [{ ...list, ...second }, ['list', 'second', 'list']],
    [{ ...list, ...first, ...second }, ['first', 'second', 'list']],
  ])('follow from %j', (names, expected) => {
    expect(namesOf(oto({ ...OTO, ...names }))).toEqual(expected)
  })

  it('are the limit leg’s of the two that wait', () => {
    const leg = { pendingAboveClientOrderId: 'exit' }
    expect(namesOf(otoco({ ...OTOCO, ...list, ...leg }))).toEqual(['list', 'exit', 'list'])
    expect(namesOf(otoco({ ...OTOCO, ...list }))).toEqual(['list', 'list-pending', 'list'])
  })

  it('are refused of the stop leg, which is named after the limit', () => {
    const refused = refusalOf(() => otoco({ ...OTOCO, pendingBelowClientOrderId: 'stop' }))
    expect(refused?.message).toBe("Parameter 'pendingBelowClientOrderId' is not supported here.")
  })
})

describe('two orders that cancel each other after another one', () => {
  it('wait with both of their prices', () => {
    expect(otoco(OTOCO).pending?.request).toEqual({
      symbol: 'BTCUSDT',
      side: 'sell',
      orderType: 'oco',
      size: '0.01',
      sizeUnit: 'base',
      price: '66000',
      triggerPrice: '55000',
    })
  })

  it('go by their own side, not by that of the first', () => {
    const { request, pending } = otoco({
      ...OTOCO,
      workingSide: 'SELL',
      pendingSide: 'BUY',
      pendingBelowType: 'LIMIT_MAKER',
      pendingBelowPrice: '54000',
      pendingAboveType: 'STOP_LOSS',
      pendingAboveStopPrice: '66000',
    })
    expect([request.side, pending?.request.side, pending?.request.price]).toEqual([
      'sell',
      'buy',
      '54000',
    ])
  })

  it.each([
    ['pendingAboveTrailingDelta', '10', -1106],
    ['pendingAboveIcebergQty', '0.001', -1106],
    ['pendingBelowTimeInForce', 'IOC', -1115],
    ['pendingBelowType', 'TAKE_PROFIT', -1116],
    ['pendingAboveType', 'LIMIT', -1116],
    ['pendingQuantity', '', -1105],
  ])('are refused with a %s of %j by %i', (name, value, code) => {
    expect(codeOf(() => otoco({ ...OTOCO, [name]: value }))).toBe(code)
  })

  it('are refused for what the first order lacks', () => {
    expect(refusalOf(() => otoco(without(OTOCO, 'workingPrice')))?.message).toContain(
      "'workingPrice'",
    )
  })
})
