import type { OrderProblem } from '@x/trading'
import { describe, expect, it } from 'vitest'
import { bareNumbers, textIds } from '../../testing/textIds.ts'
import type { Crossing } from './crossing.ts'
import { crossingText } from './crossingText.ts'
import { missingText, problemText } from './problemText.ts'
import { ofPair, termsText, type NamedTerms } from './termsText.ts'

const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

describe('what is wrong with an order', () => {
  const said = (
    problem: Partial<OrderProblem> & Pick<OrderProblem, 'refusal'>,
    context: { side?: 'buy' | 'sell'; type?: string; lastPrice?: string | null } = {},
  ) =>
    problemText(
      { code: '40010', field: 'price', ...problem },
      {
        t: textIds,
        numbers: bareNumbers,
        spec,
        side: 'buy',
        type: 'limit',
        lastPrice: '60000',
        ...context,
      },
    )

  it('names what is available in the asset that is spent', () => {
    const balance = { refusal: 'balance', limit: '0.5' } as const
    expect(said(balance)).toBe('spot.notEnough <0.5/2> USDT')
    expect(said(balance, { side: 'sell' })).toBe('spot.notEnough <0.5/5> BTC')
  })

  it('names tick and step with every digit', () => {
    expect(said({ refusal: 'tick', limit: '0.00000001' })).toBe('spot.badTick 0.00000001')
    expect(said({ refusal: 'step', limit: '0.00001' })).toBe('spot.badStep 0.00001')
  })

  it('names the least value that was missed, else that of the pair', () => {
    expect(said({ refusal: 'minimum', limit: '60001' })).toBe('spot.belowMinimum <60001/2> USDT')
    expect(said({ refusal: 'minimum' })).toBe('spot.belowMinimum <5/2> USDT')
  })

  it.each([
    ['72000', '60000', 'spot.tooHigh <72000/2>'],
    ['48000', '60000', 'spot.tooLow <48000/2>'],
    // 9,000 as a text is above 60,000.
    ['9000', '60000', 'spot.tooLow <9000/2>'],
    ['60000', '60000', 'spot.tooHigh <60000/2>'],
    ['48000', null, 'spot.tooHigh <48000/2>'],
  ])('names the end %s of the band around %s', (limit, lastPrice, text) => {
    expect(said({ refusal: 'protection', limit }, { lastPrice })).toBe(text)
  })

  it('says that nobody offers the other side where there is no band', () => {
    expect(said({ refusal: 'protection' })).toBe('spot.noOpposite')
  })

  it.each([
    ['triggerPrice', 'stop_limit', 'buy', 'spot.mustBeAbove'],
    ['triggerPrice', 'stop_limit', 'sell', 'spot.mustBeBelow'],
    ['triggerPrice', 'trailing', 'buy', 'spot.mustBeBelow'],
    ['triggerPrice', 'trailing', 'sell', 'spot.mustBeAbove'],
    ['price', 'oco', 'buy', 'spot.mustBeBelow'],
    ['price', 'oco', 'sell', 'spot.mustBeAbove'],
    ['takeProfitTriggerPrice', 'limit', 'buy', 'spot.mustBeAbove'],
    ['takeProfitTriggerPrice', 'limit', 'sell', 'spot.mustBeBelow'],
    ['stopLossTriggerPrice', 'limit', 'buy', 'spot.mustBeBelow'],
    ['stopLossTriggerPrice', 'limit', 'sell', 'spot.mustBeAbove'],
    ['triggerPrice', 'of_a_later_version', 'buy', 'spot.mustBeAbove'],
  ] as const)('says where %s of a %s %s must lie', (field, type, side, text) => {
    const direction = { refusal: 'direction', field, limit: '60000' } as const
    expect(said(direction, { type, side })).toBe(`${text} <60000/2>`)
  })

  it('names both bounds of a rate', () => {
    expect(said({ refusal: 'parameter', field: 'callbackRate', limit: '0.1–10' })).toBe(
      'spot.badRate 0.1 10',
    )
  })

  it.each([
    ['would-cross', 'price', 'error.wouldCross'],
    ['not-fillable', 'size', 'error.notFillable'],
    ['parameter', 'size', 'error.other'],
  ] as const)('has a sentence for %s', (refusal, field, text) => {
    expect(said({ refusal, field })).toBe(text)
  })
})

describe('what is still to be filled in', () => {
  it.each([
    ['price', 'spot.enterPrice'],
    ['amount', 'spot.enterAmount'],
    ['total', 'spot.enterTotal'],
    ['trigger', 'spot.enterTrigger'],
    ['stop', 'spot.enterPrice'],
    ['rate', 'spot.enterRate'],
    ['takeProfit', 'spot.enterTrigger'],
    ['takeProfitLimit', 'spot.enterPrice'],
    ['stopLoss', 'spot.enterTrigger'],
    ['stopLossLimit', 'spot.enterPrice'],
  ] as const)('asks for %s by %s', (field, text) => {
    expect(missingText(field, { t: textIds })).toBe(text)
  })
})

describe('the terms of an order in a sentence', () => {
  const figure = (text: string, options?: { readonly digits: number }) =>
    options ? `<${text}/${options.digits}>` : `<${text}>`
  const said = (terms: NamedTerms, of: typeof spec | undefined = spec) =>
    termsText(terms, { t: textIds, figure, spec: of })

  it.each([
    [{ size: '0.01', price: '60000' }, 'orders.atPrice <0.01> BTC <60000/2> USDT'],
    [{ size: '0.01' }, 'orders.atMarket <0.01> BTC'],
    [{ size: '0.01', price: null }, 'orders.atMarket <0.01> BTC'],
    [{ size: '600', sizeUnit: 'quote' }, 'orders.atMarket <600> USDT'],
    [
      { size: '1', price: '61000', triggerPrice: '60500' },
      'orders.atPrice <1> BTC <61000/2> USDT (spot.triggerPrice <60500/2> USDT)',
    ],
    [
      { size: '1', triggerPrice: '60500' },
      'orders.atMarket <1> BTC (spot.triggerPrice <60500/2> USDT)',
    ],
    [{ size: '1', triggerPrice: null }, 'orders.atMarket <1> BTC'],
  ] as const)('names %o', (terms, text) => {
    expect(said(terms)).toBe(text)
  })

  it('names no asset of an unknown pair', () => {
    expect(termsText({ size: '1', price: '0.5' }, { t: textIds, figure, spec: undefined })).toBe(
      'orders.atPrice <1> <0.5/8>',
    )
  })

  it('begins a notice with its pair, apart from its direction', () => {
    expect([ofPair('Placed.', spec), ofPair('Placed.', undefined)]).toEqual([
      '\u2068BTC/USDT\u2069 · Placed.',
      'Placed.',
    ])
  })
})

describe('that an order trades at once', () => {
  const crossing = {
    average: '60001.5',
    filledBase: '0.5',
    isComplete: true,
    isBeyondBook: false,
  } as Crossing
  const said = (part: Partial<Crossing>) =>
    crossingText({ ...crossing, ...part }, { t: textIds, numbers: bareNumbers, spec })

  it('is said with the average alone where all of it does', () => {
    expect(said({})).toBe('spot.tradesAtOnce <60001.5/2> USDT')
  })

  it('is said with the amount where a part of it does', () => {
    expect(said({ isComplete: false })).toBe('spot.tradesPartly <0.5/5> BTC <60001.5/2> USDT')
  })

  it('says that more may trade than the book shows', () => {
    expect(said({ isComplete: false, isBeyondBook: true })).toBe(
      'spot.tradesPartly <0.5/5> BTC <60001.5/2> USDT spot.beyondBook',
    )
  })
})
