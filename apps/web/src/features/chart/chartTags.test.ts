import type { AxisRange, Chart } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { keepLines, lastPriceTag, layOutTags, linesOf } from './chartTags.ts'

const chartAt = (close: number | undefined): Chart =>
  ({ getDataList: () => (close === undefined ? [] : [{ close }]) }) as unknown as Chart

const linear = (from: number, to: number): AxisRange => ({
  from,
  to,
  range: to - from,
  realFrom: from,
  realTo: to,
  realRange: to - from,
  displayFrom: from,
  displayTo: to,
  displayRange: to - from,
})

describe('the tag of the last price', () => {
  it('covers the price and the countdown below it', () => {
    const tag = lastPriceTag(chartAt(150), linear(100, 200), 400)
    expect(tag).toEqual({ top: 191, bottom: 224 })
  })

  it('stays in view while the last price is off scale', () => {
    const [above, below] = [900, 10].map((close) =>
      lastPriceTag(chartAt(close), linear(100, 200), 400),
    )
    expect(above?.top).toBe(11)
    expect(below?.top).toBe(383)
  })

  it('stands at the logarithm of the price on a logarithmic axis', () => {
    const range = { ...linear(100, 10_000), realFrom: 2, realTo: 4, realRange: 2 }
    const tag = lastPriceTag(chartAt(1_000), range, 400)
    expect(tag?.top).toBeCloseTo(191, 6)
  })

  it('is none without candles or without a range', () => {
    expect(lastPriceTag(chartAt(undefined), linear(100, 200), 400)).toBeUndefined()
    expect(lastPriceTag(chartAt(150), linear(150, 150), 400)).toBeUndefined()
  })
})

describe('tags of lines', () => {
  it('belong to one chart', () => {
    const [first, second] = [chartAt(1), chartAt(2)]
    keepLines(first, [150])
    expect(linesOf(first)).toEqual([150])
    expect(linesOf(second)).toEqual([])
  })

  it('keep off the last price and the notices at the edges', () => {
    const chart = chartAt(150)
    keepLines(chart, [150, 199.9, 250, 50])
    const { places, spans } = layOutTags(chart, linear(100, 200), 400)
    // The last price takes 191 to 224, the notices 20 px at each edge.
    expect(places).toEqual([182, 29, undefined, undefined])
    const ordered = spans.toSorted((a, b) => a.top - b.top)
    for (const [index, { top }] of ordered.entries())
      expect(top).toBeGreaterThanOrEqual(ordered[index - 1]?.bottom ?? 0)
    expect(ordered).toHaveLength(5)
  })
})
