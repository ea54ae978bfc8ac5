import { describe, expect, it } from 'vitest'
import type { SpotMarket, SpotOrder } from './spotOrder.ts'
import { validateAmendment, validateSpotOrder } from './validateSpotOrder.ts'

const market: SpotMarket = {
  symbol: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' },
  lastPrice: '60000',
  bestBid: '59999.5',
  bestAsk: '60000.5',
  available: { base: '1', quote: '50000' },
}
const limit: SpotOrder = {
  side: 'buy',
  orderType: 'limit',
  price: '59000',
  size: '0.1',
  timeInForce: 'gtc',
}
const buy: SpotOrder = { side: 'buy', orderType: 'market', size: '1000' }
const sell: SpotOrder = { side: 'sell', orderType: 'market', size: '0.1' }

const problems = (order: SpotOrder, on: SpotMarket = market) => {
  const outcome = validateSpotOrder(order, on)
  return outcome.status === 'refused'
    ? outcome.problems.map(({ code, field, limit: bound }) => [code, field, bound])
    : outcome.status
}

describe('validateSpotOrder accepts', () => {
  it('accepts a limit order and returns its hold', () => {
    expect(validateSpotOrder(limit, market)).toEqual({
      status: 'accepted',
      hold: { asset: 'quote', amount: '5900' },
      notional: '5900',
      protectionPrice: null,
    })
    expect(validateSpotOrder({ ...limit, side: 'sell' }, market)).toMatchObject({
      hold: { asset: 'base', amount: '0.1' },
    })
  })

  it('accepts a market buy sized in quote by default', () => {
    expect(validateSpotOrder(buy, market)).toEqual({
      status: 'accepted',
      hold: { asset: 'quote', amount: '1000' },
      notional: '1000',
      protectionPrice: '63000.52',
    })
  })

  it('accepts a market order in base, holding its highest cost (trading 7)', () => {
    expect(validateSpotOrder({ ...buy, size: '0.1', sizeUnit: 'base' }, market)).toEqual({
      status: 'accepted',
      hold: { asset: 'quote', amount: '6300.052' },
      notional: '6000.05',
      protectionPrice: '63000.52',
    })
    expect(validateSpotOrder(sell, market)).toEqual({
      status: 'accepted',
      hold: { asset: 'base', amount: '0.1' },
      notional: '5999.95',
      protectionPrice: '56999.53',
    })
  })

  it('accepts conditional orders judged at the trigger, not at the market', () => {
    const waiting = {
      side: 'sell',
      orderType: 'stop_limit',
      triggerPrice: '30000',
      price: '29000',
      size: '0.1',
    } as const
    expect(validateSpotOrder(waiting, market)).toMatchObject({
      status: 'accepted',
      hold: { asset: 'base', amount: '0.1' },
    })
    expect(
      validateSpotOrder(
        {
          side: 'buy',
          orderType: 'stop_market',
          triggerPrice: '70000',
          size: '0.1',
          sizeUnit: 'base',
        },
        market,
      ),
    ).toMatchObject({ hold: { asset: 'quote', amount: '7350' }, protectionPrice: '73500.00' })
  })

  it('the same numbers however many zeros were written', () => {
    expect(
      validateSpotOrder({ ...limit, price: '059000.0000', size: '0.1000000000' }, market),
    ).toEqual(validateSpotOrder(limit, market))
    expect(validateSpotOrder({ ...limit, size: `0.1${'0'.repeat(900)}` }, market)).toEqual(
      validateSpotOrder(limit, market),
    )
  })

  it('accepts an order with an unknown balance', () => {
    expect(problems({ ...limit, size: '100' }, { ...market, available: undefined })).toBe(
      'accepted',
    )
  })
})

describe('validateSpotOrder, orders with legs', () => {
  const oco: SpotOrder = {
    side: 'sell',
    orderType: 'oco',
    price: '62000',
    triggerPrice: '58000',
    size: '0.1',
  }
  const trailing: SpotOrder = {
    side: 'sell',
    orderType: 'trailing',
    callbackRate: '1.5',
    size: '0.1',
  }
  const bracket: SpotOrder = {
    ...limit,
    takeProfitTriggerPrice: '61000',
    stopLossTriggerPrice: '57000',
    stopLossPrice: '56900',
  }

  it('takes an oco order and holds for its dearer leg, once (trading 3)', () => {
    expect(validateSpotOrder(oco, market)).toMatchObject({
      status: 'accepted',
      hold: { asset: 'base', amount: '0.1' },
      protectionPrice: '55100.00',
    })
    const buying: SpotOrder = { ...oco, side: 'buy', price: '58000', triggerPrice: '62000' }
    expect(validateSpotOrder(buying, market)).toMatchObject({
      hold: { asset: 'quote', amount: '6510' },
      protectionPrice: '65100.00',
    })
    expect(validateSpotOrder({ ...buying, stopPrice: '62500' }, market)).toMatchObject({
      hold: { amount: '6250' },
      protectionPrice: null,
    })
  })

  it('rejects an OCO without two base legs and a resting limit (40010)', () => {
    expect(problems({ ...oco, price: undefined })).toEqual([['40010', 'price', undefined]])
    expect(problems({ ...oco, triggerPrice: undefined })).toEqual([
      ['40010', 'triggerPrice', undefined],
    ])
    expect(problems({ ...oco, sizeUnit: 'quote' })).toEqual([['40010', 'sizeUnit', undefined]])
    expect(problems({ ...oco, timeInForce: 'ioc' })).toEqual([['40010', 'timeInForce', undefined]])
    expect(problems({ ...oco, timeInForce: 'post_only' })).toBe('accepted')
  })

  it('rejects a trigger that has already fired, naming its reference price (40208)', () => {
    expect(
      problems({ side: 'sell', orderType: 'stop_market', triggerPrice: '60000', size: '0.1' }),
    ).toEqual([['40208', 'triggerPrice', '60000']])
    expect(
      problems({ side: 'buy', orderType: 'stop_market', triggerPrice: '59999.99', size: '100' }),
    ).toEqual([['40208', 'triggerPrice', '60000']])
    const byMark: SpotOrder = {
      side: 'sell',
      orderType: 'stop_market',
      triggerPrice: '59000',
      triggerBy: 'mark',
      size: '0.1',
    }
    expect(problems(byMark, { ...market, markPrice: '58900' })).toEqual([
      ['40208', 'triggerPrice', '58900'],
    ])
    expect(problems({ ...byMark, triggerBy: 'last' }, { ...market, markPrice: '58900' })).toBe(
      'accepted',
    )
  })

  it('rejects OCO legs on the wrong sides of the price (40208)', () => {
    expect(problems({ ...oco, price: '59000' })).toEqual([['40208', 'price', '60000']])
    expect(problems({ ...oco, side: 'buy', price: '62000', triggerPrice: '58000' })).toEqual([
      ['40208', 'triggerPrice', '60000'],
      ['40208', 'price', '60000'],
    ])
  })

  it('rejects a stop limit off the tick or its band (40202, 40205)', () => {
    expect(problems({ ...oco, stopPrice: '57999.999' })).toEqual([['40202', 'stopPrice', '0.01']])
    expect(problems({ ...oco, stopPrice: '40000' })).toEqual([['40205', 'stopPrice', '46400.00']])
    expect(problems({ ...bracket, stopLossPrice: '40000' })).toEqual([
      ['40205', 'stopLossPrice', '45600.00'],
    ])
  })

  it('takes a trailing order from 0.1 to 10 per cent, in hundredths (trading 3)', () => {
    expect(validateSpotOrder(trailing, market)).toMatchObject({
      status: 'accepted',
      notional: '5910',
      protectionPrice: '56145.00',
    })
    expect(problems({ ...trailing, triggerPrice: '61000' })).toBe('accepted')
    expect(problems({ ...trailing, triggerPrice: '59000' })).toEqual([
      ['40208', 'triggerPrice', '60000'],
    ])
    for (const callbackRate of ['0.09', '10.01', '1.555', '0', 'x', undefined])
      expect(problems({ ...trailing, callbackRate })).toEqual([
        ['40010', 'callbackRate', undefined],
      ])
    expect(
      validateSpotOrder(
        { side: 'buy', orderType: 'trailing', callbackRate: '10', size: '500' },
        market,
      ),
    ).toMatchObject({ hold: { asset: 'quote', amount: '500' } })
  })

  it('takes an entry with exits, measured against the price it enters at (trading 3)', () => {
    expect(problems(bracket)).toBe('accepted')
    expect(problems({ ...bracket, takeProfitTriggerPrice: '59000' })).toEqual([
      ['40208', 'takeProfitTriggerPrice', '59000'],
    ])
    expect(
      problems({ ...bracket, stopLossTriggerPrice: '59500', stopLossPrice: undefined }),
    ).toEqual([['40208', 'stopLossTriggerPrice', '59000']])
    expect(
      problems({ ...sell, takeProfitTriggerPrice: '58000', stopLossTriggerPrice: '61000' }),
    ).toBe('accepted')
  })

  it('rejects a passed stop loss of a marketable limit order (40208)', () => {
    const crossing: SpotOrder = { ...limit, price: '66000' }
    expect(problems({ ...crossing, stopLossTriggerPrice: '65000' })).toEqual([
      ['40208', 'stopLossTriggerPrice', '60000.5'],
    ])
    expect(
      problems({ ...crossing, takeProfitTriggerPrice: '61000', stopLossTriggerPrice: '59000' }),
    ).toBe('accepted')
    const sold: SpotOrder = { ...crossing, side: 'sell', price: '55000' }
    expect(problems({ ...sold, stopLossTriggerPrice: '56000' })).toEqual([
      ['40208', 'stopLossTriggerPrice', '59999.5'],
    ])
    expect(
      problems({ ...sold, takeProfitTriggerPrice: '59000', stopLossTriggerPrice: '61000' }),
    ).toBe('accepted')
  })

  it('rejects exits on conditional orders and limits without an exit (40010)', () => {
    expect(problems({ ...oco, takeProfitTriggerPrice: '70000' })).toEqual([
      ['40010', 'takeProfitTriggerPrice', undefined],
    ])
    expect(problems({ ...limit, stopLossPrice: '57000' })).toEqual([
      ['40010', 'stopLossPrice', undefined],
    ])
    expect(problems({ ...limit, stopPrice: '57000' })).toEqual([['40010', 'stopPrice', undefined]])
    // Once, also where the rate would not do for a trailing order either.
    for (const callbackRate of ['1', '20'])
      expect(problems({ ...limit, callbackRate })).toEqual([['40010', 'callbackRate', undefined]])
  })
})

describe('validateSpotOrder refuses', () => {
  it('rejects missing, malformed, zero and misplaced fields (40010, wire 10)', () => {
    expect(problems({ ...limit, price: undefined })).toEqual([['40010', 'price', undefined]])
    expect(problems({ ...limit, price: '1e5' })).toEqual([['40010', 'price', undefined]])
    expect(problems({ ...limit, size: '0' })).toEqual([['40010', 'size', undefined]])
    expect(problems({ ...limit, size: '-1', price: '-1' })).toEqual([
      ['40010', 'price', undefined],
      ['40010', 'size', undefined],
    ])
    expect(problems({ ...buy, price: '60000' })).toEqual([['40010', 'price', undefined]])
    expect(problems({ ...limit, triggerPrice: '60000' })).toEqual([
      ['40010', 'triggerPrice', undefined],
    ])
    expect(problems({ side: 'sell', orderType: 'stop_market', size: '1' })).toEqual([
      ['40010', 'triggerPrice', undefined],
    ])
    expect(problems({ ...limit, sizeUnit: 'quote' })).toEqual([['40010', 'sizeUnit', undefined]])
    expect(problems({ ...sell, sizeUnit: 'quote' })).toEqual([['40010', 'sizeUnit', undefined]])
    expect(problems({ ...buy, timeInForce: 'post_only' })).toEqual([
      ['40010', 'timeInForce', undefined],
    ])
  })

  it('rejects a price off the tick (40202, wire 10)', () => {
    expect(problems({ ...limit, price: '59000.005' })).toEqual([['40202', 'price', '0.01']])
    expect(
      problems({
        side: 'sell',
        orderType: 'stop_limit',
        triggerPrice: '58000.001',
        price: '58000.001',
        size: '0.1',
      }),
    ).toEqual([
      ['40202', 'price', '0.01'],
      ['40202', 'triggerPrice', '0.01'],
    ])
  })

  it('rejects a size off the step (40203, wire 10)', () => {
    expect(problems({ ...limit, size: '0.100001' })).toEqual([['40203', 'size', '0.00001']])
    expect(problems({ ...buy, size: '1000.0000001' })).toBe('accepted')
    expect(problems({ ...buy, size: '1000.00000001' })).toEqual([['40203', 'size', '0.0000001']])
  })

  it('rejects an order below the minimum value (40204, wire 10)', () => {
    expect(problems({ ...limit, size: '0.00008' })).toEqual([['40204', 'size', '5']])
    expect(problems({ ...sell, size: '0.00008' })).toEqual([['40204', 'size', '5']])
    expect(problems({ ...buy, size: '4.99' })).toEqual([['40204', 'size', '5']])
    expect(problems({ ...buy, size: '5' })).toBe('accepted')
  })

  it('rejects a quote amount below one step (40204, wire 10)', () => {
    const coarse = { ...market, symbol: { ...market.symbol, stepSize: '0.001' } }
    expect(problems({ ...buy, size: '60' }, coarse)).toEqual([['40204', 'size', '60.0005']])
  })

  it('rejects a limit over 20 % from the last price (40205, trading 7)', () => {
    expect(problems({ ...limit, price: '48000' })).toBe('accepted')
    expect(problems({ ...limit, price: '47999.99' })).toEqual([['40205', 'price', '48000.00']])
    expect(problems({ ...limit, side: 'sell', price: '72000' })).toBe('accepted')
    expect(problems({ ...limit, side: 'sell', price: '72000.01' })).toEqual([
      ['40205', 'price', '72000.00'],
    ])
    expect(
      problems(
        { ...limit, price: '1' },
        { ...market, lastPrice: null, bestAsk: null, available: undefined },
      ),
    ).toEqual([['40204', 'size', '5']])
  })

  it('rejects a limit over 20 % from its trigger (40205, trading 7)', () => {
    expect(
      problems({
        side: 'buy',
        orderType: 'stop_limit',
        triggerPrice: '70000',
        price: '84000.01',
        size: '0.1',
      }),
    ).toEqual([['40205', 'price', '84000.00']])
  })

  it('rejects a market order on an empty opposite side (40205)', () => {
    expect(problems(buy, { ...market, bestAsk: null })).toEqual([['40205', 'size', undefined]])
    expect(problems(sell, { ...market, bestBid: null })).toEqual([['40205', 'size', undefined]])
  })

  it('rejects more than the available balance (40201, wire 10)', () => {
    expect(problems({ ...limit, size: '1' })).toEqual([['40201', 'size', '50000']])
    expect(problems({ ...limit, side: 'sell', size: '1.00001' })).toEqual([['40201', 'size', '1']])
    expect(problems({ ...buy, size: '50000.01' })).toEqual([['40201', 'size', '50000']])
    expect(problems({ ...buy, size: '50000' })).toBe('accepted')
  })

  it('lists every problem, the one the server answers first', () => {
    expect(problems({ ...limit, price: '100000.005', size: '0.000001' })).toEqual([
      ['40202', 'price', '0.01'],
      ['40203', 'size', '0.00001'],
      ['40204', 'size', '5'],
      ['40205', 'price', '72000.00'],
    ])
  })

  it('uses the bands of a deployment', () => {
    const narrow = { ...market, protection: { limitBand: '0.01', marketBand: '0.001' } }
    expect(problems(limit, narrow)).toEqual([['40205', 'price', '59400.00']])
    expect(validateSpotOrder(buy, narrow)).toMatchObject({ protectionPrice: '60060.50' })
  })
})

describe('validateAmendment', () => {
  const amended = (
    before: SpotOrder,
    { change, on }: { change: Partial<SpotOrder>; on?: Partial<SpotMarket> },
  ) => {
    const outcome = validateAmendment(
      { ...before, ...change },
      { before, market: { ...market, ...on } },
    )
    return outcome.status === 'refused'
      ? outcome.problems.map(({ code, field, limit: bound }) => [code, field, bound])
      : outcome.status
  }
  const trails: SpotOrder = {
    side: 'sell',
    orderType: 'trailing',
    triggerPrice: '61000',
    callbackRate: '1',
    size: '0.1',
  }
  const stop: SpotOrder = {
    side: 'sell',
    orderType: 'stop_limit',
    triggerPrice: '59000',
    price: '58000',
    size: '0.1',
  }

  it('lets the size change after the market left the price', () => {
    expect(amended(limit, { change: { size: '0.05' }, on: { lastPrice: '80000' } })).toBe(
      'accepted',
    )
    expect(
      amended(limit, { change: { size: '0.2', price: '59000.00' }, on: { lastPrice: '80000' } }),
    ).toBe('accepted')
    expect(amended(limit, { change: { price: '59000.01' }, on: { lastPrice: '80000' } })).toEqual([
      ['40205', 'price', '64000.00'],
    ])
  })

  it('lets the size change after the activation or trigger was passed', () => {
    expect(amended(trails, { change: { size: '0.2' }, on: { lastPrice: '61500' } })).toBe(
      'accepted',
    )
    expect(
      amended(stop, { change: { size: '0.2', price: '57000' }, on: { lastPrice: '58500' } }),
    ).toBe('accepted')
    expect(
      amended(stop, { change: { triggerPrice: '58600' }, on: { lastPrice: '58500' } }),
    ).toEqual([['40208', 'triggerPrice', '58500']])
  })

  it('judges what a changed field makes of another', () => {
    expect(amended(stop, { change: { triggerPrice: '45000' } })).toEqual([
      ['40205', 'price', '54000.00'],
    ])
    expect(
      amended({ ...limit, stopLossTriggerPrice: '58000' }, { change: { price: '57000' } }),
    ).toEqual([['40208', 'stopLossTriggerPrice', '57000']])
  })

  it('judges size, tick and balance as of a new order', () => {
    expect(amended(limit, { change: { size: '0.00001' } })).toEqual([['40204', 'size', '5']])
    expect(amended(limit, { change: { price: '59000.001' } })).toEqual([['40202', 'price', '0.01']])
    expect(amended(limit, { change: { size: '1' } })).toEqual([['40201', 'size', '50000']])
    expect(amended(limit, { change: { size: '-1' } })).toEqual([['40010', 'size', undefined]])
  })
})
