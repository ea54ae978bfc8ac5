import type { Chart } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { colourLines } from './applyIndicators.ts'

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
