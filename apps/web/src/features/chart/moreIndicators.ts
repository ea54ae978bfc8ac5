import { type IndicatorFigure, type KLineData, registerIndicator } from 'klinecharts'
import {
  combine,
  cumulated,
  deviation,
  difference,
  ema,
  highest,
  lowest,
  regression,
  rma,
  type Series,
  shifted,
  sma,
  sum,
  wma,
} from './indicatorMaths.ts'

/** The columns of the candles. */
interface Columns {
  readonly open: Series
  readonly high: Series
  readonly low: Series
  readonly close: Series
  readonly volume: Series
  /** Mean of high, low and close. */
  readonly typical: Series
  /** The larger reach of a candle, a gap to the one before it included. */
  readonly trueRange: Series
  readonly times: readonly number[]
}

interface Definition {
  readonly params: readonly number[]
  /** In the unit of prices: drawn over the candles. */
  readonly isPrice?: boolean
  readonly lines: readonly string[]
  readonly calc: (columns: Columns, params: readonly number[]) => readonly Series[]
}

const plus = (a: number, b = 0) => a + b
const minus = (a: number, b = 0) => a - b
const percent = (a: number, b = 0) => (a / b) * 100
const add = (a: Series, b: Series) => combine(plus, a, b)
const subtract = (a: Series, b: Series) => combine(minus, a, b)
const scaled = (values: Series, factor: number) => combine((value) => (value ?? 0) * factor, values)

const hull = (values: Series, length: number): Series =>
  wma(
    subtract(scaled(wma(values, Math.max(1, Math.round(length / 2))), 2), wma(values, length)),
    Math.max(1, Math.round(Math.sqrt(length))),
  )
const band = (middle: Series, width: Series): readonly Series[] => [
  add(middle, width),
  middle,
  subtract(middle, width),
]
/** Money flow of a candle: where it closed between its low and high, times its volume. */
const flow = ({ high, low, close, volume }: Columns): Series =>
  combine(
    (h, l = 0, c = 0, v = 0) =>
      (h ?? 0) === l ? 0 : ((c - l - ((h ?? 0) - c)) / ((h ?? 0) - l)) * v,
    high,
    low,
    close,
    volume,
  )
const relativeStrength = (values: Series, length: number): Series => {
  const change = difference(values)
  const up = rma(
    combine((value) => Math.max(value ?? 0, 0), change),
    length,
  )
  const down = rma(
    combine((value) => Math.max(-(value ?? 0), 0), change),
    length,
  )
  return combine((u, d = 0) => (d === 0 ? 100 : 100 - 100 / (1 + (u ?? 0) / d)), up, down)
}
const sinceExtreme = (
  values: Series,
  {
    length,
    pick,
  }: {
    readonly length: number
    readonly pick: (...values: number[]) => number
  },
): Series =>
  values.map((_, at) => {
    if (at < length) return undefined
    const window = values.slice(at - length, at + 1).map((value) => value ?? 0)
    return (window.lastIndexOf(pick(...window)) / length) * 100
  })
const volumePrice = (columns: Columns): Series => {
  let day = Number.NaN
  let [money, volume] = [0, 0]
  return columns.times.map((time, at) => {
    const today = Math.floor(time / 86_400_000)
    if (today !== day) [day, money, volume] = [today, 0, 0]
    money += (columns.typical[at] ?? 0) * (columns.volume[at] ?? 0)
    volume += columns.volume[at] ?? 0
    return volume === 0 ? columns.typical[at] : money / volume
  })
}
/** The line that follows a trend at a distance of the average reach, and turns with it. */
const superTrend = (
  { high, low, close, trueRange }: Columns,
  params: readonly number[],
): Series => {
  const [length = 10, factor = 3] = params
  const reach = rma(trueRange, length)
  let [upper, lower, isUp] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true]
  return close.map((price = 0, at) => {
    const width = reach[at]
    if (width === undefined) return undefined
    const middle = ((high[at] ?? 0) + (low[at] ?? 0)) / 2
    const before = close[at - 1] ?? price
    const [top, bottom] = [middle + factor * width, middle - factor * width]
    upper = top < upper || before > upper ? top : upper
    lower = bottom > lower || before < lower ? bottom : lower
    isUp = isUp ? price >= lower : price > upper
    return isUp ? lower : upper
  })
}
const middleOf = ({ high, low }: Columns, length: number): Series =>
  scaled(add(highest(high, length), lowest(low, length)), 0.5)

/** Indicators that the chart library lacks, by their usual short names. */
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  WMA: {
    params: [20],
    isPrice: true,
    lines: ['WMA'],
    calc: ({ close }, [n = 20]) => [wma(close, n)],
  },
  HMA: {
    params: [20],
    isPrice: true,
    lines: ['HMA'],
    calc: ({ close }, [n = 20]) => [hull(close, n)],
  },
  DEMA: {
    params: [20],
    isPrice: true,
    lines: ['DEMA'],
    calc({ close }, [n = 20]) {
      const once = ema(close, n)
      return [subtract(scaled(once, 2), ema(once, n))]
    },
  },
  TEMA: {
    params: [20],
    isPrice: true,
    lines: ['TEMA'],
    calc({ close }, [n = 20]) {
      const once = ema(close, n)
      const twice = ema(once, n)
      return [add(scaled(subtract(once, twice), 3), ema(twice, n))]
    },
  },
  LSMA: {
    params: [25],
    isPrice: true,
    lines: ['LSMA'],
    calc: ({ close }, [n = 25]) => [regression(close, n)],
  },
  VWAP: { params: [], isPrice: true, lines: ['VWAP'], calc: (columns) => [volumePrice(columns)] },
  VWMA: {
    params: [20],
    isPrice: true,
    lines: ['VWMA'],
    calc: ({ close, volume }, [n = 20]) => [
      combine(
        (money, size = 0) => (money ?? 0) / size,
        sum(
          combine((c, v = 0) => (c ?? 0) * v, close, volume),
          n,
        ),
        sum(volume, n),
      ),
    ],
  },
  KC: {
    params: [20, 2],
    isPrice: true,
    lines: ['UP', 'MID', 'DN'],
    calc: ({ close, trueRange }, [n = 20, factor = 2]) =>
      band(ema(close, n), scaled(rma(trueRange, n), factor)),
  },
  DC: {
    params: [20],
    isPrice: true,
    lines: ['UP', 'MID', 'DN'],
    calc: (columns, [n = 20]) => [
      highest(columns.high, n),
      middleOf(columns, n),
      lowest(columns.low, n),
    ],
  },
  ENV: {
    params: [20, 2],
    isPrice: true,
    lines: ['UP', 'MID', 'DN'],
    calc({ close }, [n = 20, share = 2]) {
      const middle = sma(close, n)
      return band(middle, scaled(middle, share / 100))
    },
  },
  ST: {
    params: [10, 3],
    isPrice: true,
    lines: ['ST'],
    calc: (columns, params) => [superTrend(columns, params)],
  },
  ICHIMOKU: {
    params: [9, 26, 52],
    isPrice: true,
    lines: ['T', 'K', 'A', 'B'],
    calc(columns, [fast = 9, slow = 26, wide = 52]) {
      const [turn, base] = [middleOf(columns, fast), middleOf(columns, slow)]
      return [
        turn,
        base,
        shifted(scaled(add(turn, base), 0.5), slow),
        shifted(middleOf(columns, wide), slow),
      ]
    },
  },
  ATR: { params: [14], lines: ['ATR'], calc: ({ trueRange }, [n = 14]) => [rma(trueRange, n)] },
  STDDEV: { params: [20], lines: ['STDDEV'], calc: ({ close }, [n = 20]) => [deviation(close, n)] },
  STOCHRSI: {
    params: [14, 14, 3, 3],
    lines: ['K', 'D'],
    calc({ close }, [length = 14, n = 14, k = 3, d = 3]) {
      const strength = relativeStrength(close, length)
      const place = combine(
        (value, low = 0, high = 0) =>
          high === low ? 0 : (((value ?? 0) - low) / (high - low)) * 100,
        strength,
        lowest(strength, n),
        highest(strength, n),
      )
      const fast = sma(place, k)
      return [fast, sma(fast, d)]
    },
  },
  MFI: {
    params: [14],
    lines: ['MFI'],
    calc({ typical, volume }, [n = 14]) {
      const change = difference(typical)
      const money = combine((t, v = 0) => (t ?? 0) * v, typical, volume)
      const side = (sign: number) =>
        sum(
          combine((c, m = 0) => (Math.sign(c ?? 0) === sign ? m : 0), change, money),
          n,
        )
      return [
        combine((u, d = 0) => (d === 0 ? 100 : 100 - 100 / (1 + (u ?? 0) / d)), side(1), side(-1)),
      ]
    },
  },
  CMF: {
    params: [20],
    lines: ['CMF'],
    calc: (columns, [n = 20]) => [
      combine(
        (m, v = 0) => (v === 0 ? 0 : (m ?? 0) / v),
        sum(flow(columns), n),
        sum(columns.volume, n),
      ),
    ],
  },
  AD: { params: [], lines: ['AD'], calc: (columns) => [cumulated(flow(columns))] },
  CHO: {
    params: [3, 10],
    lines: ['CHO'],
    calc(columns, [fast = 3, slow = 10]) {
      const line = cumulated(flow(columns))
      return [subtract(ema(line, fast), ema(line, slow))]
    },
  },
  AROON: {
    params: [14],
    lines: ['UP', 'DN'],
    calc: ({ high, low }, [n = 14]) => [
      sinceExtreme(high, { length: n, pick: Math.max }),
      sinceExtreme(low, { length: n, pick: Math.min }),
    ],
  },
  CHOP: {
    params: [14],
    lines: ['CHOP'],
    calc: ({ high, low, trueRange }, [n = 14]) => [
      combine(
        (reach, top = 0, bottom = 0) =>
          top === bottom ? 100 : (100 * Math.log10((reach ?? 0) / (top - bottom))) / Math.log10(n),
        sum(trueRange, n),
        highest(high, n),
        lowest(low, n),
      ),
    ],
  },
  TSI: {
    params: [25, 13],
    lines: ['TSI'],
    calc({ close }, [long = 25, short = 13]) {
      const change = difference(close)
      const size = combine((value) => Math.abs(value ?? 0), change)
      const twice = (values: Series) => ema(ema(values, long), short)
      return [combine(percent, twice(change), twice(size))]
    },
  },
  PPO: {
    params: [12, 26, 9],
    lines: ['PPO', 'SIGNAL'],
    calc({ close }, [fast = 12, slow = 26, signal = 9]) {
      const line = combine(
        (f, s = 0) => ((f ?? 0) / s - 1) * 100,
        ema(close, fast),
        ema(close, slow),
      )
      return [line, ema(line, signal)]
    },
  },
  UO: {
    params: [7, 14, 28],
    lines: ['UO'],
    calc({ low, close, trueRange }, [a = 7, b = 14, c = 28]) {
      const pressure = combine(
        (price, bottom = 0, before = 0) => (price ?? 0) - Math.min(bottom, before),
        close,
        low,
        shifted(close, 1),
      )
      const share = (n: number) => combine(percent, sum(pressure, n), sum(trueRange, n))
      return [
        combine((x, y = 0, z = 0) => (4 * (x ?? 0) + 2 * y + z) / 7, share(a), share(b), share(c)),
      ]
    },
  },
  EFI: {
    params: [13],
    lines: ['EFI'],
    calc: ({ close, volume }, [n = 13]) => [
      ema(
        combine((change, v = 0) => (change ?? 0) * v, difference(close), volume),
        n,
      ),
    ],
  },
  VOLMA: {
    params: [5, 20],
    lines: ['MA1', 'MA2'],
    calc: ({ volume }, [fast = 5, slow = 20]) => [sma(volume, fast), sma(volume, slow)],
  },
  DPO: {
    params: [20],
    lines: ['DPO'],
    calc: ({ close }, [n = 20]) => [subtract(close, shifted(sma(close, n), Math.floor(n / 2) + 1))],
  },
}

export const MORE_INDICATORS: readonly string[] = Object.keys(DEFINITIONS)

function columnsOf(bars: readonly KLineData[]): Columns {
  const column = (read: (bar: KLineData) => number): Series => bars.map(read)
  const close = column((bar) => bar.close)
  return {
    open: column((bar) => bar.open),
    high: column((bar) => bar.high),
    low: column((bar) => bar.low),
    close,
    volume: column((bar) => bar.volume ?? 0),
    typical: column(({ high, low, close: last }) => (high + low + last) / 3),
    trueRange: bars.map(({ high, low }, at) => {
      const before = close[at - 1] ?? high
      return Math.max(high, before) - Math.min(low, at === 0 ? low : before)
    }),
    times: bars.map(({ timestamp }) => timestamp),
  }
}

/** The values of an indicator, a row for each candle; `undefined` for a name that is none. */
export function indicatorRows(
  name: string,
  { bars, params }: { readonly bars: readonly KLineData[]; readonly params: readonly number[] },
): Readonly<Record<string, number>>[] | undefined {
  const definition = DEFINITIONS[name]
  if (!definition) return undefined
  const series = definition.calc(columnsOf(bars), params)
  return bars.map((_, at) =>
    Object.fromEntries(
      definition.lines.flatMap((key, index) => {
        const value = series[index]?.[at]
        return value === undefined ? [] : [[key, value]]
      }),
    ),
  )
}

/** Makes them known to the chart library. */
export function registerMoreIndicators(): void {
  for (const [name, { params, isPrice = false, lines }] of Object.entries(DEFINITIONS))
    registerIndicator<Readonly<Record<string, number>>, number>({
      name,
      shortName: name,
      precision: 2,
      series: isPrice ? 'price' : 'normal',
      calcParams: [...params],
      figures: lines.map((key): IndicatorFigure<Readonly<Record<string, number>>> => ({
        key,
        title: `${key}: `,
        type: 'line',
      })),
      calc: (bars, { calcParams }) => indicatorRows(name, { bars, params: calcParams }) ?? [],
    })
}
