import { useLocale } from '@x/locale/react'
import type { CandleInterval } from '@x/market'
import { type Chart, dispose, init } from 'klinecharts'
import { useEffect, useRef } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { fetchCandles } from '../../data/candles/fetchCandles.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './chart.module.css'
import type { ChartChoice } from './chartChoice.ts'
import { applyIndicators } from './applyIndicators.ts'
import { nameLegend, type LegendTexts } from './chartLegend.ts'
import { chartStyles, readColours } from './chartStyles.ts'
import { type CandleLoadState, createCandleLoader } from './createCandleLoader.ts'
import { foldZeros } from './foldZeros.ts'
import { watchTheme } from './watchTheme.ts'
import { periodOf } from './intervals.ts'
import { useDrawings } from './useDrawings.ts'
import { wholeTicks } from './xTicks.ts'

export interface CandleChartProps {
  readonly spec: SpotSymbol
  readonly interval: CandleInterval
  readonly legend: LegendTexts
  readonly choice: ChartChoice
  readonly onState: (state: CandleLoadState) => void
  /** Called once the chart is ready, so that overlays can be drawn. */
  readonly onChart: (chart: Chart | null) => void
  /** A new number loads the candles anew. */
  readonly attempt: number
}

const VOLUME_PANE = 'volume'
/** Narrower, the change of the candle would lie on the marks. */
const WIDE_LEGEND = 480
const CANDLE_PANE = 'candle_pane'
/**
 * Pixels above the highest candle: on a phone the words of the legend take two lines, and the mark
 * of the highest price stands below them.
 */
const TWO_LINES = 88

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
  const chart = useRef<Chart>(null)
  const market = useMarket()
  const dispatch = useAppDispatch()
  const { clock, frame } = useServices()
  const { timeZone: own } = useLocale()
  const timeZone = choice.timeZone ?? own

  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = createChart(element, { timeZone })
    if (!made) return
    chart.current = made
    onChart(made)
    const unsubscribe = watchTheme(() => made.setStyles(chartStyles(readColours(element))))
    const fit = new ResizeObserver(() => made.resize())
    fit.observe(element)
    return () => {
      unsubscribe()
      fit.disconnect()
      chart.current = null
      onChart(null)
      dispose(element)
    }
  }, [timeZone, onChart])

  useEffect(() => {
    const made = chart.current
    if (made)
      nameLegend(made, { ...legend, isWide: (box.current?.clientWidth ?? 0) >= WIDE_LEGEND })
  }, [legend, timeZone])

  useEffect(() => {
    if (chart.current) applyIndicators(chart.current, choice.indicators)
  }, [choice.indicators, timeZone])

  useEffect(() => {
    const made = chart.current
    if (!made) return
    const loader = createCandleLoader({
      fetchPage: (page, options) => dispatch(fetchCandles(page, options)),
      market,
      clock,
      frame,
      interval,
      onState,
      onGap: () => made.resetData(),
    })
    made.setSymbol({
      ticker: spec.symbol,
      pricePrecision: spec.pricePlace,
      volumePrecision: spec.quantityPlace,
    })
    made.setPeriod(periodOf(interval))
    made.setDataLoader(loader)
    return () => loader.dispose()
  }, [dispatch, market, clock, frame, spec, interval, onState, attempt, timeZone])

  useDrawings(chart, { symbol: spec.symbol, wanted: choice.drawing, rebuilt: timeZone })

  return <div ref={box} className={styles['canvas']} dir="ltr" />
}

/** A chart in its box, with its panes and axes but without candles. */
function createChart(
  element: HTMLElement,
  { timeZone }: { readonly timeZone: string | undefined },
): Chart | null {
  const made = init(element, {
    styles: chartStyles(readColours(element)),
    decimalFold: { format: foldZeros },
    ...(timeZone === undefined ? {} : { timezone: timeZone }),
  })
  if (!made) return null
  // The library gives its box a place of its own in the tab order; the page's order is the
  // reading order.
  for (const inner of element.querySelectorAll<HTMLElement>('[tabindex]')) inner.tabIndex = -1
  made.createIndicator({ name: 'VOL', calcParams: [], paneId: VOLUME_PANE })
  made.setPaneOptions({ id: VOLUME_PANE, height: 72, minHeight: 48 })
  // AvailableWidth for the legend above the highest bar.
  made.overrideYAxis({ paneId: VOLUME_PANE, gap: { top: 0.32, bottom: 0 } })
  if (element.clientWidth < WIDE_LEGEND)
    made.overrideYAxis({ paneId: CANDLE_PANE, gap: { top: TWO_LINES } })
  made.overrideXAxis({
    createTicks: ({ defaultTicks, bounding }) =>
      wholeTicks(defaultTicks, { width: bounding.width }),
  })
  made.setOffsetRightDistance(48)
  return made
}
