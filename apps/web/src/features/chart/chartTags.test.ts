import type { AxisRange, Chart } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { keepTags, lastPriceTag, tagsOf } from './chartTags.ts'

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
    keepTags(first, [{ top: 10, bottom: 28 }])
    expect(tagsOf(first)).toEqual([{ top: 10, bottom: 28 }])
    expect(tagsOf(second)).toEqual([])
  })

  it('are replaced as a whole', () => {
    const chart = chartAt(1)
    keepTags(chart, [
      { top: 10, bottom: 28 },
      { top: 40, bottom: 58 },
    ])
    keepTags(chart, [])
    expect(tagsOf(chart)).toEqual([])
  })
})
