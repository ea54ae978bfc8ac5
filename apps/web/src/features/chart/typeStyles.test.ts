import { createStore } from '@x/kit'
import type { TradeRow } from '@x/market'
import type { Chart } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { HEIKIN_ASHI } from './averagedCandles.ts'
import { openLastTag } from './lastTag.ts'
import { applyType, typeStyles } from './typeStyles.ts'

describe('what a chart type changes', () => {
  it.each([
    ['candles', 'candle_solid'],
    ['hollow', 'candle_up_stroke'],
    ['heikinAshi', 'candle_solid'],
    ['bars', 'ohlc'],
    ['line', 'area'],
    ['area', 'area'],
  ] as const)('is how candles are drawn: %s', (type, drawn) => {
    expect(typeStyles(type).candle?.type).toBe(drawn)
  })

  it('leaves candles see-through below averaged ones alone', () => {
    expect(typeStyles('heikinAshi').candle?.bar).toMatchObject({
      upColor: 'transparent',
      downWickColor: 'transparent',
      noChangeBorderColor: 'transparent',
    })
    expect(typeStyles('candles').candle).not.toHaveProperty('bar')
  })

  it('fills an area, and not below a line', () => {
    expect(typeStyles('line').candle?.area).toEqual({ backgroundColor: 'transparent' })
    expect(typeStyles('area').candle).not.toHaveProperty('area')
  })
})

describe('the indicator that draws a type', () => {
  function bench(drawn: readonly string[]) {
    const calls: unknown[] = []
    const chart = {
      getIndicators: ({ name }: { readonly name: string }) => drawn.filter((each) => each === name),
      removeIndicator: ({ name }: { readonly name: string }) => void calls.push(['remove', name]),
      createIndicator: (of: { readonly name: string; readonly paneId: string }, stacks: boolean) =>
        void calls.push(['create', of.name, of.paneId, stacks]),
    }
    return { chart: chart as unknown as Chart, calls }
  }

  it.each([
    [
      'is added once it is wanted',
      [],
      'heikinAshi',
      [['create', HEIKIN_ASHI, 'candle_pane', true]],
    ],
    ['stays while it is wanted', [HEIKIN_ASHI], 'heikinAshi', []],
    ['is taken away after that', [HEIKIN_ASHI], 'bars', [['remove', HEIKIN_ASHI]]],
    ['is not needed by others', [], 'bars', []],
  ] as const)('%s', (_, drawn, type, expected) => {
    const { chart, calls } = bench(drawn)
    applyType(chart, type)
    expect(calls).toEqual(expected)
  })
})

describe('the tag of the last price', () => {
  const trade = (id: string, price: string): TradeRow => ({
    id,
    price,
    size: '1',
    takerSide: 'buy',
    ts: 0,
  })
  function bench(prices: readonly string[]) {
    const last: Record<string, string> = {}
    const store = createStore<readonly TradeRow[]>(
      prices.map((price, index) => trade(String(index), price)),
    )
    let released = 0
    const tag = openLastTag(
      {
        getStyles: () =>
          ({
            candle: { priceMark: { last } },
            indicator: { ohlc: { upColor: 'green', downColor: 'red', noChangeColor: 'grey' } },
          }) as never,
      },
      {
        symbol: 'BTCUSDT',
        market: { trades: () => ({ store, release: () => void released++ }) },
      },
    )
    return { tag, last, released: () => released }
  }

  it.each([
    ['rises', ['11', '10'], 'green'],
    ['falls', ['9', '10'], 'red'],
    ['stays after a fall', ['9', '9', '10'], 'red'],
    ['is the only one', ['9'], 'grey'],
    ['is not known', [], 'grey'],
  ] as const)('has the colour of the last tick: it %s', (_, prices, colour) => {
    const { tag, last } = bench(prices)
    tag.tint()
    // Whatever the candle did, the tag says what the price did.
    expect(last).toEqual({ upColor: colour, downColor: colour, noChangeColor: colour })
  })

  it('leaves the trades once the chart has another pair', () => {
    const { tag, released } = bench(['1'])
    expect(released()).toBe(0)
    tag.stop()
    expect(released()).toBe(1)
  })
})
