import { LOCALE_TABLE } from '@x/locale'
import { useLocale } from '@x/locale/react'
import { type Chart, type DeepPartial, dispose, init, type Styles } from 'klinecharts'
import { lazy, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { fetchCandles } from '../../data/candles/fetchCandles.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import styles from './chart.module.css'
import type { ChartChoice } from './chartChoice.ts'
import { registerHeikinAshi } from './heikinAshi.ts'
import { applyType, typeStyles } from './typeStyles.ts'
import { registerFigures } from './chartFigures.ts'
import { applyIndicators, colourLines } from './applyIndicators.ts'
import { countdownText, groupedText } from './chartTexts.ts'
import { chartStyles, readColours } from './chartStyles.ts'
import type { CandleLoader, CandleLoadState } from './createCandleLoader.ts'
import { type ChartLegend, createLegend, type LegendTexts } from './createLegend.ts'
import { foldZeros } from './foldZeros.ts'
import { watchTheme } from './watchTheme.ts'
import { installAxes } from './installAxes.ts'
import { type ChartInterval, endOf, periodOf } from './intervals.ts'
import { type LastTag, openLastTag } from './lastTag.ts'
import { lateSilence } from './lateTools.ts'
import { openCandles } from './openCandles.ts'
import { useKnownIndicators } from './useKnownIndicators.ts'

export interface CandleChartProps {
  readonly spec: SpotSymbol
  readonly interval: ChartInterval
  readonly legend: LegendTexts
  readonly choice: ChartChoice
  readonly onState: (state: CandleLoadState) => void
  /** Called once the chart is ready, so that overlays can be drawn. */
  readonly onChart: (chart: Chart | null) => void
  /** A new number loads the candles anew. */
  readonly attempt: number
}

const DrawingLayer = lazy(() => import('./DrawingLayer.tsx'))
/** A chart without drawings is a chart. */
const NOTHING = () => {}
const VOLUME_PANE = 'volume'

/** The drawing itself, in a chunk of its own: the chart library comes with it. */
export default function CandleChart({
  spec,
  interval,
  legend,
  choice,
  onState,
  onChart,
  attempt,
}: CandleChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const legendBox = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)
  const board = useRef<ChartLegend>(null)
  const [drawn, setMade] = useState<Chart | null>(null)
  const market = useMarket()
  const dispatch = useAppDispatch()
  const { clock, frame } = useServices()
  const { timeZone: own, locale } = useLocale()
  const timeZone = choice.timeZone ?? own
  const indicators = useKnownIndicators(choice.indicators)
  const legendTexts = useEffectEvent((): LegendTexts => legend)
  const stylesNow = useEffectEvent((element: Element) => [
    chartStyles(readColours(element)),
    typeStyles(choice.type),
  ])
  const remaining = useEffectEvent((openTime: number): string =>
    countdownText(endOf(interval, openTime) - clock.now()),
  )

  useEffect(() => {
    const [element, words] = [box.current, legendBox.current]
    if (!element || !words) return
    const made = createChart(element, { timeZone, styles: stylesNow(element) })
    if (!made) return
    made.setFormatter({ formatExtendText: ({ data }) => remaining(data.timestamp) })
    const legends = createLegend(made, { box: words, textsOf: () => legendTexts() })
    chart.current = made
    setMade(made)
    board.current = legends
    onChart(made)
    const unsubscribe = watchTheme(() => {
      for (const part of stylesNow(element)) made.setStyles(part)
      colourLines(made, readColours(element).series)
      legends.rebuild()
    })
    const fit = new ResizeObserver(() => {
      made.resize()
      legends.rebuild()
    })
    fit.observe(element)
    return () => {
      unsubscribe()
      fit.disconnect()
      legends.dispose()
      chart.current = null
      board.current = null
      onChart(null)
      dispose(element)
    }
  }, [timeZone, onChart])

  useEffect(() => {
    const [made, legends] = [chart.current, board.current]
    if (!made || !legends || !box.current) return
    for (const part of stylesNow(box.current)) made.setStyles(part)
    applyType(made, choice.type)
    applyIndicators(made, indicators, choice.parameters)
    const colours = readColours(box.current)
    colourLines(made, colours.series)
    made.setThousandsSeparator({
      format: (value) => groupedText(String(value), legend.numberText),
    })
    installAxes(made, {
      scale: choice.scale,
      timeZone,
      language: LOCALE_TABLE[locale].tag,
      legendHeight: (paneId) => legends.heightOf(paneId),
      numberText: legend.numberText,
      shortText: (value) => legend.volumeText(value.toFixed(2)),
    })
    legends.rebuild()
  }, [indicators, choice.parameters, choice.type, choice.scale, timeZone, legend, locale])

  useEffect(() => {
    const made = chart.current
    if (!made) return
    const loader = openCandles({
      fetchPage: (page, options) => dispatch(fetchCandles(page, options)),
      market,
      clock,
      frame,
      interval,
      price: choice.price,
      onState,
      onGap: () => made.resetData(),
    })
    const tag = openLastTag(made, { market, symbol: spec.symbol })
    made.setSymbol({
      ticker: spec.symbol,
      pricePrecision: spec.pricePlace,
      volumePrecision: spec.quantityPlace,
    })
    made.setPeriod(periodOf(interval))
    made.setDataLoader(drawingLoader(loader, { made, chart, board, tag }))
    return () => {
      tag.stop()
      loader.dispose()
    }
  }, [dispatch, market, clock, frame, spec, interval, choice.price, onState, attempt, timeZone])

  return (
    <>
      <div ref={box} className={styles['canvas']} dir="ltr" />
      <div ref={legendBox} className={styles['legends']} dir="ltr" />
      <Drawings chart={chart} made={drawn} symbol={spec.symbol} choice={choice} />
    </>
  )
}

interface DrawnBy {
  readonly made: Chart
  readonly chart: RefObject<Chart | null>
  readonly board: RefObject<ChartLegend | null>
  readonly tag: LastTag
}

/** Candles with what the chart shows of them besides. */
const drawingLoader = (
  loader: CandleLoader,
  { made, chart, board, tag }: DrawnBy,
): CandleLoader => ({
  ...loader,
  getBars: (params) =>
    loader.getBars({
      ...params,
      callback(bars, more) {
        params.callback(bars, more)
        lateSilence(() => chart.current, bars)
        // The library scales the axes before it knows which candle is the first in view.
        made.resize()
        board.current?.update()
      },
    }),
  subscribeBar: (params) =>
    loader.subscribeBar?.({
      ...params,
      callback(bar) {
        tag.tint()
        params.callback(bar)
        board.current?.update()
      },
    }),
})

interface DrawingsProps extends Pick<CandleChartProps, 'choice'> {
  readonly chart: RefObject<Chart | null>
  readonly made: Chart | null
  readonly symbol: string
}

/** Drawings, once there are any or one is begun. */
function Drawings({ chart, made, symbol, choice: { drawing, modes } }: DrawingsProps) {
  const { storage } = useServices()
  const key = STORAGE_KEYS.drawings + symbol
  const done = useRef(drawing?.count ?? 0)
  const [isStored, setStored] = useState(false)
  useEffect(() => {
    // Another tab may draw the first one.
    const look = () => setStored(storage.get(key) !== null)
    look()
    return storage.subscribe((change) => change.key === key && look())
  }, [storage, key])
  if (!made || !(isStored || drawing)) return null
  return (
    <OptionalLazyBoundary quiet={!drawing} onFail={NOTHING}>
      <DrawingLayer
        chart={chart}
        symbol={symbol}
        wanted={drawing}
        modes={modes}
        doneRef={done}
        rebuilt={made}
      />
    </OptionalLazyBoundary>
  )
}

/** A chart in its box, with its panes and axes but without candles. */
function createChart(
  element: HTMLElement,
  {
    timeZone,
    styles: looks,
  }: { readonly timeZone: string | undefined; readonly styles: readonly DeepPartial<Styles>[] },
): Chart | null {
  registerFigures()
  registerHeikinAshi()
  const made = init(element, {
    decimalFold: { format: foldZeros },
    ...(timeZone === undefined ? {} : { timezone: timeZone }),
  })
  if (!made) return null
  for (const part of looks) made.setStyles(part)
  // The library gives its box a place of its own in the tab order; the page's order is the
  // reading order.
  for (const inner of element.querySelectorAll<HTMLElement>('[tabindex]')) inner.tabIndex = -1
  made.createIndicator({ name: 'VOL', calcParams: [], paneId: VOLUME_PANE })
  made.setPaneOptions({ id: VOLUME_PANE, height: 72, minHeight: 48 })
  made.setOffsetRightDistance(48)
  return made
}
