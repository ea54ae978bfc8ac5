import { useNumbers } from '@x/locale/react'
import { useDates } from '@x/locale/react'
import { useCopyMessages } from '../../lib/messages/messages.ts'
import styles from '../../lib/product-page/product.module.css'
import own from './copy.module.css'

interface Point {
  readonly day: number
  /** Percent. */
  readonly return: string
}

const BOX = { width: 600, height: 160 }

/** The time-weighted return by days, from 0 % at the start to now. */
export function PerformanceChart({
  days,
  now,
}: {
  readonly days: readonly Point[]
  readonly now: string
}) {
  const t = useCopyMessages()
  const numbers = useNumbers('trading')
  const dates = useDates()
  const [first] = days
  if (!first) return <p className={styles['note']}>{t('copy.noDays')}</p>
  const values = [0, ...days.map((point) => Number(point.return)), Number(now)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number) => BOX.height * (1 - (value - low) / (high - low || 1))
  const points = values
    .map((value, at) => `${(at * BOX.width) / (values.length - 1)},${y(value).toFixed(1)}`)
    .join(' ')
  const percent = (value: number) => numbers.percent(value.toFixed(2), { unit: 'percent' })
  return (
    <figure className={own['chart']}>
      <svg
        viewBox={`0 -4 ${BOX.width} ${BOX.height + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t('copy.return')}: ${percent(Number(now))}`}
        data-direction={Number(now) < 0 ? 'down' : 'up'}
      >
        <line x1="0" x2={BOX.width} y1={y(0)} y2={y(0)} className={own['zero']} />
        <polyline points={points} fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <figcaption className={own['axis']}>
        <span>{dates.date(first.day, 'date')}</span>
        <span>{`${percent(low)} … ${percent(high)}`}</span>
      </figcaption>
    </figure>
  )
}
