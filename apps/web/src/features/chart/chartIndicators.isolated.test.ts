import { beforeAll, describe, expect, it, vi } from 'vitest'
import { INDICATORS, isOverCandles, readIndicators, toggleIndicator } from './chartIndicators.ts'
import { DRAWINGS } from './drawings.ts'

// The library asks for the keyboard's platform when it is loaded.
beforeAll(() => void vi.stubGlobal('window', { navigator: {} }))

describe('indicators of the chart', () => {
  it('are all known to the chart library, as the drawings are', async () => {
    const { registerMoreIndicators } = await import('./moreIndicators.ts')
    registerMoreIndicators()
    const { registerDrawingTools } = await import('./drawingTools.ts')
    registerDrawingTools()
    const { getSupportedIndicators, getSupportedOverlays } = await import('klinecharts')
    expect(getSupportedIndicators()).toEqual(
      expect.arrayContaining([...INDICATORS.over, ...INDICATORS.own]),
    )
    expect(getSupportedOverlays()).toEqual(expect.arrayContaining([...DRAWINGS]))
  })
  it('are kept from visit to visit, those that are known, once each', () => {
    expect(readIndicators('RSI,MA,RSI,NEVER')).toEqual(['MA', 'RSI'])
    expect([readIndicators(null), readIndicators('')]).toEqual([[], []])
  })
  it('are switched on and off', () => {
    expect(toggleIndicator(['RSI'], 'MA')).toEqual(['MA', 'RSI'])
    expect(toggleIndicator(['MA', 'RSI'], 'MA')).toEqual(['RSI'])
  })
  it('lie over the candles where they share their scale', () => {
    expect([isOverCandles('BOLL'), isOverCandles('MACD')]).toEqual([true, false])
  })
})

it('offers at least forty indicators with usual parameters', async () => {
  const { getIndicatorDefaults } = await import('./chartIndicators.ts')
  const names = [...INDICATORS.over, ...INDICATORS.own]
  expect(names.length).toBeGreaterThanOrEqual(40)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names)
    for (const value of getIndicatorDefaults(name)) expect(value).toBeGreaterThan(0)
})
