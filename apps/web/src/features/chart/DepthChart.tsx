import { useBook } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { EmptyState } from '@x/ui/empty-state'
import { useMemo } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { FAST_UPDATES } from '../../lib/updateIntervals.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './chart.module.css'
import { depthCurve, stepPath } from './depthCurve.ts'

const SIZE = { width: 1_000, height: 400 }

/** How much is offered on the way from the middle of the book outwards. */
export default function DepthChart({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const market = useMarket()
  const numbers = useNumbers('trading')
  const book = useBook(market, spec.symbol, FAST_UPDATES)
  const curve = useMemo(() => (book ? depthCurve(book) : undefined), [book])
  if (!curve) return <EmptyState>{t('spot.bookEmpty')}</EmptyState>
  const price = (value: number) =>
    numbers.number(value.toFixed(spec.pricePlace), { digits: spec.pricePlace })
  const { low, high, most } = curve
  return (
    <figure className={styles['depth']} aria-label={t('spot.depth')} dir="ltr">
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles['bids']} d={stepPath(curve.bids, { ...SIZE, end: 0 })} />
        <path className={styles['asks']} d={stepPath(curve.asks, { ...SIZE, end: 1 })} />
      </svg>
      <figcaption className={styles['scale']}>
        <span>{price(low)}</span>
        <span>{price((low + high) / 2)}</span>
        <span>{price(high)}</span>
      </figcaption>
      <span className={styles['most']}>
        {numbers.compact(most.toFixed(spec.quantityPlace))} {spec.base}
      </span>
    </figure>
  )
}
