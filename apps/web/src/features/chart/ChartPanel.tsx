import { useNumbers } from '@x/locale/react'
import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import { ErrorState } from '@x/ui/empty-state'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Spinner } from '@x/ui/skeleton'
import type { Chart } from 'klinecharts'
import { type ComponentType, lazy, type ReactNode, useCallback, useMemo, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'
import { selectUser } from '../../data/store/slice.ts'
import styles from './chart.module.css'
import type { CandleLoadState } from './createCandleLoader.ts'
import type { ChartChoice } from './chartChoice.ts'
import type { ChartControlsProps } from './ChartControls.tsx'
import type { ChartView } from './chartView.ts'
import { readInterval } from './intervals.ts'
import { useChartChoice } from './useChartChoice.ts'

const CandleChart = lazy(() => import('./CandleChart.tsx'))
const ChartControls = lazy(() => import('./ChartControls.tsx'))
const ToolRail = lazy(() => import('./ToolRail.tsx'))
const DepthChart = lazy(() => import('./DepthChart.tsx'))
const OrderLineLayer = lazy(() => import('./OrderLineLayer.tsx'))
const LOST: CandleLoadState = { kind: 'failed', traceId: undefined }
/** A chart without the lines of orders is a chart. */
const NOTHING = () => {}

export interface ChartPanelProps {
  readonly spec: SpotSymbol
  /** The user's orders on the chart; default: those of spot. */
  readonly Lines?: ComponentType<{ readonly chart: Chart; readonly spec: SpotSymbol }>
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
  const [view, setView] = useState<ChartView>(FIRST_VIEW)
  const isPhone = useMedia(PHONE)
  const choices = useChartChoice()
  const pair = `${spec.base}/${spec.quote}`
  const choose = useCallback(
    (next: CandleInterval) => {
      storage.set(STORAGE_KEYS.klineInterval, next)
      setInterval(next)
    },
    [storage],
  )
  const hasRail = (view.hasRail ?? !isPhone) && !view.showsDepth
  return (
    <section
      className={styles['panel']}
      data-full={view.isFull || undefined}
      aria-label={t('chart.label', { pair, interval })}
    >
      <ChartBar
        interval={interval}
        onInterval={choose}
        controls={{
          ...choices,
          spec,
          title: `${pair} · ${interval}`,
          chart,
          view: { ...view, hasRail },
          onView: (part) => setView((now) => ({ ...now, ...part })),
        }}
      />
      <div className={styles['board']} dir="ltr">
        <QuietPart>{hasRail && chart ? <ToolRail {...choices} /> : null}</QuietPart>
        <Stage
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
  )
}

const FIRST_VIEW: ChartView = { isFull: false, showsDepth: false, hasRail: undefined, resets: 0 }

interface StageProps extends Required<ChartPanelProps> {
  readonly interval: CandleInterval
  readonly choice: ChartChoice
  readonly chart: Chart | null
  readonly onChart: (chart: Chart | null) => void
  readonly showsDepth: boolean
}

/** Candles with the lines of orders, and what lies over them until they are there. */
function Stage({ spec, Lines, interval, choice, chart, onChart, showsDepth }: StageProps) {
  const user = useAppSelector(selectUser)
  const [candles, setState] = useState<CandleLoadState>({ kind: 'loading' })
  const [isLost, setLost] = useState(false)
  // Of a chart whose code could not be had, no candles are on their way.
  const state: CandleLoadState = isLost ? LOST : candles
  const [attempt, setAttempt] = useState(0)
  const legend = useLegend(spec)
  return (
    <div className={styles['stage']} aria-busy={state.kind === 'loading'}>
      <OptionalLazyBoundary quiet onFail={() => setLost(true)}>
        <CandleChart
          spec={spec}
          interval={interval}
          legend={legend}
          choice={choice}
          onState={setState}
          onChart={onChart}
          attempt={attempt}
        />
      </OptionalLazyBoundary>
      <QuietPart>{user && chart ? <Lines chart={chart} spec={spec} /> : null}</QuietPart>
      {showsDepth ? (
        <DepthOverlay spec={spec} />
      ) : (
        <LoadOverlay
          state={state}
          onRetry={() => (isLost ? location.reload() : setAttempt((count) => count + 1))}
        />
      )}
    </div>
  )
}

/** What a chart can be without. */
const QuietPart = ({ children }: { readonly children: ReactNode }) => (
  <OptionalLazyBoundary quiet onFail={NOTHING}>
    {children}
  </OptionalLazyBoundary>
)

interface ChartBarProps {
  readonly interval: CandleInterval
  readonly onInterval: (interval: CandleInterval) => void
  readonly controls: ChartControlsProps
}

/** The intervals, and the controls that come with the chart's code. */
function ChartBar({ interval, onInterval, controls }: ChartBarProps) {
  const t = useMessages()
  return (
    <div className={styles['bar']}>
      <SegmentedControl
        aria-label={t('chart.interval')}
        size="mini"
        value={interval}
        onChange={onInterval}
        segments={CANDLE_INTERVALS.map((key) => ({ value: key, label: <bdi>{key}</bdi> }))}
      />
      <QuietPart>
        <ChartControls {...controls} />
      </QuietPart>
    </div>
  )
}

function ChartBoundary({ children }: { readonly children: ReactNode }) {
  const t = useMessages()
  return (
    <LazyBoundary
      title={t('chart.failed')}
      fallback={<Spinner size={20} label={t('chart.loading')} />}
    >
      {children}
    </LazyBoundary>
  )
}

const DepthOverlay = ({ spec }: { readonly spec: SpotSymbol }) => (
  <div className={styles['over']} data-solid="">
    <ChartBoundary>
      <DepthChart spec={spec} />
    </ChartBoundary>
  </div>
)

/** Over candles that are on their way, or could not be had. */
function LoadOverlay({
  state,
  onRetry,
}: {
  readonly state: CandleLoadState
  readonly onRetry: () => void
}) {
  const t = useMessages()
  if (state.kind === 'loading')
    return (
      <div className={styles['over']}>
        <Spinner size={20} label={t('chart.loading')} />
      </div>
    )
  if (state.kind === 'ready') return null
  return (
    <div className={styles['over']} data-solid="">
      <ErrorState title={t('chart.failed')} onRetry={onRetry} traceId={state.traceId} />
    </div>
  )
}

/** What the legend of a pair's candles says. */
function useLegend(spec: SpotSymbol) {
  const { pricePlace } = spec
  const unit = sizeUnitOf(spec)
  const t = useMessages()
  const { compact, number } = useNumbers('trading')
  return useMemo(
    () => ({
      open: t('chart.open'),
      high: t('chart.high'),
      low: t('chart.low'),
      close: t('chart.close'),
      volume: t('chart.volume', { unit }),
      volumeText: compact,
      numberText: (value: number, digits: number) => number(value.toFixed(digits), { digits }),
      pricePlace,
    }),
    [t, unit, compact, number, pricePlace],
  )
}
