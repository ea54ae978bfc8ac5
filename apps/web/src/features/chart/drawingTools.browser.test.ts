import type { Chart, Overlay } from 'klinecharts'
import { describe, expect, it } from 'vitest'
import { arrowHead, boxOf, ellipseOf, extensionLevels, moveText, rayTo } from './drawingTools.ts'

describe('shapes of drawing tools', () => {
  it('places a box and an ellipse between two points', () => {
    const [a, b] = [
      { x: 10, y: 40 },
      { x: 30, y: 20 },
    ]
    expect(boxOf(a, b)).toEqual([a, { x: 30, y: 40 }, b, { x: 10, y: 20 }])
    for (const { x, y } of ellipseOf(a, b))
      expect(((x - 20) / 10) ** 2 + ((y - 30) / 10) ** 2).toBeCloseTo(1, 9)
  })

  it('point an arrow at its end', () => {
    const [tip, left, right] = arrowHead({ x: 0, y: 0 }, { x: 100, y: 0 })
    expect(tip).toEqual({ x: 100, y: 0 })
    expect(left?.y).toBeCloseTo(-(right?.y ?? 0), 9)
    expect(left?.x).toBeLessThan(100)
  })

  it('lead a ray to the edge that lies on its way', () => {
    const wide = { width: 200 }
    expect(rayTo({ x: 50, y: 10 }, { x: 100, y: 20 }, wide)).toEqual({ x: 200, y: 40 })
    expect(rayTo({ x: 50, y: 10 }, { x: 25, y: 20 }, wide)).toEqual({ x: 0, y: 30 })
    expect(rayTo({ x: 50, y: 10 }, { x: 50, y: 20 }, wide).x).toBe(50)
  })

  it('places shares of the first move on the third point', () => {
    expect(extensionLevels([100, 200, 150]).map(({ share, value }) => [share, value])).toEqual([
      [0, 150],
      [0.382, 188.2],
      [0.618, 211.8],
      [1, 250],
      [1.272, 277.2],
      [1.618, 311.8],
      [2.618, 411.8],
    ])
    expect(extensionLevels([100, 200])).toEqual([])
  })

  it('says a move in price, share and candles', () => {
    const chart = {
      getPeriod: () => ({ type: 'minute', span: 15 }),
      getSymbol: () => ({ pricePrecision: 2 }),
      getThousandsSeparator: () => ({ format: (text: string) => text }),
      getDecimalFold: () => ({ format: (text: string) => text }),
    } as unknown as Chart
    const points = [
      { value: 100, dataIndex: 4 },
      { value: 98, dataIndex: 10 },
    ]
    expect(moveText({ chart, overlay: { points } as unknown as Overlay })).toBe(
      '-2.00 · -2.00% · 6 × 15m',
    )
  })
})
