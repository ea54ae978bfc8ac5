import { describe, expect, it } from 'vitest'
import * as trading from './exports/index.ts'

type Fields = Readonly<Record<string, string>>

interface Case {
  readonly call: (fields: Fields) => unknown
  /** Fields that are greater than zero, and what the others need. */
  readonly positive: Fields
  /** Fields that are zero or more. */
  readonly count?: Fields
  /** Fields of any sign. */
  readonly any?: Fields
}

const anyOf = <T>(fields: Fields, rest: object): T => ({ ...rest, ...fields }) as T
const long = { side: 'long' }
const prices = { entryPrice: '60000', markPrice: '61000' }

/** Every function with every number it reads. */
const cases: Readonly<Record<string, Case>> = {
  unrealisedPnl: {
    call: (fields) => trading.unrealisedPnl(anyOf(fields, long)),
    positive: { ...prices, bp: '1' },
    count: { count: '1' },
  },
  'positionMargin at the mark': {
    call: (fields) => trading.positionMargin(anyOf(fields, prices)),
    positive: { markPrice: '1', leverage: '10', bp: '1' },
    count: { count: '1' },
  },
  'positionMargin at the entry': {
    call: (fields) => trading.positionMargin(anyOf(fields, { ...prices, basis: 'entry' })),
    positive: { entryPrice: '1', leverage: '10', bp: '1' },
    count: { count: '1' },
  },
  roe: {
    call: (fields) => trading.roe(anyOf(fields, long)),
    positive: { ...prices, leverage: '10' },
  },
  averageEntryPrice: {
    call: (fields) =>
      trading.averageEntryPrice({ held: anyOf(fields, {}), added: { count: '1', price: '1' } }),
    positive: { price: '1' },
    count: { count: '1' },
  },
  bankruptcyPrice: {
    call: (fields) => trading.bankruptcyPrice(anyOf(fields, long)),
    positive: { entryPrice: '60000', count: '1', bp: '1' },
    count: { margin: '1', feeRate: '0.001' },
  },
  fundingPayment: {
    call: (fields) => trading.fundingPayment(anyOf(fields, long)),
    positive: { markPrice: '60000', bp: '1' },
    count: { count: '1' },
    any: { rate: '0.0001' },
  },
  priceForRoe: {
    call: (fields) => trading.priceForRoe(anyOf(fields, long)),
    positive: { entryPrice: '60000', leverage: '10' },
    any: { roe: '0.1' },
  },
  maintenanceMargin: {
    call: (fields) => trading.maintenanceMargin(anyOf(fields, {})),
    positive: { price: '60000', bp: '1' },
    count: { count: '1', mm: '0.004', cum: '0' },
  },
  crossLiquidationPrice: {
    call: (fields) => trading.crossLiquidationPrice(anyOf(fields, {})),
    positive: { bp: '1', longOpenPrice: '60000', shortOpenPrice: '60000', markPrice: '60000' },
    count: {
      longOpenCount: '2',
      shortOpenCount: '1',
      totalDelegateValue: '1',
      feeRate: '0.0006',
      mm: '0.004',
      cum: '0',
    },
    any: { available: '10000', othersUpnl: '1', othersMaintain: '1' },
  },
  isolatedLiquidationPrice: {
    call: (fields) => trading.isolatedLiquidationPrice(anyOf(fields, long)),
    positive: { bp: '1', entryPrice: '60000', markPrice: '60000' },
    count: { count: '1', feeRate: '0.0006', mm: '0.004', cum: '0' },
    any: { margin: '6000' },
  },
  stopDirection: {
    call: (fields) => trading.stopDirection(anyOf(fields, { ...long, kind: 'stop-loss' })),
    positive: { price: '1', reference: '1' },
  },
  blankOutOfBounds: {
    call: (fields) => trading.blankOutOfBounds('5', anyOf(fields, {})),
    positive: { upTo: '9' },
    count: { above: '1' },
  },
  averageBuyPrice: {
    call: (fields) =>
      trading.averageBuyPrice(
        anyOf(fields, { buyDelegateCount: '1', trackingType: 1, pricePlace: 2, quotePrecision: 2 }),
      ),
    positive: {},
    count: { buyPrice: '1', buyDealCount: '1', dealCount: '1', holdCount: '1', marketPrice: '1' },
  },
  previewAverageBuyPrice: {
    call: ({ limitPrice = '', ...fields }) =>
      trading.previewAverageBuyPrice(
        anyOf(fields, {
          buyPrice: '1',
          dealCount: '0',
          holdCount: '1',
          marketPrice: '1',
          trackingType: 0,
          pricePlace: 2,
          quotePrecision: 2,
        }),
        { limitPrice },
      ),
    positive: { limitPrice: '1' },
    count: { buyDelegateCount: '1', buyDealCount: '1' },
  },
  fitsStep: { call: (fields) => trading.fitsStep('1', anyOf(fields, {})), positive: { step: '1' } },
  limitPriceBand: {
    call: (fields) => trading.limitPriceBand(anyOf(fields, { tickSize: '1' })),
    positive: { lastPrice: '100' },
    count: { limitBand: '0.1' },
  },
  protectionPrice: {
    call: (fields) => trading.protectionPrice(anyOf(fields, { side: 'buy', tickSize: '1' })),
    positive: { bestPrice: '100' },
    count: { marketBand: '0.1' },
  },
  orderValue: {
    call: (fields) => trading.orderValue(anyOf(fields, {})),
    positive: {},
    count: { price: '1', size: '1' },
  },
  sizeForValue: {
    call: (fields) => trading.sizeForValue(anyOf(fields, { stepSize: '1' })),
    positive: { price: '1' },
    count: { value: '1' },
  },
  'sizeForShare of a buy': {
    call: ({ quote = '', ...fields }) =>
      trading.sizeForShare(
        anyOf(fields, { side: 'buy', stepSize: '1', available: { base: '1', quote } }),
      ),
    positive: { price: '1' },
    count: { share: '0.5', quote: '1' },
  },
  'sizeForShare of a sale': {
    call: ({ base = '', ...fields }) =>
      trading.sizeForShare(
        anyOf(fields, { side: 'sell', stepSize: '1', price: '1', available: { base, quote: '1' } }),
      ),
    positive: {},
    count: { share: '0.5', base: '1' },
  },
  tradeFee: {
    call: (fields) => trading.tradeFee(anyOf(fields, {}), { scale: 2 }),
    positive: {},
    count: { amount: '1', rate: '0.001' },
  },
  'estimateMarketFill, the order': {
    call: (fields) =>
      trading.estimateMarketFill(anyOf(fields, { side: 'buy', levels: [['1', '1']] })),
    positive: { stepSize: '1', protectionPrice: '2' },
    count: { size: '1' },
  },
  'estimateMarketFill, a level': {
    call: ({ price = '', size = '' }) =>
      trading.estimateMarketFill({
        side: 'buy',
        size: '1',
        stepSize: '1',
        levels: [[price, size]],
      }),
    positive: { price: '1' },
    count: { size: '1' },
  },
}

describe.each(Object.entries(cases))(
  'the inputs of %s',
  (_, { call, positive, count = {}, any = {} }) => {
    const valid = { ...positive, ...count, ...any }
    const wrong = (name: string, value: string) => () => call({ ...valid, [name]: value })

    it('are accepted where they have a meaning', () => {
      expect(() => call(valid)).not.toThrow()
      for (const name of Object.keys(count)) expect(wrong(name, '0')).not.toThrow()
      for (const name of Object.keys(any)) expect(wrong(name, '-0.5')).not.toThrow()
    })

    it('are named where they have none', () => {
      for (const name of Object.keys(valid))
        expect(wrong(name, '1e3'), name).toThrow(
          expect.objectContaining({ code: 'not-a-decimal', detail: name }),
        )
      for (const name of Object.keys(positive))
        expect(wrong(name, '0'), name).toThrow(
          expect.objectContaining({ code: 'out-of-range', detail: name }),
        )
      for (const name of [...Object.keys(positive), ...Object.keys(count)])
        expect(wrong(name, '-1'), name).toThrow(
          expect.objectContaining({ code: 'out-of-range', detail: name }),
        )
    })
  },
)
