import { describe, expect, it } from 'vitest'
import { createPriceFlow } from './createPriceFlow.ts'
import { MARKET_PROFILES } from './profile.ts'
import { createChance } from './random.ts'
import { SCENARIOS } from './scenario.ts'

const STEP_SECONDS = 0.25
const STEPS_A_MINUTE = 240
const DAY_MINUTES = 1_440

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: readonly number[]) => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 2))
}
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0

/** Correlation of a series with itself `lag` values later. */
function autocorrelation(values: readonly number[], lag: number): number {
  const middle = mean(values)
  const products = values
    .slice(lag)
    .map((value, index) => (value - middle) * ((values[index] ?? 0) - middle))
  return mean(products) / variance(values)
}

/** 3 for a normal distribution. */
const kurtosis = (values: readonly number[]) => {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 4)) / variance(values) ** 2
}

/** Means of spans of so many values. */
const spans = (values: readonly number[], length: number) =>
  Array.from({ length: Math.floor(values.length / length) }, (_, index) =>
    mean(values.slice(index * length, (index + 1) * length)),
  )

interface Minute {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly lots: number
}

/** A day of the normal market by the minute: its price, and the lots that takers ask for. */
function day(symbol: string): Minute[] {
  const profile = MARKET_PROFILES[symbol] ?? raise()
  const flow = createPriceFlow({
    profile,
    fair: profile.startTicks,
    chance: createChance(`statistics ${symbol}`),
  })
  return Array.from({ length: DAY_MINUTES }, () => {
    const open = flow.fair()
    let [high, low, lots] = [open, open, 0]
    for (let step = 0; step < STEPS_A_MINUTE; step++) {
      const { fair, takers } = flow.step(SCENARIOS.normal(), STEP_SECONDS)
      high = Math.max(high, fair)
      low = Math.min(low, fair)
      for (const taker of takers) lots += taker.lots
    }
    return { open, high, low, close: flow.fair(), lots }
  })
}

describe.each(['BTCUSDT', 'SOLUSDT', 'SHIBUSDT'])('a generated day of %s (trading 6)', (symbol) => {
  const minutes = day(symbol)
  const returns = minutes.map(({ open, close }) => Math.log(close / open))
  const moves = returns.map(Math.abs)
  const usual = quantile(moves, 0.5)
  // A single jump would hide what the other minutes have in common.
  const capped = moves.map((move) => Math.min(move, 4 * usual))
  const volumes = minutes.map(({ lots }) => Math.log(1 + lots))

  it('has volume in clusters of minutes and of hours', () => {
    expect(autocorrelation(volumes, 1)).toBeGreaterThan(0.35)
    expect(autocorrelation(volumes, 15)).toBeGreaterThan(0.2)
  })

  it('has moves in clusters, of either direction', () => {
    expect(autocorrelation(capped, 1)).toBeGreaterThan(0.15)
    expect(autocorrelation(capped, 5)).toBeGreaterThan(0.1)
    expect(Math.abs(autocorrelation(returns, 1))).toBeLessThan(0.15)
  })

  it('has quiet and wild periods of half an hour', () => {
    const halfHours = spans(capped, 30)
    expect(quantile(halfHours, 0.9) / quantile(halfHours, 0.1)).toBeGreaterThan(2)
    const traded = spans(
      minutes.map(({ lots }) => lots),
      30,
    )
    expect(quantile(traded, 0.9) / quantile(traded, 0.1)).toBeGreaterThan(2)
  })

  it('has larger moves than chance alone, and jumps among them', () => {
    expect(kurtosis(returns)).toBeGreaterThan(6)
    expect(moves.filter((move) => move > 8 * usual).length).toBeGreaterThanOrEqual(3)
    expect(moves.filter((move) => move > 8 * usual).length).toBeLessThan(DAY_MINUTES / 20)
  })

  it('has wicks in nine candles of ten, on both ends in half', () => {
    const above = minutes.filter(({ open, close, high }) => high > Math.max(open, close))
    const both = above.filter(({ open, close, low }) => low < Math.min(open, close))
    expect(above.length / minutes.length).toBeGreaterThan(0.9)
    expect(both.length / minutes.length).toBeGreaterThan(0.5)
  })

  it('trades more where it moves more', () => {
    const product = mean(
      capped.map((move, index) => (move - mean(capped)) * ((volumes[index] ?? 0) - mean(volumes))),
    )
    expect(product / Math.sqrt(variance(capped) * variance(volumes))).toBeGreaterThan(0.2)
  })

  it('ends within ten per cent of where it began', () => {
    const end = minutes.at(-1)?.close ?? 0
    expect(Math.abs(Math.log(end / (minutes[0]?.open ?? 1)))).toBeLessThan(0.1)
  })
})

function raise(): never {
  throw new Error('no profile')
}
