import { CANDLE_INTERVALS, type CandleInterval } from '@x/market'
import { ErrorState } from '@x/ui/empty-state'
import { SegmentedControl } from '@x/ui/segmented-control'
import { Spinner } from '@x/ui/skeleton'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { STORAGE_KEYS } from '../../storageKeys.ts'
import type { SpotSymbol } from '../orders/model.ts'
import styles from './chart.module.css'
import type { CandleLoadState } from './createCandleLoader.ts'
import { readInterval } from './intervals.ts'

const CandleChart = lazy(() => import('./CandleChart.tsx'))

/** Candles and volume of a pair, with the choice of interval. */
export function ChartPanel({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const { storage } = useServices()
  const [interval, setInterval] = useState(() => readInterval(storage.get(STORAGE_KEYS.klineInterval)))
  const [state, setState] = useState<CandleLoadState>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
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
      </div>
      <div className={styles['stage']} aria-busy={state.kind === 'loading'}>
        <Suspense fallback={null}>
          <CandleChart spec={spec} interval={interval} legend={legend} onState={setState} attempt={attempt} />
        </Suspense>
        {state.kind === 'loading' ? (
          <div className={styles['over']}>
            <Spinner size={20} label={t('chart.loading')} />
          </div>
        ) : null}
        {state.kind === 'failed' ? (
          <div className={styles['over']} data-solid="">
            <ErrorState title={t('chart.failed')} onRetry={() => setAttempt((count) => count + 1)} traceId={state.traceId} />
          </div>
        ) : null}
      </div>
    </section>
  )
}
