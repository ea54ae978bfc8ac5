import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { type AlgoOrder, stopAlgo, useAlgoOrders } from '../../../data/algos/api.ts'
import { useAppDispatch } from '../../../data/store/hooks.ts'
import { useSymbolIndex } from '../../../data/symbols/hooks.ts'
import { codeText } from '../../../lib/errors/serverText.ts'
import { usePageMessages } from '../../../lib/messages/messages.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import styles from './algo.module.css'

const NONE: readonly AlgoOrder[] = []

/** Algo orders that run, and the latest that ended. */
export function AlgoList() {
  const t = usePageMessages()
  const { data: { items } = { items: NONE }, isLoading } = useAlgoOrders()
  if (items.length === 0) return isLoading ? null : <EmptyState>{t('algo.none')}</EmptyState>
  return (
    <ul className={styles['list']} aria-label={t('spot.algo')}>
      {items.map((algo) => (
        <AlgoRow key={algo.algoId} algo={algo} />
      ))}
    </ul>
  )
}

const STATUSES = {
  running: 'algo.running',
  completed: 'algo.done',
  stopped: 'algo.stopped',
} as const

function AlgoRow({ algo }: { readonly algo: AlgoOrder }) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const dispatch = useAppDispatch()
  const spec = useSymbolIndex().get(algo.symbol)
  const { side, algoType, placed, parts, status, reason } = algo
  const size = (text: string) => numbers.number(text, { digits: decimalsOfStep(text) })
  const why = status === 'stopped' ? codeText(reason, t) : undefined
  return (
    <li className={styles['row']}>
      <span className={styles['line']}>
        <b>{t(`algo.${algoType}`)}</b>
        <bdi>{spec ? `${spec.base}/${spec.quote}` : algo.symbol}</bdi>
        <span className={styles['side']} data-side={side}>
          {t(`spot.${side}`)}
        </span>
        <span className={styles['status']} data-status={status}>
          {t(STATUSES[status])}
        </span>
      </span>
      <span className={styles['line']}>
        <span>
          {t('orders.filled')}{' '}
          <bdi>
            {size(algo.filled)} / {size(algo.size)} {spec?.base}
          </bdi>
        </span>
        <span>{t('algo.progress', { done: String(placed), total: String(parts) })}</span>
        {status === 'running' ? (
          // The request layer itself shows a refusal.
          <Button
            size="mini"
            aria-label={`${t('algo.stop')}: ${t(`algo.${algoType}`)} ${algo.algoId}`}
            onClick={() => void dispatch(stopAlgo(algo.algoId)).catch(() => undefined)}
          >
            {t('algo.stop')}
          </Button>
        ) : null}
      </span>
      {why === undefined ? null : <span className={styles['note']}>{why}</span>}
    </li>
  )
}
