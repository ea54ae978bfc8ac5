import { beforeAll, describe, expect, it, vi } from 'vitest'

// The library asks for the keyboard's platform when it is loaded.
beforeAll(() => void vi.stubGlobal('window', { navigator: {} }))

const bars = Array.from({ length: 120 }, (_, index) => {
  const close = 100 + index + Math.sin(index / 3) * 8
  return {
    timestamp: index * 60_000,
    open: close - 1,
    high: close + 2,
    low: close - 3,
    close,
    volume: 10 + (index % 7),
  }
})
const rowsOf = async (name: string, params: readonly number[]) => {
  const { indicatorRows } = await import('./moreIndicators.ts')
  return indicatorRows(name, { bars, params }) ?? []
}
const flat = bars.map((bar) => ({ ...bar, open: 50, high: 50, low: 50, close: 50 }))

describe('indicators beyond the library', () => {
  it('weighs the newest close most in the weighted average', async () => {
    const rows = await rowsOf('WMA', [3])
    const [a, b, c] = bars.slice(7, 10).map(({ close }) => close) as [number, number, number]
    expect(rows[1]).toEqual({})
    expect(rows[9]?.['WMA']).toBeCloseTo((a + 2 * b + 3 * c) / 6, 9)
  })

  it('spans the channel of the last candles', async () => {
    const row = (await rowsOf('DC', [20])).at(-1)
    const last = bars.slice(-20)
    expect(row?.['UP']).toBe(Math.max(...last.map(({ high }) => high)))
    expect(row?.['DN']).toBe(Math.min(...last.map(({ low }) => low)))
  })

  it('measures the reach of candles', async () => {
    const rows = await rowsOf('ATR', [14])
    expect(rows.at(-1)?.['ATR']).toBeGreaterThanOrEqual(5)
  })

  it('fits a straight line exactly', async () => {
    const { regression } = await import('./indicatorMaths.ts')
    expect(regression([1, 3, 5, 7], 3)).toEqual([undefined, undefined, 5, 7])
  })

  it('keeps the middle of a band between its edges', async () => {
    for (const [name, params] of [
      ['KC', [20, 2]],
      ['DC', [20]],
      ['ENV', [20, 2]],
    ] as const) {
      const rows = (await rowsOf(name, params)).filter((row) => row['MID'] !== undefined)
      expect(rows.length, name).toBe(101)
      for (const { UP = 0, MID = 0, DN = 0 } of rows) {
        expect(UP - MID, name).toBeCloseTo(MID - DN, 9)
        expect(UP, name).toBeGreaterThan(DN)
      }
    }
  })

  it('keeps oscillators within their bounds', async () => {
    const bounds = {
      STOCHRSI: [0, 100],
      MFI: [0, 100],
      CMF: [-1, 1],
      AROON: [0, 100],
      CHOP: [0, 100],
      TSI: [-100, 100],
      UO: [0, 100],
    } as const
    const { getIndicatorDefaults } = await import('./chartIndicators.ts')
    for (const [name, [low, high]] of Object.entries(bounds)) {
      const rows = await rowsOf(name, getIndicatorDefaults(name))
      const values = rows.flatMap((row) => Object.values(row))
      expect(values.length, name).toBeGreaterThan(50)
      expect(Math.min(...values), name).toBeGreaterThanOrEqual(low - 1e-9)
      expect(Math.max(...values), name).toBeLessThanOrEqual(high + 1e-9)
    }
  })

  it('begins the average by volume anew each day', async () => {
    const { indicatorRows } = await import('./moreIndicators.ts')
    const day = 86_400_000
    const candle = (timestamp: number, price: number, volume: number) => ({
      timestamp,
      open: price,
      high: price,
      low: price,
      close: price,
      volume,
    })
    const rows = indicatorRows('VWAP', {
      bars: [candle(0, 100, 1), candle(1, 200, 3), candle(day, 50, 2), candle(day + 1, 80, 1)],
      params: [],
    })
    expect(rows).toEqual([{ VWAP: 100 }, { VWAP: 175 }, { VWAP: 50 }, { VWAP: 60 }])
  })

  it('turns the trend line when a close crosses it', async () => {
    const { indicatorRows } = await import('./moreIndicators.ts')
    const rising = Array.from({ length: 40 }, (_, index) => 100 + index * 2)
    const falling = Array.from({ length: 40 }, (_, index) => 178 - index * 4)
    const candles = [...rising, ...falling].map((close, index) => ({
      timestamp: index * 60_000,
      open: close,
      high: close + 1,
      low: close - 1,
      close,
      volume: 1,
    }))
    const rows = indicatorRows('ST', { bars: candles, params: [10, 3] }) ?? []
    expect(rows[38]?.['ST']).toBeLessThan(candles[38]?.close ?? 0)
    expect(rows[78]?.['ST']).toBeGreaterThan(candles[78]?.close ?? 0)
  })

  it('moves the cloud forward by the middle length', async () => {
    const rows = await rowsOf('ICHIMOKU', [9, 26, 52])
    const before = rows[60] ?? {}
    expect(rows[86]?.['A']).toBeCloseTo(((before['T'] ?? 0) + (before['K'] ?? 0)) / 2, 9)
    expect(rows[76]).not.toHaveProperty('B')
    expect(rows[77]).toHaveProperty('B')
  })

  it('has no rows for a name that is none', async () => {
    const { indicatorRows } = await import('./moreIndicators.ts')
    expect(indicatorRows('NEVER', { bars, params: [] })).toBeUndefined()
  })

  it('calculates finite figures, for prices that never move too', async () => {
    const { indicatorRows, MORE_INDICATORS } = await import('./moreIndicators.ts')
    const { getIndicatorDefaults } = await import('./chartIndicators.ts')
    for (const name of MORE_INDICATORS)
      for (const candles of [bars, flat]) {
        const rows =
          indicatorRows(name, { bars: candles, params: getIndicatorDefaults(name) }) ?? []
        expect(rows).toHaveLength(bars.length)
        for (const row of rows)
          for (const value of Object.values(row)) expect(Number.isFinite(value), name).toBe(true)
      }
  })
})
