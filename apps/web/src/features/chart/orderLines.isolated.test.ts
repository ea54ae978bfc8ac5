import type { Chart, OverlayCreate } from 'klinecharts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SpotOrder, SpotSymbol } from '../orders/model.ts'
import type { OrderLinesOptions } from './orderLines.ts'

// The library asks for the keyboard's platform when it is loaded.
beforeAll(() => void vi.stubGlobal('window', { navigator: {} }))

const spec = { symbol: 'BTCUSDT', tickSize: '0.01', pricePlace: 2 } as SpotSymbol
const order = { orderId: '1', symbol: 'BTCUSDT', side: 'buy', price: '60000.00' } as SpotOrder
const colours = { up: 'green', down: 'red', text: 'grey', surface: 'white', font: 'Inter' }

/** What is laid on the chart, drawn by the library's own registry of overlays 500 px wide, at 120 px from the top. */
async function draw(options: Partial<OrderLinesOptions>) {
  const { getOverlayClass } = await import('klinecharts')
  const { drawOrderLines } = await import('./orderLines.ts')
  const laid: OverlayCreate[] = []
  const removed: unknown[] = []
  const chart = { createOverlay: (overlay: OverlayCreate) => void laid.push(overlay), removeOverlay: (which: unknown) => void removed.push(which), overrideOverlay: vi.fn<(change: unknown) => void>() }
  drawOrderLines(chart as unknown as Chart, { lines: [], spec, colours, textOf: () => 'Buy 1', onClose: vi.fn<() => void>(), onMove: vi.fn<() => void>(), ...options })
  const figuresOf = (overlay: OverlayCreate) => {
    const Made = getOverlayClass(overlay.name)
    if (!Made) throw new Error(`The chart knows no ${overlay.name}`)
    const template = new Made()
    return [template.createPointFigures?.({ overlay: { ...template, extendData: overlay.extendData }, coordinates: [{ x: 0, y: 120 }], bounding: { width: 500 } } as never) ?? []].flat()
  }
  return { laid, removed, chart, figuresOf }
}

describe('lines on the chart', () => {
  it('the average buy price is told at its height, by its name, and neither moves nor answers a press', async () => {
    const { laid, figuresOf } = await draw({ average: { price: '61234.56', name: 'Average buy' } })
    expect(laid).toMatchObject([{ lock: true, points: [{ value: 61_234.56 }] }])
    const figures = figuresOf(laid[0]!)
    expect(figures).toMatchObject([
      { type: 'line', ignoreEvent: true, attrs: { coordinates: [{ x: 0, y: 120 }, { x: 500, y: 120 }] } },
      { type: 'text', ignoreEvent: true, attrs: { y: 120, text: 'Average buy' } },
    ])
  })

  it('there is none where nothing was bought, and the lines of before are taken away first', async () => {
    const { laid, removed } = await draw({})
    expect([laid, removed]).toEqual([[], [{ groupId: 'orders' }]])
  })

  it('a press on the handle of an order closes it, a press beside it does not', async () => {
    const onClose = vi.fn<(order: SpotOrder) => void>()
    const { laid, figuresOf } = await draw({ lines: [{ order, leg: 'limit', field: 'price', price: '60000.00', canMove: true }], onClose })
    const handle = figuresOf(laid[0]!).find(({ key }) => key !== undefined)
    expect(handle).toMatchObject({ attrs: { text: '✕', x: 492, y: 120 } })
    laid[0]!.onClick?.({ figure: { key: '' } } as never)
    expect(onClose).not.toHaveBeenCalled()
    laid[0]!.onClick?.({ figure: handle } as never)
    expect(onClose.mock.calls).toEqual([[order]])
  })

  it('a dragged line springs back and asks for the price on the tick; let go where it was it asks nothing', async () => {
    const onMove = vi.fn<(order: SpotOrder, moved: unknown) => void>()
    const { laid, chart } = await draw({ lines: [{ order, leg: 'limit', field: 'price', price: '60000.00', canMove: true }], onMove })
    const letGo = (value: number) => laid[0]!.onPressedMoveEnd?.({ overlay: { id: 'x', points: [{ value }] }, chart } as never)
    letGo(60_000.004)
    expect(onMove).not.toHaveBeenCalled()
    letGo(59_999.987)
    expect(onMove.mock.calls).toEqual([[order, { field: 'price', price: '59999.99' }]])
    expect(chart.overrideOverlay).toHaveBeenCalledWith({ id: 'x', points: [{ value: 60_000 }] })
  })
})
