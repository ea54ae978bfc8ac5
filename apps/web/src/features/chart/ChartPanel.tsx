import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import { IconButton } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Spinner } from '@x/ui/skeleton'
import type { Chart } from 'klinecharts'
import { ChartArea, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useAppSelector, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { STORAGE_KEYS } from '../../storageKeys.ts'
import type { SpotSymbol } from '../orders/model.ts'
import { selectUser } from '../session/slice.ts'
import styles from './chart.module.css'
import type { CandleLoadState } from './createCandleLoader.ts'
import { readInterval } from './intervals.ts'
import { useChartChoice } from './useChartChoice.ts'

const CandleChart = lazy(() => import('./CandleChart.tsx'))
const ChartTools = lazy(() => import('./ChartTools.tsx'))
const DepthChart = lazy(() => import('./DepthChart.tsx'))
const OrderLineLayer = lazy(() => import('./OrderLineLayer.tsx'))

/** Candles and volume of a pair, with the choice of interval and of what is drawn on them; or the depth of its book. */
export function ChartPanel({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const { storage } = useServices()
  const user = useAppSelector(selectUser)
  const [interval, setInterval] = useState(() => readInterval(storage.get(STORAGE_KEYS.klineInterval)))
  const [state, setState] = useState<CandleLoadState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const [chart, setChart] = useState<Chart | null>(null)
  const [showsDepth, setDepth] = useState(false)
  const { choice, change } = useChartChoice()
  const pair = `${spec.base}/${spec.quote}`
  const legend = useMemo(() => ({ open: t('chart.open'), high: t('chart.high'), low: t('chart.low'), close: t('chart.close'), volume: t('chart.volume', { unit: spec.base }) }), [t, spec.base])
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
        <SegmentedControl aria-label={t('chart.interval')} size="mini" value={interval} onChange={choose} segments={CANDLE_INTERVALS.map((key) => ({ key, label: <bdi>{key}</bdi> }))} />
        <Popover label={t('chart.tools')} trigger={(props) => <IconButton {...props} size="mini" icon={<Icon of={SlidersHorizontal} size={14} />} label={t('chart.tools')} />}>
          {(close) => (
            <Suspense fallback={<Spinner size={20} label={t('chart.loading')} />}>
              <ChartTools choice={choice} change={change} close={close} />
            </Suspense>
          )}
        </Popover>
        <IconButton size="mini" aria-pressed={showsDepth} icon={<Icon of={ChartArea} size={14} />} label={t('spot.depth')} onClick={() => setDepth(!showsDepth)} />
      </div>
      <div className={styles['stage']} aria-busy={state.kind === 'loading'}>
        <Suspense fallback={null}>
          <CandleChart spec={spec} interval={interval} legend={legend} choice={choice} onState={setState} onChart={setChart} attempt={attempt} />
        </Suspense>
        <Suspense fallback={null}>{user && chart ? <OrderLineLayer chart={chart} spec={spec} /> : null}</Suspense>
        {showsDepth ? (
          <div className={styles['over']} data-solid="">
            <Suspense fallback={<Spinner size={20} label={t('chart.loading')} />}>
              <DepthChart spec={spec} />
            </Suspense>
          </div>
        ) : null}
        {state.kind === 'loading' && !showsDepth ? (
          <div className={styles['over']}>
            <Spinner size={20} label={t('chart.loading')} />
          </div>
        ) : null}
        {state.kind === 'failed' && !showsDepth ? (
          <div className={styles['over']} data-solid="">
            <ErrorState title={t('chart.failed')} onRetry={() => setAttempt((count) => count + 1)} traceId={state.traceId} />
          </div>
        ) : null}
      </div>
    </section>
  )
}
