import { renderHook } from '@testing-library/react'
import type { Chart } from 'klinecharts'
import { beforeEach, describe, expect, it } from 'vitest'
import { priceAt, useChartMenu } from './useChartMenu.ts'

const spec = { symbol: 'BTCUSDT', tickSize: '0.5', pricePlace: 1 } as never

/** A chart whose candles are 100 pixels high, one unit of price for each. */
function board() {
  const box = document.createElement('div')
  const pane = document.createElement('div')
  pane.getBoundingClientRect = () => ({ top: 50, bottom: 150 }) as DOMRect
  let drawings = 1
  const chart = {
    getDom: (paneId?: string) => (paneId ? pane : box),
    getOverlays: () => Array.from({ length: drawings }),
    convertFromPixel: ([{ y = 0 } = {}]: { y?: number }[]) => [{ value: 200.3 - y }],
  } as unknown as Chart
  return { chart, box, erase: () => void drawings-- }
}
const press = (box: HTMLElement, clientY: number) => {
  box.dispatchEvent(new Event('pointerdown'))
  const event = new MouseEvent('contextmenu', { clientY, cancelable: true })
  box.dispatchEvent(event)
  return event.defaultPrevented
}

describe('a press of the second button on a chart', () => {
  let prices: unknown[] = []
  beforeEach(() => void (prices = []))
  const attach = (chart: Chart | null) =>
    renderHook(() => useChartMenu(chart, { spec, onPrice: (price) => prices.push(price) }))

  it('reports the price under it, on the tick', () => {
    const { chart, box } = board()
    attach(chart)
    expect([press(box, 100), prices]).toEqual([true, ['150.5']])
  })

  it.each([49, 151])('leaves the menu of the browser outside of the candles at %i', (clientY) => {
    const { chart, box } = board()
    attach(chart)
    expect([press(box, clientY), prices]).toEqual([false, []])
  })

  it('reports nothing where it removed a drawing', () => {
    const { chart, box, erase } = board()
    attach(chart)
    box.addEventListener('pointerdown', erase)
    expect([press(box, 100), prices]).toEqual([false, []])
  })

  it('reports nothing for guests, nor once the chart is gone', () => {
    const { chart, box } = board()
    attach(null)
    attach(chart).unmount()
    expect([press(box, 100), prices]).toEqual([false, []])
  })
})

it('knows no price below the first tick', () => {
  const { chart } = board()
  expect(
    priceAt({ ...chart, convertFromPixel: () => [{ value: -1 }] }, { clientY: 60 }, spec),
  ).toBe(undefined)
})
