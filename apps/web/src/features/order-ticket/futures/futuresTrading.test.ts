import { createMemoryStorage } from '@x/kit/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../../testing/createTestBrowser.ts'
import { bareNumbers, textIds } from '../../../testing/textIds.ts'
import { SPOT_FUNDS } from '../fundsChoice.ts'
import { newFuturesDraft, type FuturesDraft } from './futuresDraft.ts'
import { futuresRules } from './futuresRules.ts'
import { missingText, problemText, trading } from './futuresTrading.ts'
import { reportFutures } from './reportFutures.ts'
import { BTC, INVERSE } from './testing/futuresTicket.ts'

const draftOf = (part: Partial<FuturesDraft> = {}): FuturesDraft => ({
  ...newFuturesDraft('buy'),
  price: '60000',
  size: '0.1',
  ...part,
})

describe('the request of a futures draft (futures 11)', () => {
  const requestOf = (part: Partial<FuturesDraft>, stored?: string) => {
    const storage = createMemoryStorage()
    if (stored !== undefined) storage.set(STORAGE_KEYS.selfTrade, stored)
    return trading.toRequest(draftOf(part), { spec: BTC, storage, funds: SPOT_FUNDS })
  }
  const limit = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.1', price: '60000' }

  it.each([
    [undefined, undefined],
    ['maker', 'maker'],
    ['both', 'both'],
    ['taker', undefined],
    ['none', undefined],
  ])('names who gives way to own orders: %s', (stored, sent) => {
    expect(requestOf({}, stored)).toEqual(
      sent === undefined ? limit : { ...limit, selfTradePrevention: sent },
    )
  })

  it.each([
    ['limit', {}, ['price', 'size']],
    ['market', {}, ['size']],
    ['stop_limit', {}, ['price', 'size', 'triggerPrice']],
    ['stop_market', {}, ['size', 'triggerPrice']],
    ['trailing', {}, ['callbackRate', 'size', 'triggerPrice']],
    ['limit', { timeInForce: 'ioc' }, ['price', 'size', 'timeInForce']],
    ['market', { timeInForce: 'ioc' }, ['size']],
    ['stop_market', { timeInForce: 'post_only' }, ['size', 'triggerPrice']],
    ['limit', { triggerBy: 'mark' }, ['price', 'size']],
    ['stop_market', { triggerBy: 'mark' }, ['size', 'triggerBy', 'triggerPrice']],
    ['limit', { unit: 'value' }, ['price', 'size', 'sizeUnit']],
    ['limit', { isTwoWay: true }, ['price', 'size', 'tradeSide']],
    ['limit', { reduceOnly: true }, ['price', 'reduceOnly', 'size']],
    ['market', { closesPosition: true }, ['size']],
    ['stop_market', { closesPosition: true }, ['closePosition', 'triggerPrice']],
    [
      'limit',
      { hasExits: true, takeProfit: '66000', stopLoss: '55000', triggerBy: 'mark' },
      ['price', 'size', 'stopLossTriggerPrice', 'takeProfitTriggerPrice', 'triggerBy'],
    ],
    [
      'limit',
      { hasExits: true, takeProfit: '66000', reduceOnly: true },
      ['price', 'reduceOnly', 'size'],
    ],
    ['limit', { hasExits: false, takeProfit: '66000', triggerBy: 'mark' }, ['price', 'size']],
  ] as const)('has the fields of a %s with %o', (type, part, fields) => {
    const sent = requestOf({ type, trigger: '61000', rate: '2', ...part })
    expect(Object.keys(sent).toSorted()).toEqual(
      ['orderType', 'side', 'symbol', ...fields].toSorted(),
    )
  })

  it('writes amounts that are still being typed in their plain form', () => {
    const typed = { type: 'stop_limit', price: '60000.', trigger: '061000', size: '0.10' } as const
    expect(requestOf(typed)).toMatchObject({ price: '60000', triggerPrice: '61000', size: '0.10' })
  })

  it('sends the name of an inverse contract, without the product', () => {
    const storage = createMemoryStorage()
    const request = trading.toRequest(draftOf({ size: '10' }), {
      spec: INVERSE,
      storage,
      funds: SPOT_FUNDS,
    })
    expect(request).toMatchObject({ symbol: 'BTCUSD', size: '10' })
  })
})

describe('the field of a futures refusal (futures 11)', () => {
  it.each([
    ['40201', undefined, 'size'],
    ['40202', undefined, 'price'],
    ['40202', 'triggerPrice', 'trigger'],
    ['40204', undefined, 'size'],
    ['40208', 'stopLossTriggerPrice', 'stopLoss'],
    ['40211', undefined, 'size'],
    ['40212', undefined, 'size'],
    ['40213', undefined, undefined],
    ['40216', undefined, undefined],
    ['40010', 'callbackRate', 'rate'],
    ['40010', 'clientOid', undefined],
    [undefined, undefined, undefined],
  ])('is chosen for %s about %s: %s', (code, named, field) => {
    expect(trading.refusedField(draftOf(), { code, named })).toBe(field)
  })

  it.each(['40201', '40210', '40217'])('decides an earlier attempt too: %s', (code) => {
    expect(trading.decided).toContain(code)
  })
})

describe('what is said of a futures draft', () => {
  const said = (problem: Partial<Parameters<typeof problemText>[0]>, part = {}, spec = BTC) =>
    problemText(
      { refusal: 'balance', code: '40201', field: 'size', ...problem },
      {
        t: textIds,
        numbers: bareNumbers,
        spec,
        draft: draftOf(part),
      },
    )

  it.each([
    ['price', 'spot.enterPrice'],
    ['trigger', 'spot.enterTrigger'],
    ['rate', 'spot.enterRate'],
    ['size', 'spot.enterAmount'],
    ['takeProfit', 'spot.enterTrigger'],
    ['stopLoss', 'spot.enterTrigger'],
  ] as const)('asks for a missing %s', (field, text) => {
    expect(missingText(field, { t: textIds })).toBe(text)
  })

  it('names the largest size in what sizes are counted in', () => {
    expect(said({ limit: '0.329' })).toBe('spot.notEnough <0.329/3> BTC')
    expect(said({ limit: '0.329' }, { side: 'sell' })).toBe('spot.notEnough <0.329/3> BTC')
    const contracts = { ...INVERSE, sizeUnit: 'contracts' }
    expect(said({ limit: '7' }, {}, contracts)).toBe('spot.notEnough <7/0> contracts')
  })

  it('names the end of the band that was passed, by the mark', () => {
    const band = { refusal: 'protection', code: '40205', field: 'price' } as const
    expect(said({ ...band, limit: '63525.0', reference: '60500.0' })).toBe(
      'spot.tooHigh <63525.0/1>',
    )
    expect(said({ ...band, limit: '57475.0', reference: '60500.0' })).toBe(
      'spot.tooLow <57475.0/1>',
    )
  })

  it.each([
    ['takeProfitTriggerPrice', 'buy', 'spot.mustBeAbove <60000/1>'],
    ['takeProfitTriggerPrice', 'sell', 'spot.mustBeBelow <60000/1>'],
    ['stopLossTriggerPrice', 'buy', 'spot.mustBeBelow <60000/1>'],
    ['stopLossTriggerPrice', 'sell', 'spot.mustBeAbove <60000/1>'],
  ] as const)('says where the %s of a %s must lie', (field, side, text) => {
    const direction = { refusal: 'direction', code: '40208', field, limit: '60000' } as const
    expect(said(direction, { side })).toBe(text)
  })
})

describe('a picked price of a contract', () => {
  const pick = (part: Partial<FuturesDraft>, picked: object = {}) =>
    futuresRules.reduce(draftOf(part), {
      type: 'picked',
      pick: { price: '59000.06', count: 1, ...picked },
      spec: BTC,
    })

  it.each([
    ['limit', 'limit'],
    ['market', 'limit'],
    ['stop_limit', 'stop_limit'],
    ['stop_market', 'limit'],
    ['trailing', 'limit'],
  ] as const)('makes of a %s a %s on the tick', (type, limited) => {
    expect(pick({ type })).toMatchObject({ type: limited, price: '59000.1', size: '0.1' })
  })

  it('counts the size of a level in the base coin', () => {
    expect(pick({ unit: 'margin', size: '150', share: 10 }, { size: '2' })).toMatchObject({
      unit: 'base',
      size: '2',
      share: undefined,
    })
  })

  it('forgets the slider with the other side, whose largest size is another', () => {
    expect(pick({ share: 50 }, { side: 'sell' })).toMatchObject({ side: 'sell', share: undefined })
    expect(pick({ share: 50 }).share).toBe(50)
  })

  it('is not the market price, which keeps the type', () => {
    const change = { type: 'marketPrice', price: '59000.06', spec: BTC } as const
    expect(futuresRules.reduce(draftOf({ type: 'market' }), change)).toMatchObject({
      type: 'market',
      price: '59000.1',
    })
  })
})

describe('the size of a contract on the order button', () => {
  it.each([
    ['base', 'base'],
    ['value', 'quote'],
    ['margin', 'margin'],
  ] as const)('is counted in what it is given in: %s', (unit, counted) => {
    expect(futuresRules.sizeOf(draftOf({ unit }))).toEqual({ amount: '0.1', unit: counted })
  })

  it.each([
    ['no size', { size: '' }],
    ['a size of zero', { size: '0.000' }],
    ['the whole position', { type: 'stop_market', trigger: '1', closesPosition: true }],
  ] as const)('is none of %s', (_what, part) => {
    expect(futuresRules.sizeOf(draftOf(part))).toBeUndefined()
  })
})

describe('after a futures order was placed', () => {
  it('keeps price, rate, unit and modes, and empties the rest', () => {
    const draft = draftOf({
      type: 'trailing',
      trigger: '59000',
      rate: '2.5',
      unit: 'value',
      isTwoWay: true,
      tradeSide: 'close',
      hasExits: true,
      takeProfit: '66000',
      stopLoss: '55000',
      share: 50,
    })
    expect(futuresRules.reduce(draft, { type: 'placed' })).toEqual({
      ...draft,
      trigger: '',
      size: '',
      takeProfit: '',
      stopLoss: '',
      share: undefined,
    })
  })
})

describe('the report of a futures order', () => {
  let browser: TestBrowser
  let tab: TestTab
  beforeEach(async () => {
    browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/futures/account', () => ok({}))
    tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  })
  const report = (status: string, part: Partial<FuturesDraft> = {}, { isCurrent = true } = {}) =>
    reportFutures(
      {
        draft: draftOf(part),
        spec: BTC,
        response: { orderId: '5', clientOid: 'w', status } as never,
        isRepeated: false,
      },
      { services: tab.services, dispatch: tab.store.dispatch, isCurrent: () => isCurrent },
    )

  it.each([
    ['open', 'BTCUSDT: Buy 0.1. Open', true, 'success'],
    ['waiting', 'BTCUSDT: Buy 0.1. Waiting', true, 'success'],
    ['partially_filled', 'BTCUSDT: Buy 0.1. Open', true, 'success'],
    ['filled', 'BTCUSDT: Buy 0.1. Filled', true, 'success'],
    ['cancelled', 'BTCUSDT: Buy 0.1. Cancelled', false, 'warning'],
  ])('says how far one came that is %s', async (status, text, hasEffect, kind) => {
    expect(await report(status)).toEqual({ text, hasEffect })
    expect(tab.services.toasts.getState().map((toast) => [toast.kind, toast.text])).toEqual([
      [kind, text],
    ])
  })

  it.each([
    ['base', '1234.5', 'BTCUSDT: Sell 1,234.5. Filled'],
    ['value', '6000', 'BTCUSDT: Sell 6,000 USDT. Filled'],
    ['margin', '150.25', 'BTCUSDT: Sell 150.25 USDT. Filled'],
  ] as const)('names a size in %s with its unit', async (unit, size, text) => {
    expect(await report('filled', { side: 'sell', unit, size })).toMatchObject({ text })
  })

  it('names no size of an order that closes whatever is held', async () => {
    const whole = { type: 'stop_market', trigger: '1', closesPosition: true, size: '9' } as const
    const { text } = await report('waiting', whole)
    expect(text).not.toContain('9')
    expect(text).toMatch(/^BTCUSDT: Buy .+\. Waiting$/)
  })

  it('says nothing to another user', async () => {
    expect(await report('open', {}, { isCurrent: false })).toEqual({ text: '', hasEffect: true })
    expect([tab.toasts(), tab.services.log.getState().messages]).toEqual([[], []])
  })
})
