import { HEIKIN_ASHI } from './averagedCandles.ts'
import type { Chart, Indicator, KLineData } from 'klinecharts'
import styles from './chart.module.css'
import { CANDLE_PANE } from './chartIndicators.ts'

/** Height of one line of a legend, px; the style sheet has the same. */
export const LEGEND_ROW = 18
const PADDING = 4

export interface LegendTexts {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  /** Writes a volume as the rest of the app does. */
  readonly volumeText: (volume: string) => string
  readonly numberText: (value: number, digits: number) => string
  /** Digits of a price. */
  readonly pricePlace: number
}

export interface LegendEntry {
  readonly title: string
  readonly value: string
  /** A colour of the canvas, or a direction. */
  readonly tone?: string
}

/** Digits after the point of the smallest volume that a pair trades in. */
const VOLUME_DIGITS = 8

/** The figures of a candle: its four prices and the change from its opening. */
export function candleEntries(
  bar: Pick<KLineData, 'open' | 'high' | 'low' | 'close'>,
  { open, high, low, close, numberText, pricePlace }: LegendTexts,
): readonly LegendEntry[] {
  const change = ((bar.close - bar.open) / bar.open) * 100
  const text = numberText(change, 2)
  const isFlat = Number(change.toFixed(2)) === 0
  const price = (value: number) => numberText(value, pricePlace)
  const tone = isFlat ? 'flat' : change > 0 ? 'up' : 'down'
  return [
    { title: open, value: price(bar.open) },
    { title: high, value: price(bar.high) },
    { title: low, value: price(bar.low) },
    { title: close, value: price(bar.close) },
    // "-0.00%" beside a candle that rises says the opposite.
    {
      title: '',
      value: isFlat ? `${numberText(0, 2)}%` : `${change > 0 ? '+' : ''}${text}%`,
      tone,
    },
  ]
}

/** The volume of a candle, the one below the cross or the last; none without candles. */
export const volumeEntries = (
  volume: number | undefined,
  { volumeText }: Pick<LegendTexts, 'volumeText'>,
): readonly LegendEntry[] =>
  volume === undefined ? [] : [{ title: '', value: volumeText(volume.toFixed(VOLUME_DIGITS)) }]

/** The figures of an indicator at a candle, each in the colour of its line. */
export function indicatorEntries(
  { figures, result, styles: looks, precision, series }: Indicator,
  {
    at,
    numberText,
    pricePlace,
  }: Pick<LegendTexts, 'numberText' | 'pricePlace'> & {
    readonly at: number
  },
): readonly LegendEntry[] {
  const values = (result[at] ?? {}) as Readonly<Record<string, unknown>>
  let line = 0
  return figures.flatMap(({ key, title, type }) => {
    const colour = type === 'line' || type === 'circle' ? looks?.lines?.[line++]?.color : undefined
    const value = values[key]
    if (typeof value !== 'number' || !Number.isFinite(value) || title === undefined) return []
    const digits = series === 'price' ? pricePlace : Math.min(precision, 2)
    return [
      {
        title: title.replace(/:\s*$/, ''),
        value: numberText(value, digits),
        ...(colour === undefined ? {} : { tone: colour }),
      },
    ]
  })
}

export interface ChartLegend {
  /** Pixels from the top of a pane that belong to its legend. */
  heightOf(paneId: string): number
  /**
   * Writes the figures of the candle below the cross, or of the last one, once the running task has
   * ended: the next chart of this frame would measure a page that has changed.
   */
  update(): void
  /** Builds the lines anew: indicators or panes have changed. */
  rebuild(): void
  /** Shows the figures of indicators over the candles, or their number alone. */
  setCollapsed(isCollapsed: boolean): void
  dispose(): void
}

interface Row {
  readonly values: HTMLElement
  readonly entries: (at: number) => readonly LegendEntry[]
  /** What stands in it, as JSON. */
  shown?: string
}

/**
 * The legends of all panes, above the canvas: text that a screen reader can read, on a ground that
 * keeps it legible. The axes leave their height free, so that no candle lies below them.
 */
export function createLegend(
  chart: Chart,
  { box, textsOf }: { readonly box: HTMLElement; readonly textsOf: () => LegendTexts },
): ChartLegend {
  let rows: Row[] = []
  let collapsed = false
  let cross: number | undefined
  let placing = 0

  const indicatorsOf = (paneId: string) =>
    chart.getIndicators({ paneId }).filter(({ visible }) => visible)
  const isShown = (indicator: Indicator) => indicator.name !== HEIKIN_ASHI
  const width = (): number => chart.getSize(CANDLE_PANE, 'main')?.width ?? 0
  const rowCount = (paneId: string): number => {
    if (paneId !== CANDLE_PANE) return 1
    // On a phone the figures of a candle take a second line.
    const own = width() > 306 && width() < 420 ? 2 : 1
    return collapsed ? own : own + indicatorsOf(paneId).filter(isShown).length
  }

  const addRow = (
    parent: HTMLElement,
    { name, entries }: { readonly name: string; readonly entries: Row['entries'] },
  ): void => {
    const element = document.createElement('div')
    element.className = styles['legendRow'] ?? ''
    const title = document.createElement('span')
    title.textContent = name
    const values = document.createElement('span')
    values.className = styles['legendValues'] ?? ''
    if (name) element.append(title)
    element.append(values)
    parent.append(element)
    rows.push({ values, entries })
  }

  const nameOf = ({ shortName, calcParams, name, figures }: Indicator): string => {
    if (name === 'VOL') return textsOf().volume
    // The lines say their lengths themselves: `MA5`, `MA10`.
    if (figures.some(({ title }) => /\d/.test(title ?? ''))) return shortName
    return calcParams.length > 0 ? `${shortName} ${calcParams.join(' ')}` : shortName
  }

  const addPane = (paneId: string): void => {
    const parent = document.createElement('div')
    parent.className = styles['legend'] ?? ''
    parent.dataset['pane'] = paneId
    box.append(parent)
    if (paneId === CANDLE_PANE)
      addRow(parent, {
        name: '',
        entries(at) {
          const bar = chart.getDataList()[at]
          return bar ? candleEntries(bar, textsOf()) : []
        },
      })
    if (paneId === CANDLE_PANE && collapsed) return
    for (const { id } of indicatorsOf(paneId).filter(isShown)) {
      const found = () => chart.getIndicators({ id })[0]
      const first = found()
      if (!first) continue
      addRow(parent, {
        name: nameOf(first),
        entries(at) {
          const indicator = found()
          if (!indicator) return []
          const { legend } = (indicator.extendData ?? {}) as { legend?: Row['entries'] }
          if (legend) return legend(at)
          if (indicator.name === 'VOL')
            return volumeEntries(chart.getDataList()[at]?.volume, textsOf())
          return indicatorEntries(indicator, { at, ...textsOf() })
        },
      })
    }
  }

  const place = (): void => {
    for (const pane of box.children) {
      if (!(pane instanceof HTMLElement)) continue
      const top = chart.getSize(pane.dataset['pane'] ?? '', 'root')?.top ?? 0
      pane.style.insetBlockStart = `${top + PADDING / 2}px`
    }
    box.style.inlineSize = `${width()}px`
  }

  const update = (): void => {
    const at = cross ?? chart.getDataList().length - 1
    for (const row of rows) {
      const wanted = row.entries(at)
      const text = JSON.stringify(wanted)
      if (row.shown === text) continue
      row.shown = text
      row.values.replaceChildren(...wanted.map(entryElement))
    }
  }

  const rebuild = (): void => {
    rows = []
    box.replaceChildren()
    const panes = new Set([CANDLE_PANE, ...chart.getIndicators().map(({ paneId }) => paneId)])
    for (const paneId of panes) addPane(paneId)
    place()
    // The library gives new panes their heights in a frame of its own.
    cancelAnimationFrame(placing)
    placing = requestAnimationFrame(() => (placing = requestAnimationFrame(place)))
    update()
  }

  /** The library reports where the cross is, and nothing when it has left. */
  const onCross = (data: unknown): void => {
    const { x } = (data ?? {}) as { x?: number }
    const found = x === undefined ? undefined : chart.convertFromPixel([{ x }])
    const next = Array.isArray(found) ? found[0]?.dataIndex : found?.dataIndex
    const last = chart.getDataList().length - 1
    cross = next === undefined || next < 0 || next > last ? undefined : next
    update()
  }
  const onLeave = (): void => onCross(undefined)
  const canvas = chart.getDom()
  canvas?.addEventListener('mouseleave', onLeave)
  chart.subscribeAction('onCrosshairChange', onCross)
  chart.subscribeAction('onPaneDrag', place)

  const made: ChartLegend = {
    heightOf: (paneId) => PADDING + rowCount(paneId) * LEGEND_ROW,
    update: () => queueMicrotask(update),
    rebuild,
    setCollapsed(isCollapsed) {
      collapsed = isCollapsed
      rebuild()
    },
    dispose() {
      cancelAnimationFrame(placing)
      canvas?.removeEventListener('mouseleave', onLeave)
      chart.unsubscribeAction('onCrosshairChange', onCross)
      chart.unsubscribeAction('onPaneDrag', place)
      rows = []
      box.replaceChildren()
    },
  }
  legends.set(chart, made)
  return made
}

const legends = new WeakMap<Chart, ChartLegend>()
/** The legend of a chart, for what adds lines to it later. */
export const legendOf = (chart: Chart): ChartLegend | undefined => legends.get(chart)

function entryElement({ title, value, tone }: LegendEntry): HTMLElement {
  const entry = document.createElement('span')
  if (title) {
    const name = document.createElement('span')
    name.textContent = `${title} `
    entry.append(name)
  }
  const figure = document.createElement('b')
  figure.textContent = value
  if (tone === 'up' || tone === 'down' || tone === 'flat') figure.dataset['tone'] = tone
  else if (tone !== undefined) entry.style.color = tone
  entry.append(figure)
  return entry
}
