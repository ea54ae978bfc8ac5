import { CANDLE_INTERVALS } from '@x/market'
import { SegmentedControl } from '@x/ui/segmented-control'
import type { Chart } from 'klinecharts'
import { lazy, useCallback, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './chart.module.css'
import type { ChartControlsProps } from './ChartControls.tsx'
import { type ChartLines, ChartStage, QuietPart } from './ChartStage.tsx'
import { type ChartView, readCount } from './chartView.ts'
import { type ChartInterval, isServed, readInterval } from './intervals.ts'
import { useChartChoice } from './useChartChoice.ts'

const ChartControls = lazy(() => import('./ChartControls.tsx'))
const ToolRail = lazy(() => import('./ToolRail.tsx'))
const MoreCharts = lazy(() => import('./more/MoreCharts.tsx'))
const OrderLineLayer = lazy(() => import('./OrderLineLayer.tsx'))

export interface ChartPanelProps {
  readonly spec: SpotSymbol
  /** The user's orders on the chart; default: those of spot. */
  readonly Lines?: ChartLines
}

/**
 * Candles and volume of a pair, with the choice of interval and of what is drawn on them; or the
 * depth of its book.
 */
export function ChartPanel({ spec, Lines = OrderLineLayer }: ChartPanelProps) {
  const t = useMessages()
  const { storage } = useServices()
  const [interval, setInterval] = useState(() =>
    readInterval(storage.get(STORAGE_KEYS.klineInterval)),
  )
  const [chart, setChart] = useState<Chart | null>(null)
  const { view, onView } = useChartView()
  const isPhone = useMedia(PHONE)
  const choices = useChartChoice()
  const pair = `${spec.base}/${spec.quote}`
  const choose = useCallback(
    (next: ChartInterval) => {
      storage.set(STORAGE_KEYS.klineInterval, next)
      setInterval(next)
    },
    [storage],
  )
  const hasRail = (view.hasRail ?? !isPhone) && !view.showsDepth
  const count = isPhone ? 1 : view.count
  return (
    <div className={styles['charts']} data-count={count} data-full={view.isFull || undefined}>
      <section className={styles['panel']} aria-label={t('chart.label', { pair, interval })}>
        <ChartBar
          controls={{
            ...choices,
            spec,
            interval,
            onInterval: choose,
            title: `${pair} · ${interval}`,
            chart,
            view: { ...view, hasRail },
            onView,
          }}
        />
        <div className={styles['board']} dir="ltr">
          <QuietPart>{hasRail && chart ? <ToolRail {...choices} /> : null}</QuietPart>
          <ChartStage
            key={view.resets}
            spec={spec}
            Lines={Lines}
            interval={interval}
            choice={choices.choice}
            chart={chart}
            onChart={setChart}
            showsDepth={view.showsDepth}
          />
        </div>
      </section>
      <QuietPart>
        {count > 1 ? (
          <MoreCharts {...choices} count={count - 1} spec={spec} Lines={Lines} chart={chart} />
        ) : null}
      </QuietPart>
    </div>
  )
}

/** How the panel is shown; how many charts there are comes from the browser's storage. */
function useChartView() {
  const { storage } = useServices()
  const [view, setView] = useState<ChartView>(() => ({
    isFull: false,
    showsDepth: false,
    hasRail: undefined,
    resets: 0,
    count: readCount(storage.get(STORAGE_KEYS.chartCount)),
  }))
  return { view, onView: (part: Partial<ChartView>) => setView((now) => ({ ...now, ...part })) }
}

/** The intervals, and the controls that come with the chart's code. */
function ChartBar({ controls }: { readonly controls: ChartControlsProps }) {
  const t = useMessages()
  const { interval, onInterval } = controls
  return (
    <div className={styles['bar']}>
      <SegmentedControl
        aria-label={t('chart.interval')}
        size="mini"
        value={interval}
        onChange={onInterval}
        segments={[...CANDLE_INTERVALS, ...(isServed(interval) ? [] : [interval])].map((key) => ({
          value: key,
          label: <bdi>{key}</bdi>,
        }))}
      />
      <QuietPart>
        <ChartControls {...controls} />
      </QuietPart>
    </div>
  )
}
