import { describe, expect, it } from 'vitest'
import type { PlaceFuturesOrderRequest } from '@x/api'
import { createFuturesFixture, BTC, COIN } from '../../exchange/futures/testing/futuresFixture.ts'
import { contractOf } from '../../exchange/state/state.ts'
import { GatewayError } from '../../platform/http/route.ts'
import {
  digestOf,
  exitsOf,
  futuresTerms,
  protectionTicks,
  readCallback,
  type TermsContext,
} from './orderTerms.ts'

const { state } = createFuturesFixture()
const quotes = { last: 600_000, mark: 600_100, index: 599_900, opposite: 600_050 }

const context = (changes: Partial<TermsContext> = {}, symbol = BTC): TermsContext => ({
  market: contractOf(state, symbol),
  mode: 'one_way',
  quotes,
  leverageOf: () => 20,
  ...changes,
})

const limit: PlaceFuturesOrderRequest = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '59000',
  size: '0.5',
}

const terms = (changes: Partial<PlaceFuturesOrderRequest>, own: Partial<TermsContext> = {}) =>
  futuresTerms({ ...limit, ...changes }, context(own))

/** The code and the field of a refusal. */
function refusalOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { field = '' } = (error.data ?? {}) as { readonly field?: string }
    return `${error.code} ${field}`.trim()
  }
  return 'taken'
}

describe('the terms of a contract order', () => {
  it('turns a limit order into ticks and lots (futures 4)', () => {
    expect(terms({})).toEqual({
      symbol: BTC,
      side: 'buy',
      positionSide: 'net',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: 590_000,
      lots: 500,
      reduceOnly: false,
    })
  })

  it.each<[string, Partial<PlaceFuturesOrderRequest>]>([
    ['40202 price', { price: '59000.05' }],
    ['40010 price', { price: '0' }],
    ['40010 price', { price: '-1' }],
    ['40010 price', { price: null }],
    ['40010 price', { price: '9'.repeat(30) }],
    ['40203 size', { size: '0.0001' }],
    ['40010 size', { size: '0' }],
    ['40010 size', { size: '-0.5' }],
    ['40010 size', { size: null }],
    ['40010 size', { size: '9'.repeat(30) }],
    ['40010 price', { orderType: 'market' }],
    ['40010 triggerPrice', { triggerPrice: '58000' }],
    ['40010 callbackRate', { callbackRate: '1' }],
    ['40010 tradeSide', { tradeSide: 'open' }],
    ['40010 timeInForce', { orderType: 'market', price: null, timeInForce: 'post_only' }],
    ['40010 triggerPrice', { orderType: 'stop_limit' }],
    ['40208 triggerPrice', { orderType: 'stop_limit', triggerPrice: '60000' }],
    ['40208 takeProfitTriggerPrice', { takeProfitTriggerPrice: '59000' }],
    ['40208 stopLossTriggerPrice', { stopLossTriggerPrice: '61000' }],
    ['40010 takeProfitPrice', { takeProfitPrice: '61000' }],
    ['40010 stopLossPrice', { stopLossPrice: '58000' }],
    ['40010 takeProfitTriggerPrice', { reduceOnly: true, takeProfitTriggerPrice: '61000' }],
  ])('answers %s to %o (futures 4)', (expected, changes) => {
    expect(refusalOf(() => terms(changes))).toBe(expected)
  })

  it('refuses everything without a mark (futures 5)', () => {
    expect(refusalOf(() => terms({}, { quotes: { ...quotes, mark: 0 } }))).toBe('40205')
  })

  it('protects an order at the market by 5 % (trading 7)', () => {
    const market = { orderType: 'market', price: null } as const
    expect(terms(market)).toMatchObject({ ticks: 630_052, timeInForce: 'ioc' })
    expect(terms({ ...market, side: 'sell' })).toMatchObject({ ticks: 570_048 })
    expect(terms({ ...market, timeInForce: 'fok' })).toMatchObject({ timeInForce: 'fok' })
    // Without an opposite side the mark is what it is measured by.
    expect(protectionTicks('buy', { opposite: 0, mark: 600_000 })).toBe(630_000)
    expect(protectionTicks('sell', { opposite: 1, mark: 600_000 })).toBe(1)
  })

  it('waits for a stop from the side where the price is (futures 4)', () => {
    const stop = { orderType: 'stop_limit', price: '61000' } as const
    expect(terms({ ...stop, triggerPrice: '60500' }).triggers).toMatchObject([
      { kind: 'stop', by: 'last', rises: true, ticks: 605_000, limit: 610_000 },
    ])
    expect(terms({ ...stop, triggerPrice: '59950', triggerBy: 'index' }).triggers).toMatchObject([
      { by: 'index', rises: false, ticks: 599_500 },
    ])
    expect(
      terms({ orderType: 'stop_market', price: null, triggerPrice: '59000' }).triggers,
    ).toMatchObject([{ limit: 0 }])
  })

  it('trails at once or from an activation price (futures 4)', () => {
    const trailing = { orderType: 'trailing', price: null, callbackRate: '0.5' } as const
    expect(terms({ ...trailing, side: 'sell' })).toMatchObject({
      triggers: [{ kind: 'trailing', rises: false, ticks: 0, callback: 50, extreme: 0, limit: 0 }],
    })
    expect(terms({ ...trailing, triggerPrice: '58000' }).triggers).toMatchObject([
      { rises: true, ticks: 580_000 },
    ])
    const refused = (changes: Partial<PlaceFuturesOrderRequest>) =>
      refusalOf(() => terms({ ...trailing, ...changes }))
    expect(refused({ triggerPrice: '61000' })).toBe('40208 triggerPrice')
    expect(refused({ side: 'sell', triggerPrice: '59000' })).toBe('40208 triggerPrice')
    expect(refused({ callbackRate: null })).toBe('40010 callbackRate')
  })

  it.each(['0.09', '10.01', '0.105', '-1', 'x', '1e1'])(
    'refuses a callback rate of %s (futures 4)',
    (callbackRate) => {
      expect(refusalOf(() => readCallback({ callbackRate }))).toBe('40010 callbackRate')
    },
  )

  it('names the leg by open and close in two-way mode (futures 4)', () => {
    const twoWay = { mode: 'two_way' } as const
    const legs = (['buy', 'sell'] as const).flatMap((side) =>
      (['open', 'close'] as const).map((tradeSide) => {
        const { positionSide, reduceOnly } = terms({ side, tradeSide }, twoWay)
        return [side, tradeSide, positionSide, reduceOnly]
      }),
    )
    expect(legs).toEqual([
      ['buy', 'open', 'long', false],
      ['buy', 'close', 'short', true],
      ['sell', 'open', 'short', false],
      ['sell', 'close', 'long', true],
    ])
    expect(refusalOf(() => terms({}, twoWay))).toBe('40010 tradeSide')
    expect(refusalOf(() => terms({ tradeSide: 'open', reduceOnly: true }, twoWay))).toBe(
      '40010 reduceOnly',
    )
  })

  it('counts a size in value and in margin (futures 4)', () => {
    expect(terms({ size: '5900', sizeUnit: 'value' }).lots).toBe(100)
    expect(terms({ size: '295', sizeUnit: 'margin' }).lots).toBe(100)
    expect(refusalOf(() => terms({ size: '1', sizeUnit: 'value' }))).toBe('40010 size')
  })

  it('counts inverse contracts by their value (futures 1)', () => {
    const inverse = (changes: Partial<PlaceFuturesOrderRequest>) =>
      futuresTerms({ ...limit, symbol: 'BTCUSD', ...changes }, context({}, COIN)).lots
    expect(inverse({ size: '7' })).toBe(7)
    expect(inverse({ size: '1050', sizeUnit: 'value' })).toBe(10)
    // One contract is 0.00169492 BTC, rounded up to an atom: what the margin pays for in full.
    expect(inverse({ size: '0.01', sizeUnit: 'margin' })).toBe(117)
  })
})

describe('take profit and stop loss', () => {
  const instrument = contractOf(state, BTC).instrument
  const exits = (fields: Parameters<typeof exitsOf>[0], isLong = true) =>
    exitsOf(fields, { instrument, quotes, isLong })

  it('takes triggers with limit prices, and the price they wait for (futures 4)', () => {
    expect(
      exits({
        takeProfitTriggerPrice: '62000',
        takeProfitPrice: '61900',
        stopLossTriggerPrice: '58000',
        triggerBy: 'mark',
      }),
    ).toEqual({
      takeProfit: { by: 'mark', ticks: 620_000, limit: 619_000 },
      stopLoss: { by: 'mark', ticks: 580_000 },
    })
    expect(exits({})).toBeUndefined()
  })

  it('turns the sides round for a short position (futures 4)', () => {
    expect(exits({ takeProfitTriggerPrice: '58000' }, false)).toMatchObject({
      takeProfit: { ticks: 580_000 },
    })
    expect(refusalOf(() => exits({ takeProfitTriggerPrice: '62000' }, false))).toBe(
      '40208 takeProfitTriggerPrice',
    )
    expect(refusalOf(() => exits({ stopLossTriggerPrice: '60000' }))).toBe(
      '40208 stopLossTriggerPrice',
    )
  })
})

describe('the digest of a request', () => {
  it('is of what is asked, however it is written (futures 4)', () => {
    const digest = digestOf({ price: '1.50', size: '2', clientOid: 'a', side: null })
    expect(digestOf({ size: '2.0', price: '1.5', clientOid: 'b' })).toBe(digest)
    expect(digestOf({ size: '2.0', price: '1.51' })).not.toBe(digest)
    expect(digestOf({ size: '2.0', price: '1.5', what: 'close' })).not.toBe(digest)
  })
})
