import type { Chart } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { applyIndicators, colourLines } from './applyIndicators.ts'
import type { Indicator } from './chartIndicators.ts'

interface Shown {
  readonly id: string
  readonly name: string
  readonly paneId: string
  readonly figures: readonly { readonly key: string; readonly type?: string }[]
}
interface Override {
  readonly id: string
  readonly styles: { readonly lines: readonly { readonly color: string; readonly style: string }[] }
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: String(index), type: 'line' }))

function coloursOf(shown: readonly Shown[], series: readonly string[]) {
  const overrides: Override[] = []
  const chart = {
    getIndicators: () => shown,
    overrideIndicator: (override: Override) => void overrides.push(override),
  }
  colourLines(chart as unknown as Chart, series)
  return Object.fromEntries(
    overrides.map(({ id, styles }) => [id, styles.lines.map(({ color, style }) => [color, style])]),
  )
}

describe('colours of indicators', () => {
  it('continue from one indicator of a pane to the next', () => {
    const colours = coloursOf(
      [
        { id: 'ma', name: 'MA', paneId: 'candle_pane', figures: lines(2) },
        { id: 'boll', name: 'BOLL', paneId: 'candle_pane', figures: lines(1) },
      ],
      ['red', 'green', 'blue'],
    )
    expect(colours).toEqual({
      ma: [
        ['red', 'solid'],
        ['green', 'solid'],
      ],
      boll: [['blue', 'solid']],
    })
  })

  it('begin anew in each pane', () => {
    const colours = coloursOf(
      [
        { id: 'rsi', name: 'RSI', paneId: 'RSI', figures: lines(1) },
        { id: 'wr', name: 'WR', paneId: 'WR', figures: lines(1) },
      ],
      ['red', 'green'],
    )
    expect(colours).toEqual({ rsi: [['red', 'solid']], wr: [['red', 'solid']] })
  })

  it('repeat with dashes once all are used', () => {
    const [first] = Object.values(
      coloursOf([{ id: 'ma', name: 'MA', paneId: 'candle_pane', figures: lines(3) }], ['a', 'b']),
    )
    expect(first).toEqual([
      ['a', 'solid'],
      ['b', 'solid'],
      ['a', 'dashed'],
    ])
  })

  it('leave bars to the colours of their direction', () => {
    const bars = [{ key: 'volume', type: 'bar' }]
    expect(coloursOf([{ id: 'v', name: 'VOL', paneId: 'volume', figures: bars }], ['a'])).toEqual(
      {},
    )
  })
})

describe('the indicators of a chart', () => {
  function bench(drawn: readonly string[]) {
    const calls: unknown[] = []
    const chart = {
      getIndicators: () => drawn.map((name) => ({ name })),
      createIndicator: (
        of: { readonly name: string; readonly paneId: string; readonly calcParams: unknown },
        isStacked = false,
      ) => void calls.push(['create', of.name, of.paneId, of.calcParams, isStacked]),
      removeIndicator: ({ name }: { readonly name: string }) => void calls.push(['remove', name]),
      overrideIndicator: (of: { readonly name: string; readonly calcParams: unknown }) =>
        void calls.push(['change', of.name, of.calcParams]),
      setPaneOptions: (of: { readonly id: string }) => void calls.push(['pane', of.id]),
    }
    return { chart: chart as unknown as Chart, calls }
  }
  const applied = (drawn: readonly string[], wanted: readonly Indicator[], parameters = {}) => {
    const { chart, calls } = bench(drawn)
    applyIndicators(chart, wanted, parameters)
    return calls
  }

  it('are laid over the candles where they share their scale', () => {
    expect(applied([], ['BOLL'])).toEqual([['create', 'BOLL', 'candle_pane', [20, 2], true]])
  })

  it('have a pane of their own otherwise', () => {
    expect(applied([], ['RSI'])).toEqual([
      ['create', 'RSI', 'RSI', [6, 12, 24], false],
      ['pane', 'RSI'],
    ])
  })

  it('stay where they are, with their parameters of now', () => {
    expect(applied(['RSI'], ['RSI'], { RSI: [9, 12, 24] })).toEqual([
      ['change', 'RSI', [9, 12, 24]],
    ])
  })

  it('go when they are no longer wanted, others stay', () => {
    expect(applied(['RSI', 'VOL', 'COMPARISON'], [])).toEqual([['remove', 'RSI']])
  })

  it('come and go at once', () => {
    expect(
      applied(['MA', 'RSI'], ['MA', 'MACD']).map((call) => (call as string[]).slice(0, 2)),
    ).toEqual([
      ['change', 'MA'],
      ['create', 'MACD'],
      ['pane', 'MACD'],
      ['remove', 'RSI'],
    ])
  })

  it('are none where none was', () => {
    expect(applied([], [])).toEqual([])
  })
})
