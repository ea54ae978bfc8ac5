import type { AxisCreateRangeParams, AxisRange, AxisTick, Chart } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { STRONG } from './chartFigures.ts'
import { CANDLE_PANE } from './chartIndicators.ts'
import { keepExtraRange, keepLines } from './chartTags.ts'
import { type AxisOptions, installAxes } from './installAxes.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const START = Date.UTC(2026, 10, 22, 22)

interface YAxis {
  readonly paneId: string
  readonly name: string
  readonly createRange: (params: AxisCreateRangeParams) => AxisRange
  readonly createTicks: (params: object) => readonly AxisTick[]
}
interface XAxis {
  readonly createTicks: (params: object) => readonly AxisTick[]
}

interface BenchOptions extends Partial<AxisOptions> {
  readonly closes?: readonly number[]
  readonly height?: number
  /** Pixels of a candle. */
  readonly bar?: number
  /** Milliseconds of a candle. */
  readonly length?: number
}

/** The axes of a chart whose candles stand side by side from its start. */
function bench({
  closes = [100, 110],
  height = 240,
  bar = 100,
  length = 60 * MINUTE,
  ...options
}: BenchOptions = {}) {
  const y = new Map<string, YAxis>()
  let x: XAxis | undefined
  const chart = {
    getDataList: () => closes.map((close, index) => ({ timestamp: START + index * length, close })),
    getIndicators: () => [{ paneId: 'RSI' }, { paneId: CANDLE_PANE }],
    getVisibleRange: () => ({ from: 0, to: closes.length }),
    getSize: () => ({ height }),
    getSymbol: () => ({ ticker: 'BTCUSDT', pricePrecision: 2, volumePrecision: 0 }),
    getBarSpace: () => ({ bar }),
    convertToPixel: ({ dataIndex }: { readonly dataIndex: number }) => ({ x: dataIndex * bar }),
    overrideYAxis: (axis: YAxis) => void y.set(axis.paneId, axis),
    overrideXAxis: (axis: XAxis) => void (x = axis),
  } as unknown as Chart
  installAxes(chart, {
    scale: 'normal',
    timeZone: 'UTC',
    language: 'en-GB',
    legendHeight: () => 22,
    numberText: (value, digits) => value.toFixed(digits),
    shortText: (value) => `short ${value}`,
    ...options,
  })
  const axis = (paneId: string) => {
    const found = y.get(paneId)
    if (!found) throw new Error(`${paneId} has no axis`)
    return found
  }
  const rangeOf = (from: number, to: number, paneId = CANDLE_PANE) =>
    axis(paneId).createRange({ chart, paneId, defaultRange: { from, to } } as never)
  const ticksOf = (range: AxisRange, paneId = CANDLE_PANE) =>
    axis(paneId)
      .createTicks({ range, bounding: { height } })
      .map(({ value, coord, text }) => ({ value: Number(value), coord, text }))
  const timesOf = (width = 900) =>
    x?.createTicks({ range: { realFrom: 0, realTo: closes.length - 1 }, bounding: { width } }) ?? []
  return { chart, axis, rangeOf, ticksOf, timesOf, panes: () => [...y.keys()] }
}

/** Pixels from the upper edge at which a price stands in a range. */
const placeIn = (range: AxisRange, price: number, height = 240) =>
  (1 - (price - range.from) / (range.to - range.from)) * height

describe('the range of an axis', () => {
  it('is set for each pane once', () => {
    expect(bench().panes()).toEqual([CANDLE_PANE, 'RSI'])
  })

  it('leaves the legend and the marks of highest and lowest free', () => {
    const range = bench().rangeOf(100, 110)
    // 22 px of legend and 20 above the candles, 20 below them.
    expect(placeIn(range, 110)).toBeCloseTo(42, 6)
    expect(placeIn(range, 100)).toBeCloseTo(220, 6)
  })

  it('stands volumes on the ground of their pane', () => {
    const range = bench().rangeOf(0, 50, 'RSI')
    expect(range.from).toBe(0)
    expect(placeIn(range, 50)).toBeCloseTo(26, 6)
  })

  it('keeps what falls below zero off the ground', () => {
    const range = bench().rangeOf(-50, 50, 'RSI')
    expect(placeIn(range, -50)).toBeCloseTo(234, 6)
  })

  it('gives at most half of a low pane to its legend', () => {
    const range = bench({ height: 60, legendHeight: () => 80 }).rangeOf(0, 30, 'RSI')
    expect(placeIn(range, 30, 60)).toBeCloseTo(30, 6)
  })

  it('shows a price that never moved in the midst of others', () => {
    const range = bench({ closes: [50, 50] }).rangeOf(50, 50)
    expect(range.from).toBeLessThan(50)
    expect(range.to).toBeGreaterThan(50)
  })

  it('has a height where all is zero', () => {
    const range = bench().rangeOf(0, 0, 'RSI')
    expect(range.range).toBeGreaterThan(0)
  })

  it('reaches to another pair beside the candles, not in panes below', () => {
    const { chart, rangeOf } = bench()
    const before = rangeOf(100, 110, 'RSI')
    keepExtraRange(chart, () => ({ low: 80, high: 105 }))
    const range = rangeOf(100, 110)
    expect(placeIn(range, 80)).toBeCloseTo(220, 6)
    expect(placeIn(range, 110)).toBeCloseTo(42, 6)
    expect(rangeOf(100, 110, 'RSI')).toEqual(before)
    keepExtraRange(chart, undefined)
    expect(placeIn(rangeOf(100, 110), 100)).toBeCloseTo(220, 6)
  })

  it('lies on logarithms where they are chosen, for candles alone', () => {
    const { axis, rangeOf } = bench({ scale: 'logarithm' })
    expect([axis(CANDLE_PANE).name, axis('RSI').name]).toEqual(['logarithm', 'normal'])
    const range = rangeOf(100, 10_000)
    // 178 px between 2 and 4.
    expect(range.realRange).toBeCloseTo((2 * 240) / 178, 9)
    expect(range.displayTo).toBeCloseTo(10 ** range.realTo, 6)
    expect(range.to).toBeCloseTo(10 ** range.realTo, 6)
  })

  it('has a range of logarithms before there are candles', () => {
    const range = bench({ scale: 'logarithm', closes: [] }).rangeOf(0, 0)
    expect(range.realFrom).toBeLessThan(0)
    expect(Number.isFinite(range.realTo)).toBe(true)
  })

  it('counts percent from the first candle in view', () => {
    const range = bench({ scale: 'percentage', closes: [200, 220] }).rangeOf(200, 220)
    expect(placeIn(range, 220)).toBeCloseTo(42, 6)
    expect(range.displayTo).toBeCloseTo(10 + (10 * 42) / 178, 9)
    expect(range.to).toBeCloseTo(200 * (1 + range.displayTo / 100), 6)
  })
})

describe('the marks of prices', () => {
  it('are written with the digits of the pair', () => {
    const { rangeOf, ticksOf } = bench({ closes: [100, 100] })
    // Six steps of at least 38 px on 13.5: marks every 5.
    expect(ticksOf(rangeOf(100, 110)).map(({ text }) => text)).toEqual(['', '105.00', '110.00'])
  })

  it('are left out below the tag of the last price', () => {
    const { rangeOf, ticksOf } = bench({ closes: [100, 105] })
    expect(ticksOf(rangeOf(100, 110)).map(({ text }) => text)).toEqual(['100.00', '', '110.00'])
  })

  it('are left out below the tag of an order alone', () => {
    const { chart, rangeOf, ticksOf } = bench({ closes: [100, 100] })
    const texts = () => ticksOf(rangeOf(100, 110)).map(({ text }) => text)
    keepLines(chart, [110])
    expect(texts()).toEqual(['', '105.00', ''])
    keepLines(chart, [])
    expect(texts()).toEqual(['', '105.00', '110.00'])
  })

  it('change the range with what tags cover', () => {
    const { chart, rangeOf } = bench({ closes: [100, 100] })
    const before = rangeOf(100, 110)
    keepLines(chart, [105])
    const after = rangeOf(100, 110)
    expect(after.realFrom).not.toBe(before.realFrom)
    expect(after.realFrom).toBeCloseTo(before.realFrom, 6)
    keepLines(chart, [])
  })

  it('are percent with the digits of their step', () => {
    const { rangeOf, ticksOf } = bench({ scale: 'percentage', closes: [1_000, 1_000] })
    expect(ticksOf(rangeOf(998, 1_002)).map(({ text }) => text)).toEqual([
      '-0.2%',
      '-0.1%',
      '',
      '0.1%',
      '0.2%',
    ])
  })

  it('are short in panes where figures are large', () => {
    const { rangeOf, ticksOf } = bench()
    const texts = ticksOf(rangeOf(0, 40_000, 'RSI'), 'RSI').map(({ text }) => text)
    expect(texts).toContain('short 20000')
    expect(ticksOf(rangeOf(0, 100, 'RSI'), 'RSI').map(({ text }) => text)).toContain('40')
  })

  it('keep off the legend of a pane', () => {
    const { rangeOf, ticksOf } = bench()
    for (const { coord } of ticksOf(rangeOf(0, 100, 'RSI'), 'RSI'))
      expect(coord).toBeGreaterThan(28)
  })
})

describe('the marks of times', () => {
  const textsOf = (ticks: readonly AxisTick[]) =>
    ticks.map(({ text }) => text.replace('\u2068', '').replace(STRONG, '*'))

  it('write days bold and hours plainly', () => {
    const { timesOf } = bench({ closes: [1, 2, 3, 4, 5] })
    expect(textsOf(timesOf())).toEqual(['23:00', '*23 Nov', '01:00', '02:00'])
  })

  it('follow the time zone', () => {
    const { timesOf } = bench({ closes: [1, 2, 3, 4, 5], timeZone: 'America/New_York' })
    expect(textsOf(timesOf())).toEqual(['18:00', '19:00', '20:00', '21:00'])
  })

  it('follow the language, in Latin digits and our calendar', () => {
    const { timesOf } = bench({ closes: [1, 2, 3], language: 'ar' })
    expect(textsOf(timesOf())).toEqual(['23:00', '*23 نوفمبر'])
    const persian = bench({ closes: [1, 2, 3], language: 'fa' })
    expect(textsOf(persian.timesOf())).toEqual(['23:00', '*23 نوامبر'])
  })

  it('write seconds where candles are that short', () => {
    const { timesOf } = bench({ closes: [1, 2, 3], length: 5_000 })
    expect(textsOf(timesOf())).toEqual(['22:00:05', '22:00:10'])
  })

  it('name months and years', () => {
    const closes = Array.from({ length: 50 }, () => 1)
    const { timesOf } = bench({ closes, length: DAY, bar: 20 })
    expect(textsOf(timesOf(2_000)).filter((text) => /^\*[A-Z\d]{3,4}/i.test(text))).toEqual(
      expect.arrayContaining(['*Dec', '*2027']),
    )
  })

  it('leave out what an end of the axis would cut', () => {
    const { timesOf } = bench({ closes: [1, 2, 3, 4, 5] })
    expect(textsOf(timesOf(310))).toEqual(['23:00', '*23 Nov'])
  })

  it.each([[[]], [[1]]])('are none of %j', (closes) => {
    expect(bench({ closes }).timesOf()).toEqual([])
  })
})
