import type { Chart, DeepPartial, OverlayCreate, Styles } from 'klinecharts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { SpotOrder, SpotSymbol } from '../../data/spot/model.ts'
import type { OrderLinesOptions } from './orderLines.ts'

// The library asks for the keyboard's platform when it is loaded.
beforeAll(() => void vi.stubGlobal('window', { navigator: {} }))

const spec = { symbol: 'BTCUSDT', tickSize: '0.01', pricePlace: 2 } as SpotSymbol
const order = { orderId: '1', symbol: 'BTCUSDT', side: 'buy', price: '60000.00' } as SpotOrder
const colours = {
  up: 'green',
  down: 'red',
  text: 'grey',
  accent: 'blue',
  surface: 'white',
  font: 'Inter',
}

/**
 * What is laid on the chart, drawn by the library's own registry of overlays 500 px wide, at 120 px
 * from the top.
 */
async function draw(options: Partial<OrderLinesOptions>) {
  const { getOverlayClass } = await import('klinecharts')
  const { createOrderLines } = await import('./orderLines.ts')
  const laid: OverlayCreate[] = []
  const removed: unknown[] = []
  const crosses: (boolean | undefined)[] = []
  const chart = {
    createOverlay: (overlay: OverlayCreate) => void laid.push(overlay),
    removeOverlay: (which: unknown) => void removed.push(which),
    setOffsetRightDistance: () => {},
    setStyles: ({ crosshair }: DeepPartial<Styles>) =>
      void crosses.push(crosshair?.horizontal?.show),
  }
  const lifts = new Set<() => void>()
  const board = createOrderLines(chart as unknown as Chart, {
    textWidth: () => 60,
    onLift(listener) {
      lifts.add(listener)
      return () => void lifts.delete(listener)
    },
  })
  const redraw = (change: Partial<OrderLinesOptions>) =>
    board.draw({
      lines: [],
      spec,
      colours,
      textOf: () => 'Buy 1',
      onClose: vi.fn<() => void>(),
      onMove: vi.fn<() => void>(),
      ...options,
      ...change,
    })
  redraw({})
  const lift = () => lifts.forEach((listener) => listener())
  const figuresOf = (overlay: OverlayCreate) => {
    const Made = getOverlayClass(overlay.name)
    if (!Made) throw new Error(`The chart knows no ${overlay.name}`)
    const template = new Made()
    return [
      template.createPointFigures?.({
        overlay: { ...template, extendData: overlay.extendData },
        coordinates: [{ x: 0, y: 120 }],
        bounding: { width: 500 },
      } as never) ?? [],
    ].flat()
  }
  return { laid, removed, crosses, figuresOf, redraw, lift, lifts, clear: board.clear }
}

describe('lines on the chart', () => {
  it('draws no dashes through the words of a label', async () => {
    const line = { order, leg: 'limit', field: 'price', price: '60000.00', canMove: true } as const
    const { laid, figuresOf } = await draw({ lines: [line] })
    const [dashes] = figuresOf(laid[0]!)
    // The words take 60 px and 6 on each side, before 24 of the handle and 8 of the edge.
    expect(dashes?.attrs).toEqual([
      {
        coordinates: [
          { x: 0, y: 120 },
          { x: 396, y: 120 },
        ],
      },
      {
        coordinates: [
          { x: 492, y: 120 },
          { x: 500, y: 120 },
        ],
      },
    ])
  })

  it('draws the average buy price as a fixed, named line', async () => {
    const { laid, figuresOf } = await draw({ fixed: [{ price: '61234.56', name: 'Average buy' }] })
    expect(laid).toMatchObject([{ lock: true, points: [{ value: 61_234.56 }] }])
    const figures = figuresOf(laid[0]!)
    expect(figures).toMatchObject([
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y: 120 },
            { x: 500, y: 120 },
          ],
        },
      },
      { type: 'text', ignoreEvent: true, attrs: { y: 120, text: 'Average buy' } },
    ])
  })

  it('removes earlier lines and draws none without a holding', async () => {
    const { laid, removed } = await draw({})
    expect([laid, removed]).toEqual([[], [{ groupId: 'orders' }]])
  })

  it('cancels an order by its handle only', async () => {
    const onClose = vi.fn<(order: SpotOrder) => void>()
    const { laid, figuresOf } = await draw({
      lines: [{ order, leg: 'limit', field: 'price', price: '60000.00', canMove: true }],
      onClose,
    })
    const handle = figuresOf(laid[0]!).find(({ key }) => key !== undefined)
    expect(handle).toMatchObject({ attrs: { text: '✕', x: 492, y: 120 } })
    laid[0]!.onClick?.({ figure: { key: '' } } as never)
    expect(onClose).not.toHaveBeenCalled()
    laid[0]!.onClick?.({ figure: handle } as never)
    expect(onClose.mock.calls).toEqual([[order, 'price']])
  })

  const line = { order, leg: 'limit', field: 'price', price: '60000.00', canMove: true } as const
  const press = (overlay: OverlayCreate) => overlay.onPressedMoveStart?.({} as never)
  const letGo = (overlay: OverlayCreate, value: number) =>
    overlay.onPressedMoveEnd?.({ overlay: { id: 'x', points: [{ value }] } } as never)

  it('hides the cross while the label of a line is held', async () => {
    const { laid, crosses, lift, clear } = await draw({ lines: [line] })
    press(laid[0]!)
    expect(crosses).toEqual([false])
    lift()
    expect(crosses).toEqual([false, true])
    press(laid.at(-1)!)
    clear()
    expect(crosses).toEqual([false, true, false, true])
  })

  it('resets a dragged line and asks for its price on the tick', async () => {
    const onMove = vi.fn<(order: SpotOrder, moved: unknown) => void>()
    const { laid, lifts } = await draw({ lines: [line], onMove })
    press(laid[0]!)
    letGo(laid[0]!, 60_000.004)
    expect(onMove).not.toHaveBeenCalled()
    press(laid[1]!)
    letGo(laid[1]!, 59_999.987)
    expect(onMove.mock.calls).toEqual([[order, { field: 'price', price: '59999.99' }]])
    expect(
      laid.map(({ points }) => points),
      'each time it stands anew where the order does',
    ).toEqual([[{ value: 60_000 }], [{ value: 60_000 }], [{ value: 60_000 }]])
    expect(lifts.size).toBe(0)
  })

  it('keeps a dragged line while its order changes', async () => {
    const onMove = vi.fn<(order: SpotOrder, moved: unknown) => void>()
    const { laid, removed, redraw } = await draw({ lines: [line], onMove })
    press(laid[0]!)
    const partly = { ...order, status: 'partially_filled' } as SpotOrder
    redraw({ lines: [{ ...line, order: partly }] })
    expect([laid.length, removed.length], 'nothing is drawn anew below the hand').toEqual([1, 1])
    letGo(laid[0]!, 59_000)
    expect(onMove.mock.calls).toEqual([[partly, { field: 'price', price: '59000.00' }]])
    expect([laid.length, removed.length]).toEqual([2, 2])
  })

  it('ignores an order that ended before its line was dropped', async () => {
    const onMove = vi.fn<(order: SpotOrder, moved: unknown) => void>()
    const { laid, removed, redraw } = await draw({ lines: [line], onMove })
    press(laid[0]!)
    redraw({ lines: [] })
    letGo(laid[0]!, 59_000)
    expect(onMove).not.toHaveBeenCalled()
    expect([laid.length, removed.length]).toEqual([1, 2])
  })

  it('resets a line dropped outside the chart, without a dialog', async () => {
    const onMove = vi.fn<(order: SpotOrder, moved: unknown) => void>()
    const { laid, lift } = await draw({ lines: [line], onMove })
    press(laid[0]!)
    lift()
    expect(laid).toHaveLength(2)
    letGo(laid[0]!, 59_000)
    expect(onMove).not.toHaveBeenCalled()
  })
})
