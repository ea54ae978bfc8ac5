import { useNumbers } from '@x/locale/react'
import type { CandlePrice } from '@x/market'
import { ErrorState } from '@x/ui/empty-state'
import { Spinner } from '@x/ui/skeleton'
import type { Chart } from 'klinecharts'
import { type ComponentType, lazy, type ReactNode, useMemo, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'
import { selectUser } from '../../data/store/slice.ts'
import styles from './chart.module.css'
import type { CandleLoadState } from './createCandleLoader.ts'
import type { ChartChoice } from './chartChoice.ts'
import type { ChartInterval } from './intervals.ts'

const CandleChart = lazy(() => import('./CandleChart.tsx'))
const StageExtras = lazy(() => import('./StageExtras.tsx'))
const DepthChart = lazy(() => import('./DepthChart.tsx'))
const LOST: CandleLoadState = { kind: 'failed', traceId: undefined }
/** A chart without the lines of orders is a chart. */
const NOTHING = () => {}

export interface ChartLinesProps {
  readonly chart: Chart
  readonly spec: SpotSymbol
  /** Which price of a contract the candles have; default: that of its trades. */
  readonly price?: CandlePrice | undefined
}

/** The user's orders on a chart; a contract has lines for guests, too. */
export type ChartLines = ComponentType<ChartLinesProps>

export interface ChartStageProps {
  readonly spec: SpotSymbol
  readonly Lines: ChartLines
  readonly interval: ChartInterval
  readonly choice: ChartChoice
  readonly chart: Chart | null
  readonly onChart: (chart: Chart | null) => void
  readonly showsDepth: boolean
}

/** Candles with the lines of orders, and what lies over them until they are there. */
export function ChartStage({
  spec,
  Lines,
  interval,
  choice,
  chart,
  onChart,
  showsDepth,
}: ChartStageProps) {
  const user = useAppSelector(selectUser)
  const [candles, setState] = useState<CandleLoadState>({ kind: 'loading' })
  const [isLost, setLost] = useState(false)
  // Of a chart whose code could not be had, no candles are on their way.
  const state: CandleLoadState = isLost ? LOST : candles
  const [attempt, setAttempt] = useState(0)
  const { comparison, price } = choice
  // Nobody needs them before the hand comes to the chart, and the first load goes without them.
  const [isReached, setReached] = useState(false)
  const showsFills = Boolean(user && isReached && choice.showsFills)
  const legend = useLegend(spec)
  return (
    <div
      className={styles['stage']}
      aria-busy={state.kind === 'loading'}
      onPointerEnter={() => setReached(true)}
    >
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
      <QuietPart>
        {chart && (user || (isReached && spec.symbol.includes('/'))) ? (
          <Lines chart={chart} spec={spec} price={price} />
        ) : null}
      </QuietPart>
      <QuietPart>
        {chart && (showsFills || comparison || price) ? (
          <StageExtras {...{ chart, spec, interval, showsFills, comparison, price }} />
        ) : null}
      </QuietPart>
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
export const QuietPart = ({ children }: { readonly children: ReactNode }) => (
  <OptionalLazyBoundary quiet onFail={NOTHING}>
    {children}
  </OptionalLazyBoundary>
)

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
