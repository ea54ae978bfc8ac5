/** A value of a series; `undefined` while there are too few candles before it. */
export type Value = number | undefined
export type Series = readonly Value[]

/** The values of the last `length` candles, oldest first; `undefined` while one is missing. */
export function windowAt(
  values: Series,
  { at, length }: { readonly at: number; readonly length: number },
): readonly number[] | undefined {
  if (at + 1 < length) return undefined
  const window = values.slice(at + 1 - length, at + 1)
  return window.every((value) => value !== undefined) ? (window as number[]) : undefined
}

const rolling =
  (reduce: (window: readonly number[]) => number) =>
  (values: Series, length: number): Series =>
    values.map((_, at) => {
      const window = windowAt(values, { at, length })
      return window && reduce(window)
    })

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const mean = (values: readonly number[]): number => total(values) / values.length

export const sum = rolling(total)
export const sma = rolling(mean)
export const highest = rolling((window) => Math.max(...window))
export const lowest = rolling((window) => Math.min(...window))
export const deviation = rolling((window) => {
  const middle = mean(window)
  return Math.sqrt(mean(window.map((value) => (value - middle) ** 2)))
})
/** The newest value weighs most. */
export const wma = rolling(
  (window) =>
    total(window.map((value, index) => value * (index + 1))) /
    ((window.length * (window.length + 1)) / 2),
)
/** The end of the straight line that fits the window best. */
export const regression = rolling((window) => {
  const count = window.length
  const middle = (count - 1) / 2
  const average = mean(window)
  if (count === 1) return average
  const slope =
    total(window.map((value, index) => (index - middle) * (value - average))) /
    total(window.map((_, index) => (index - middle) ** 2))
  return average + slope * (count - 1 - middle)
})

/** Exponential average; `weight` of the newest value, begun with a plain average. */
function smoothed(
  values: Series,
  { length, weight }: { readonly length: number; readonly weight: number },
): Series {
  let last: Value
  return values.map((value, at) => {
    if (value === undefined) return undefined
    if (last === undefined) {
      const window = windowAt(values, { at, length })
      last = window && mean(window)
    } else last += weight * (value - last)
    return last
  })
}
export const ema = (values: Series, length: number): Series =>
  smoothed(values, { length, weight: 2 / (length + 1) })
/** Wilder's average. */
export const rma = (values: Series, length: number): Series =>
  smoothed(values, { length, weight: 1 / length })

/** Joins series value by value; `undefined` where one is missing. */
export function combine(
  join: (...values: readonly number[]) => number,
  ...series: readonly Series[]
): Series {
  return (series[0] ?? []).map((_, at) => {
    const values = series.map((one) => one[at])
    if (values.some((value) => value === undefined)) return undefined
    const result = join(...(values as number[]))
    return Number.isFinite(result) ? result : undefined
  })
}

/** The value so many candles earlier. */
export const shifted = (values: Series, by: number): Series =>
  values.map((_, at) => values[at - by])

export const difference = (values: Series, by = 1): Series =>
  combine((now, before) => now - (before ?? 0), values, shifted(values, by))

/** Running total; what is missing counts as nothing. */
export function cumulated(values: Series): Series {
  let running = 0
  return values.map((value) => (running += value ?? 0))
}
