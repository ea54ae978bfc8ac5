import { useLocale } from '@x/locale/react'
import type { CandleInterval } from '@x/market'
import { type Chart, dispose, init } from 'klinecharts'
import { useEffect, useRef } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import type { SpotSymbol } from '../orders/model.ts'
import styles from './chart.module.css'
import { nameLegend, type LegendTexts } from './chartLegend.ts'
import { chartStyles, readColours } from './chartStyles.ts'
import { type CandleLoadState, createCandleLoader } from './createCandleLoader.ts'
import { periodOf } from './intervals.ts'

export interface CandleChartProps {
  readonly spec: SpotSymbol
  readonly interval: CandleInterval
  readonly legend: LegendTexts
  readonly onState: (state: CandleLoadState) => void
  /** A new number loads the candles anew. */
  readonly attempt: number
}

const VOLUME_PANE = 'volume'

/** The drawing itself, in a chunk of its own: the chart library comes with it. */
export default function CandleChart({ spec, interval, legend, onState, attempt }: CandleChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(null)
  const { client, market, clock } = useServices()
  const { timeZone } = useLocale()

  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, { styles: chartStyles(readColours(element)), ...(timeZone === undefined ? {} : { timezone: timeZone }) })
    if (!made) return
    chart.current = made
    // The library gives its box a place of its own in the tab order; the page's order is the reading order.
    for (const inner of element.querySelectorAll<HTMLElement>('[tabindex]')) inner.tabIndex = -1
    made.createIndicator({ name: 'VOL', calcParams: [], paneId: VOLUME_PANE })
    made.setPaneOptions({ id: VOLUME_PANE, height: 72, minHeight: 48 })
    made.setOffsetRightDistance(48)
    const restyle = new MutationObserver(() => made.setStyles(chartStyles(readColours(element))))
    restyle.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette', 'data-updown'] })
    const fit = new ResizeObserver(() => made.resize())
    fit.observe(element)
    return () => {
      restyle.disconnect()
      fit.disconnect()
      chart.current = null
      dispose(element)
    }
  }, [timeZone])

  useEffect(() => {
    const made = chart.current
    if (made) nameLegend(made, legend)
  }, [legend, timeZone])

  useEffect(() => {
    const made = chart.current
    if (!made) return
    const loader = createCandleLoader({ client, market, clock, interval, onState, onGap: () => made.resetData() })
    made.setSymbol({ ticker: spec.symbol, pricePrecision: spec.pricePlace, volumePrecision: spec.quantityPlace })
    made.setPeriod(periodOf(interval))
    made.setDataLoader(loader)
    return () => loader.dispose()
  }, [client, market, clock, spec, interval, onState, attempt, timeZone])

  return <div ref={box} className={styles['canvas']} dir="ltr" />
}
