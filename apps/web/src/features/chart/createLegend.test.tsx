import type { Chart, Indicator } from 'klinecharts'
import { afterEach, describe, expect, it } from 'vitest'
import { CANDLE_PANE } from './chartIndicators.ts'
import { createLegend, legendOf, type LegendTexts } from './createLegend.ts'

afterEach(() => document.body.replaceChildren())

const texts: LegendTexts = {
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',
  volume: 'Vol BTC',
  volumeText: (volume) => `v${Number(volume)}`,
  numberText: (value, digits) => value.toFixed(digits),
  pricePlace: 1,
}
const candle = (close: number, volume = 5) => ({
  timestamp: close,
  open: 10,
  high: 12,
  low: 8,
  close,
  volume,
})

type Fake = Partial<Omit<Indicator, 'figures' | 'result'>> & {
  readonly figures?: readonly { readonly key: string; readonly title?: string; type?: string }[]
  readonly result?: readonly Readonly<Record<string, number>>[]
}
const indicator = (name: string, paneId: string, more: Fake = {}) => ({
  id: name,
  name,
  paneId,
  shortName: name,
  visible: true,
  precision: 2,
  series: 'normal',
  calcParams: [],
  figures: [{ key: 'a', title: 'A: ', type: 'line' }],
  styles: { lines: [{ color: '#00ff00' }] },
  result: [{ a: 1 }, { a: 2 }],
  ...more,
})

interface BenchOptions {
  readonly indicators?: readonly ReturnType<typeof indicator>[]
  readonly width?: number
}

/** A legend of two candles over a chart whose candles are 10 px wide. */
function bench({ indicators = [], width = 800 }: BenchOptions = {}) {
  const state = { bars: [candle(11), candle(9)], indicators: [...indicators] }
  const listeners = new Map<string, (data: unknown) => void>()
  const canvas = document.createElement('div')
  const chart = {
    getDataList: () => state.bars,
    getIndicators: ({ paneId, id }: { readonly paneId?: string; readonly id?: string } = {}) =>
      state.indicators.filter(
        (each) =>
          (paneId === undefined || each.paneId === paneId) && (id === undefined || each.id === id),
      ),
    getSize: (paneId: string) => ({ width, top: paneId === CANDLE_PANE ? 0 : 200 }),
    getDom: () => canvas,
    convertFromPixel: ([{ x }]: readonly [{ readonly x: number }]) => [
      { dataIndex: Math.floor(x / 10) },
    ],
    subscribeAction: (type: string, listener: (data: unknown) => void) =>
      void listeners.set(type, listener),
    unsubscribeAction: (type: string) => void listeners.delete(type),
  } as unknown as Chart
  const box = document.createElement('div')
  document.body.append(box)
  const legend = createLegend(chart, { box, textsOf: () => texts })
  legend.rebuild()
  const rows = (pane: string = CANDLE_PANE) =>
    [...(box.querySelector(`[data-pane="${pane}"]`)?.children ?? [])].map(
      ({ textContent }) => textContent,
    )
  return {
    state,
    chart,
    box,
    legend,
    rows,
    panes: () => [...box.children].map((pane) => (pane as HTMLElement).dataset['pane']),
    cross: (x: number | undefined) => listeners.get('onCrosshairChange')?.({ x }),
    leave: () => canvas.dispatchEvent(new Event('mouseleave')),
    listeners,
  }
}

describe('the legend of a chart', () => {
  it('says the figures of the last candle', () => {
    const { rows } = bench()
    expect(rows()).toEqual(['O 10.0H 12.0L 8.0C 9.0-10.00%'])
  })

  it('says those below the cross, and the last again without it', () => {
    const { rows, cross, leave } = bench()
    cross(3)
    expect(rows()).toEqual(['O 10.0H 12.0L 8.0C 11.0+10.00%'])
    leave()
    expect(rows()[0]).toContain('C 9.0')
  })

  it.each([
    ['before the first candle', -5],
    ['after the last', 25],
    ['nowhere', undefined],
  ])('says those of the last candle where the cross is %s', (_, x) => {
    const { rows, cross } = bench()
    cross(3)
    cross(x)
    expect(rows()[0]).toContain('C 9.0')
  })

  it('writes what has changed once the running task has ended', async () => {
    const { rows, legend, state } = bench()
    state.bars = [candle(12)]
    legend.update()
    expect(rows()[0]).toContain('C 9.0')
    await Promise.resolve()
    expect(rows()[0]).toContain('C 12.0')
  })

  it('leaves what has not changed where it is', async () => {
    const { box, legend } = bench()
    const before = box.querySelector('b')
    legend.update()
    await Promise.resolve()
    expect(box.querySelector('b')).toBe(before)
  })

  it('marks the direction of a candle', () => {
    const { box, cross } = bench()
    const tone = () => [...box.querySelectorAll('b')].at(-1)?.dataset['tone']
    expect(tone()).toBe('down')
    cross(0)
    expect(tone()).toBe('up')
  })

  it('is empty without candles', async () => {
    const { rows, legend, state } = bench()
    state.bars = []
    legend.update()
    await Promise.resolve()
    expect(rows()).toEqual([''])
  })
})

describe('the lines of indicators', () => {
  it('stand in the pane of each, with name and parameters', () => {
    const { rows, panes } = bench({
      indicators: [
        indicator('BOLL', CANDLE_PANE, { calcParams: [20, 2] }),
        indicator('RSI', 'RSI', { calcParams: [6] }),
      ],
    })
    expect(panes()).toEqual([CANDLE_PANE, 'RSI'])
    expect(rows()[1]).toBe('BOLL 20 2A 2.00')
    expect(rows('RSI')).toEqual(['RSI 6A 2.00'])
  })

  it('leaves lengths to the lines that say them', () => {
    const figures = [{ key: 'a', title: 'MA5: ', type: 'line' }]
    const { rows } = bench({
      indicators: [indicator('MA', CANDLE_PANE, { calcParams: [5], figures })],
    })
    expect(rows()[1]).toBe('MAMA5 2.00')
  })

  it('has the colour of each line on its figure', () => {
    const { box } = bench({ indicators: [indicator('RSI', 'RSI')] })
    const figure = box.querySelector('[data-pane="RSI"] b')?.parentElement
    expect(figure?.style.color).toBe('#00ff00')
  })

  it('writes volumes as the page does', () => {
    const { rows, cross, state } = bench({ indicators: [indicator('VOL', 'volume')] })
    expect(rows('volume')).toEqual(['Vol BTCv5'])
    state.bars = [candle(11, 7), candle(9)]
    cross(0)
    expect(rows('volume')).toEqual(['Vol BTCv7'])
  })

  it('lets an indicator write its own entries', () => {
    const extendData = { legend: (at: number) => [{ title: 'at', value: String(at) }] }
    const { rows } = bench({ indicators: [indicator('COMPARISON', CANDLE_PANE, { extendData })] })
    expect(rows()[1]).toBe('COMPARISONat 1')
  })

  it('passes over averaged candles and hidden indicators', () => {
    const { rows } = bench({
      indicators: [
        indicator('HEIKIN', CANDLE_PANE),
        indicator('MA', CANDLE_PANE, { visible: false }),
      ],
    })
    expect(rows()).toHaveLength(1)
  })

  it('goes empty with an indicator that has gone', async () => {
    const { rows, legend, state } = bench({ indicators: [indicator('RSI', 'RSI')] })
    state.indicators = []
    legend.update()
    await Promise.resolve()
    expect(rows('RSI')).toEqual(['RSI'])
    legend.rebuild()
    expect(rows('RSI')).toEqual([])
  })

  it('keeps the candle’s figures alone while it is collapsed', () => {
    const { rows, legend } = bench({
      indicators: [indicator('BOLL', CANDLE_PANE), indicator('RSI', 'RSI')],
    })
    legend.setCollapsed(true)
    expect([rows().length, rows('RSI').length]).toEqual([1, 1])
    legend.setCollapsed(false)
    expect(rows()).toHaveLength(2)
  })
})

describe('the height of a legend', () => {
  it.each([
    ['one line of 18 px and 4 px around it', 800, 0, 22],
    ['a line for each indicator', 800, 2, 58],
    ['two lines for a candle on a phone', 390, 0, 40],
    ['one on the narrowest chart', 300, 0, 22],
  ])('is %s', (_, width, count, height) => {
    const indicators = ['A', 'B'].slice(0, count).map((name) => indicator(name, CANDLE_PANE))
    expect(bench({ width, indicators }).legend.heightOf(CANDLE_PANE)).toBe(height)
  })

  it('is that of one line in other panes', () => {
    const { legend } = bench({ indicators: [indicator('A', 'RSI'), indicator('B', 'RSI')] })
    expect(legend.heightOf('RSI')).toBe(22)
  })

  it('counts no indicators while it is collapsed', () => {
    const { legend } = bench({ indicators: [indicator('A', CANDLE_PANE)] })
    legend.setCollapsed(true)
    expect(legend.heightOf(CANDLE_PANE)).toBe(22)
  })
})

describe('a legend on the page', () => {
  it('stands where its pane begins', () => {
    const { box } = bench({ indicators: [indicator('RSI', 'RSI')] })
    const tops = [...box.children].map((pane) => (pane as HTMLElement).style.insetBlockStart)
    expect(tops).toEqual(['2px', '202px'])
    expect(box.style.inlineSize).toBe('800px')
  })

  it('is known by its chart', () => {
    const { chart, legend } = bench()
    expect(legendOf(chart)).toBe(legend)
    expect(legendOf({} as Chart)).toBeUndefined()
  })

  it('leaves nothing behind', async () => {
    const { box, legend, listeners, leave } = bench()
    legend.update()
    legend.dispose()
    leave()
    await Promise.resolve()
    expect([box.childElementCount, listeners.size]).toEqual([0, 0])
  })
})
