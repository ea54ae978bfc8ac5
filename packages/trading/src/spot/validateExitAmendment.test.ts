import { describe, expect, it } from 'vitest'
import type { SpotMarket } from './spotOrder.ts'
import { type ExitTerms, validateExitAmendment } from './validateExitAmendment.ts'

const market: SpotMarket = {
  symbol: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' },
  lastPrice: '60000',
  markPrice: '59000',
  bestBid: '59999.5',
  bestAsk: '60000.5',
  available: { base: '0', quote: '0' },
}
const sells: ExitTerms = {
  side: 'sell',
  takeProfitTriggerPrice: '62000',
  takeProfitPrice: '61900',
  stopLossTriggerPrice: '55000',
}
const buys: ExitTerms = {
  side: 'buy',
  takeProfitTriggerPrice: '55000',
  stopLossTriggerPrice: '62000',
  stopLossPrice: '62100',
}

const problems = (
  before: ExitTerms,
  { change, on }: { change: Partial<ExitTerms>; on?: Partial<SpotMarket> },
) =>
  validateExitAmendment({ ...before, ...change }, { before, market: { ...market, ...on } }).map(
    ({ code, field, limit }) => [code, field, limit],
  )

describe('exits that stand', () => {
  it('moves up to the price and not past it on either side', () => {
    expect(problems(sells, { change: { stopLossTriggerPrice: '59999.99' } })).toEqual([])
    expect(problems(sells, { change: { stopLossTriggerPrice: '60000' } })).toEqual([
      ['40208', 'stopLossTriggerPrice', '60000'],
    ])
    expect(problems(sells, { change: { takeProfitTriggerPrice: '59999' } })).toEqual([
      ['40208', 'takeProfitTriggerPrice', '60000'],
    ])
    expect(problems(buys, { change: { takeProfitTriggerPrice: '60001' } })).toEqual([
      ['40208', 'takeProfitTriggerPrice', '60000'],
    ])
    expect(problems(buys, { change: { stopLossTriggerPrice: '60001' } })).toEqual([])
  })

  it('are measured against the price that they wait for', () => {
    expect(
      problems({ ...sells, triggerBy: 'mark' }, { change: { stopLossTriggerPrice: '59500' } }),
    ).toEqual([['40208', 'stopLossTriggerPrice', '59000']])
    expect(
      problems({ ...sells, triggerBy: 'mark' }, { change: { takeProfitTriggerPrice: '59500' } }),
    ).toEqual([])
  })

  it('keep tick and band', () => {
    expect(problems(sells, { change: { stopLossTriggerPrice: '55000.001' } })).toEqual([
      ['40202', 'stopLossTriggerPrice', '0.01'],
    ])
    expect(problems(sells, { change: { takeProfitPrice: '40000' } })).toEqual([
      ['40205', 'takeProfitPrice', '49600.00'],
    ])
    expect(problems(sells, { change: { takeProfitTriggerPrice: '90000' } })).toEqual([
      ['40205', 'takeProfitPrice', '72000.00'],
    ])
    expect(problems(sells, { change: { stopLossTriggerPrice: '-1' } })).toEqual([
      ['40010', 'stopLossTriggerPrice', undefined],
    ])
  })

  it('skips checks of unchanged fields and missing prices', () => {
    expect(
      problems(sells, {
        change: { takeProfitTriggerPrice: '56000', takeProfitPrice: '56000' },
        on: { lastPrice: '54000' },
      }),
    ).toEqual([])
    expect(
      problems(sells, { change: { stopLossTriggerPrice: '50000' }, on: { lastPrice: '70000' } }),
    ).toEqual([])
    expect(
      problems(sells, {
        change: { stopLossTriggerPrice: '50000' },
        on: { lastPrice: null, markPrice: null },
      }),
    ).toEqual([])
  })
})
