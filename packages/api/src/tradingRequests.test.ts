import { describe, expect, it } from 'vitest'
import { acceptsRequest, changed, type Changes } from './testing/requestCheck.ts'

type Row = readonly [isAccepted: boolean, what: string, changes: Changes]
const long = (length: number) => 'x'.repeat(length)
const LEGS = ['takeProfitTriggerPrice', 'takeProfitPrice', 'stopLossTriggerPrice', 'stopLossPrice']

describe('a spot order', () => {
  const ORDER = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.01', price: '9' }
  const accepts = (changes: Changes) =>
    acceptsRequest('POST /v1/spot/order/place', changed(ORDER, changes))

  it.each([
    [true, 'as it is', {}],
    [true, 'at the market, by an amount of quote', { orderType: 'market', sizeUnit: 'quote' }],
    [true, 'with every field left empty', { timeInForce: '', triggerBy: '', clientOid: '' }],
    [true, 'with every field null', { price: null, timeInForce: null, funds: null, loan: null }],
    [true, 'for the cross account, which borrows', { funds: 'cross', loan: 'auto' }],
    [true, 'for a lead', { funds: 'lead' }],
    [false, 'for a follow, which the exchange places', { funds: 'copy' }],
    [false, 'which the exchange places as an exit', { orderType: 'tp_sl' }],
    [false, 'for a contract by its side', { side: 'long' }],
    [false, 'in other letters', { side: 'Buy' }],
    [false, 'without a size', { size: undefined }],
    [false, 'with a null size', { size: null }],
    [false, 'with a size that is a number', { size: 0.01 }],
    [false, 'with another loan mode', { loan: 'all' }],
    [false, 'with another prevention', { selfTradePrevention: 'cancel' }],
    [false, 'with a time in force of contracts elsewhere', { timeInForce: 'GTX' }],
    [false, 'with a symbol of more than 100 characters', { symbol: long(101) }],
    [false, 'with a list of symbols', { symbol: ['BTCUSDT'] }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(accepts(changes)).toBe(expected)
  })

  it.each([...LEGS, 'price', 'triggerPrice', 'stopPrice', 'callbackRate'])(
    'takes %s as a decimal, empty or null',
    (field) => {
      expect(
        ['1.5', '', null, 1.5, '1,5', true].map((value) => accepts({ [field]: value })),
      ).toEqual([true, true, true, false, false, false])
    },
  )

  it('is named for a cancel by either of its names', () => {
    expect(
      [{ orderId: '1' }, { clientOid: 'a' }, {}, { orderId: 1 }, { orderId: null }].map((request) =>
        acceptsRequest('POST /v1/spot/order/cancel', request),
      ),
    ).toEqual([true, true, true, false, false])
  })

  it('is amended by decimals, and by nothing else', () => {
    const amend = (changes: Changes) =>
      acceptsRequest('POST /v1/spot/order/amend', { orderId: '1', ...changes })
    expect([{ price: '1' }, { size: '1' }, { size: null }, { size: 1 }].map(amend)).toEqual([
      true,
      true,
      true,
      false,
    ])
    for (const field of LEGS)
      expect([amend({ [field]: '1' }), amend({ [field]: 1 })]).toEqual([true, false])
  })
})

describe('an algo order', () => {
  const TWAP = {
    symbol: 'BTCUSDT',
    side: 'sell',
    algoType: 'twap',
    size: '1',
    parts: 10,
    duration: 600,
    clientOid: 'a1',
  }

  it.each([
    [true, 'as it is', {}],
    [true, 'of two parts', { parts: 2 }],
    [true, 'of the most parts', { parts: 500 }],
    [false, 'of one part', { parts: 1 }],
    [false, 'of more parts', { parts: 501 }],
    [false, 'of parts as text', { parts: '10' }],
    [true, 'over half a minute', { duration: 30 }],
    [true, 'over a day', { duration: 86_400 }],
    [false, 'over less', { duration: 29 }],
    [false, 'over more', { duration: 86_401 }],
    [true, 'as an iceberg', { algoType: 'iceberg', parts: null, duration: null, visibleSize: '1' }],
    [true, 'as a scaled order', { algoType: 'scaled', price: '1', lastPrice: '2' }],
    [false, 'of another kind', { algoType: 'vwap' }],
    [false, 'without a key', { clientOid: undefined }],
    [false, 'with a size shown as a number', { visibleSize: 1 }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/spot/algo/place', changed(TWAP, changes))).toBe(expected)
  })
})

describe('an order for a contract', () => {
  const ORDER = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '1', price: '2' }

  it.each([
    [true, 'as it is', {}],
    [true, 'that opens', { tradeSide: 'open' }],
    [true, 'that only reduces', { reduceOnly: true }],
    [true, 'that closes all, without a size', { closePosition: true, size: undefined }],
    [true, 'by a value', { sizeUnit: 'value' }],
    [true, 'by a margin', { sizeUnit: 'margin' }],
    [true, 'that waits for the index', { orderType: 'stop_limit', triggerBy: 'index' }],
    [false, 'by an amount of quote', { sizeUnit: 'quote' }],
    [false, 'as an oco', { orderType: 'oco' }],
    [false, 'that goes without prevention', { selfTradePrevention: 'none' }],
    [false, 'that only reduces by a word', { reduceOnly: 'true' }],
    [false, 'on another side', { tradeSide: 'reduce' }],
    [false, 'without a symbol', { symbol: undefined }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/futures/order/place', changed(ORDER, changes))).toBe(expected)
  })
})

describe('a position', () => {
  it.each([
    [true, 1],
    [true, 2],
    [true, null],
    [true, undefined],
    [false, 0],
    [false, 3],
    [false, '1'],
    [false, 'long'],
  ])('is named: %s by the side %j', (expected, positionSide) => {
    for (const [name, request] of [
      ['POST /v1/futures/position/close', {}],
      ['POST /v1/futures/position/reverse', {}],
      ['POST /v1/futures/position/exits', {}],
      ['POST /v1/futures/position/margin', { amount: '1' }],
      ['POST /v1/futures/position/autoMargin', { enabled: true }],
    ] as const)
      expect([
        name,
        acceptsRequest(name, changed({ symbol: 'BTCUSDT', ...request }, { positionSide })),
      ]).toEqual([name, expected])
  })

  it.each([
    [true, { size: '1' }],
    [true, { share: '50' }],
    [true, { orderType: 'limit', price: '2' }],
    [false, { orderType: 'stop_market' }],
    [false, { share: 50 }],
  ])('is closed: %s by %o', (expected, changes) => {
    const request = { symbol: 'BTCUSDT', ...changes }
    expect(acceptsRequest('POST /v1/futures/position/close', request)).toBe(expected)
  })

  it.each([
    [1, true],
    [125, true],
    [1_000, true],
    [0, false],
    [1_001, false],
    [12.5, false],
    ['20', false],
    [null, false],
  ])('has a leverage of %j: %s', (leverage, expected) => {
    const request = { symbol: 'BTCUSDT', leverage }
    expect(acceptsRequest('POST /v1/futures/account/leverage', request)).toBe(expected)
  })

  it.each([
    ['POST /v1/futures/account/marginMode', 'marginMode', { symbol: 'BTCUSDT' }],
    ['POST /v1/futures/account/positionMode', 'positionMode', {}],
  ])('is kept by %s in one of two modes', (name, field, request) => {
    expect(
      [1, 2, 0, 3, '1', null, undefined].map((mode) =>
        acceptsRequest(name, changed(request, { [field]: mode })),
      ),
    ).toEqual([true, true, false, false, false, false, false])
  })
})

describe('a lead trader', () => {
  const LEAD = {
    nickname: 'Ann',
    pairs: ['BTCUSDT'],
    share: '10',
    minimum: '100',
    maxFollowers: 50,
    amount: '1000',
    clientOid: 'l1',
  }

  it.each([
    [true, 'as it is', {}],
    [true, 'with the longest name', { nickname: long(20) }],
    [false, 'with a longer name', { nickname: long(21) }],
    [false, 'without a name', { nickname: '' }],
    [false, 'without a pair', { pairs: [] }],
    [true, 'with the most pairs', { pairs: Array.from({ length: 50 }, () => 'BTCUSDT') }],
    [false, 'with more pairs', { pairs: Array.from({ length: 51 }, () => 'BTCUSDT') }],
    [true, 'with one follower', { maxFollowers: 1 }],
    [true, 'with the most followers', { maxFollowers: 300 }],
    [false, 'with more followers', { maxFollowers: 301 }],
    [false, 'with none', { maxFollowers: 0 }],
    [false, 'with a share as a number', { share: 10 }],
    [false, 'without a key', { clientOid: undefined }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/copy/lead/open', changed(LEAD, changes))).toBe(expected)
  })

  it('is followed by a ratio or an amount, with its allocation', () => {
    const terms = { leadId: '1', mode: 'ratio', allocation: '500', clientOid: 'f1' }
    expect(
      [
        {},
        { mode: 'amount', amount: '50', stopLoss: '10', dailyCap: '100', slippage: '0.3' },
        { mode: 'fixed' },
        { allocation: undefined },
        { leadId: 1 },
      ].map((changes) => acceptsRequest('POST /v1/copy/follow/open', changed(terms, changes))),
    ).toEqual([true, true, false, false, false])
  })

  it('is paid in or out, and no other way', () => {
    const fund = { leadId: '1', amount: '5', clientOid: 'x' }
    expect(
      ['in', 'out', 'IN', '', null, undefined].map((direction) =>
        acceptsRequest('POST /v1/copy/lead/fund', changed(fund, { direction })),
      ),
    ).toEqual([true, true, false, false, false, false])
  })
})

describe('a P2P advert', () => {
  const ADVERT = {
    side: 'sell',
    asset: 'USDT',
    fiat: 'EUR',
    price: '0.92',
    amount: '100',
    minimum: '10',
    maximum: '90',
    payMinutes: 15,
    paymentTypes: ['bank'],
    methodIds: ['1'],
    clientOid: 'a1',
    verifyToken: 't',
  }

  it.each([
    [true, 'as it is', {}],
    [true, 'that follows the index', { price: '', marginPercent: '1.5' }],
    [true, 'that gives an hour to pay', { payMinutes: 60 }],
    [false, 'that gives less than a quarter', { payMinutes: 14 }],
    [false, 'that gives more than an hour', { payMinutes: 61 }],
    [false, 'that gives part of a minute', { payMinutes: 15.5 }],
    [true, 'with five ways to pay', { paymentTypes: ['a', 'b', 'c', 'd', 'e'] }],
    [false, 'with six ways to pay', { paymentTypes: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    [false, 'with a way without a name', { paymentTypes: [''] }],
    [true, 'with terms of 1,000 characters', { terms: long(1_000) }],
    [false, 'with longer terms', { terms: long(1_001) }],
    [false, 'with an amount as a number', { amount: 100 }],
    [false, 'without bounds', { minimum: undefined }],
  ] satisfies readonly Row[])('is accepted: %s %s', (expected, _what, changes) => {
    expect(acceptsRequest('POST /v1/p2p/advert/publish', changed(ADVERT, changes))).toBe(expected)
  })

  it('is taken at the version and the price that were shown', () => {
    const take = { advertId: '1', version: 1, price: '0.92', total: '50', clientOid: 'o1' }
    expect(
      [{}, { version: 0 }, { version: '1' }, { price: undefined }, { advertId: '' }].map(
        (changes) => acceptsRequest('POST /v1/p2p/order/create', changed(take, changes)),
      ),
    ).toEqual([true, false, false, false, false])
  })

  it.each([
    ['POST /v1/p2p/order/appeal', { orderId: '1', reason: long(500) }, 'reason', long(501)],
    [
      'POST /v1/p2p/order/message',
      { orderId: '1', text: long(1_000), clientOid: 'm' },
      'text',
      long(1_001),
    ],
    ['POST /v1/p2p/profile/rename', { nickname: long(40) }, 'nickname', long(41)],
    ['POST /v1/ops/p2p/ruling', { orderId: '1', outcome: 'refunded', reason: 'r' }, 'outcome', 'x'],
  ])('has its texts limited by %s', (name, request, field, wrong) => {
    expect([
      acceptsRequest(name, request),
      acceptsRequest(name, changed(request, { [field]: wrong })),
      acceptsRequest(name, changed(request, { [field]: '' })),
    ]).toEqual([true, false, false])
  })
})

describe('a price alert', () => {
  it('waits for a price of a pair', () => {
    expect(
      [
        { symbol: 'BTCUSDT', price: '90000' },
        { symbol: 'BTCUSDT', price: 90_000 },
        { price: '1' },
      ].map((request) => acceptsRequest('POST /v1/user/alert/place', request)),
    ).toEqual([true, false, false])
  })

  it('is removed with up to a hundred others', () => {
    const remove = (length: number) =>
      acceptsRequest('POST /v1/user/alert/remove', {
        alertIds: Array.from({ length }, (_, at) => `a${at}`),
      })
    expect([0, 1, 100, 101].map(remove)).toEqual([false, true, true, false])
  })
})
