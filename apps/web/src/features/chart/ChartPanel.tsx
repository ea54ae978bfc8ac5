import { useNumbers } from '@x/locale/react'
import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import { IconButton } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Spinner } from '@x/ui/skeleton'
import type { Chart } from 'klinecharts'
import { ChartArea, SlidersHorizontal } from 'lucide-react'
import { lazy, useCallback, useMemo, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { selectUser } from '../../data/store/slice.ts'
import styles from './chart.module.css'
import type { CandleLoadState } from './createCandleLoader.ts'
import { readInterval } from './intervals.ts'
import { useChartChoice } from './useChartChoice.ts'

const CandleChart = lazy(() => import('./CandleChart.tsx'))
const ChartTools = lazy(() => import('./ChartTools.tsx'))
const DepthChart = lazy(() => import('./DepthChart.tsx'))
const OrderLineLayer = lazy(() => import('./OrderLineLayer.tsx'))
const LOST: CandleLoadState = { kind: 'failed', traceId: undefined }
/** A chart without the lines of orders is a chart. */
const NOTHING = () => {}

/**
 * Candles and volume of a pair, with the choice of interval and of what is drawn on them; or the
 * depth of its book.
 */
export function ChartPanel({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const { storage } = useServices()
  const { compact } = useNumbers('trading')
  const user = useAppSelector(selectUser)
  const [interval, setInterval] = useState(() =>
    readInterval(storage.get(STORAGE_KEYS.klineInterval)),
  )
  const [candles, setState] = useState<CandleLoadState>({ kind: 'loading' })
  const [isLost, setLost] = useState(false)
  // Of a chart whose code could not be had, no candles are on their way.
  const state: CandleLoadState = isLost ? LOST : candles
  const [attempt, setAttempt] = useState(0)
  const [chart, setChart] = useState<Chart | null>(null)
  const [showsDepth, setDepth] = useState(false)
  const { choice, change } = useChartChoice()
  const pair = `${spec.base}/${spec.quote}`
  const legend = useMemo(
    () => ({
      open: t('chart.open'),
      high: t('chart.high'),
      low: t('chart.low'),
      close: t('chart.close'),
      volume: t('chart.volume', { unit: spec.base }),
      volumeText: compact,
    }),
    [t, spec.base, compact],
  )
  const choose = useCallback(
    (next: CandleInterval) => {
      storage.set(STORAGE_KEYS.klineInterval, next)
      setInterval(next)
    },
    [storage],
  )
  return (
    <section className={styles['panel']} aria-label={t('chart.label', { pair, interval })}>
      <div className={styles['bar']}>
        <SegmentedControl
          aria-label={t('chart.interval')}
          size="mini"
          value={interval}
          onChange={choose}
          segments={CANDLE_INTERVALS.map((key) => ({ key, label: <bdi>{key}</bdi> }))}
        />
        <Popover
          label={t('chart.tools')}
          trigger={(props) => (
            <IconButton
              {...props}
              size="mini"
              icon={<Icon of={SlidersHorizontal} size={14} />}
              label={t('chart.tools')}
            />
          )}
        >
          {(close) => (
            <LazyBoundary
              title={t('chart.failed')}
              fallback={<Spinner size={20} label={t('chart.loading')} />}
            >
              <ChartTools choice={choice} change={change} close={close} />
            </LazyBoundary>
          )}
        </Popover>
        <IconButton
          size="mini"
          aria-pressed={showsDepth}
          icon={<Icon of={ChartArea} size={14} />}
          label={t('spot.depth')}
          onClick={() => setDepth(!showsDepth)}
        />
      </div>
      <div className={styles['stage']} aria-busy={state.kind === 'loading'}>
        <OptionalLazyBoundary quiet onFail={() => setLost(true)}>
          <CandleChart
            spec={spec}
            interval={interval}
            legend={legend}
            choice={choice}
            onState={setState}
            onChart={setChart}
            attempt={attempt}
          />
        </OptionalLazyBoundary>
        <OptionalLazyBoundary quiet onFail={NOTHING}>
          {user && chart ? <OrderLineLayer chart={chart} spec={spec} /> : null}
        </OptionalLazyBoundary>
        {showsDepth ? (
          <div className={styles['over']} data-solid="">
            <LazyBoundary
              title={t('chart.failed')}
              fallback={<Spinner size={20} label={t('chart.loading')} />}
            >
              <DepthChart spec={spec} />
            </LazyBoundary>
          </div>
        ) : null}
        {state.kind === 'loading' && !showsDepth ? (
          <div className={styles['over']}>
            <Spinner size={20} label={t('chart.loading')} />
          </div>
        ) : null}
        {state.kind === 'failed' && !showsDepth ? (
          <div className={styles['over']} data-solid="">
            <ErrorState
              title={t('chart.failed')}
              onRetry={() => (isLost ? location.reload() : setAttempt((count) => count + 1))}
              traceId={state.traceId}
            />
          </div>
        ) : null}
      </div>
    </section>
  )
}
