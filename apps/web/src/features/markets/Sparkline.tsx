import { useDayCloses } from '../../data/candles/useDayCloses.ts'
import styles from './markets.module.css'
import { directionOf, sparkShape } from './sparkShape.ts'

const BOX = { width: 80, height: 20 }
/**
 * The last day of a pair as a line, in the colour of `change`, the figure next to it.
 * Hidden from screen readers: the change has the figures.
 */
export function Sparkline({
  symbol,
  change,
  isWide = false,
}: {
  readonly symbol: string
  /** Percent, signed, of the ticker. */
  readonly change: string | undefined
  /** As wide as its box. */
  readonly isWide?: boolean
}) {
  const shape = sparkShape(useDayCloses(symbol), BOX)
  return (
    <svg
      className={styles['spark']}
      viewBox={`-1 -1 ${BOX.width + 2} ${BOX.height + 2}`}
      width={isWide ? '100%' : BOX.width}
      height={isWide ? 40 : BOX.height}
      preserveAspectRatio={isWide ? 'none' : undefined}
      data-direction={directionOf(change)}
      aria-hidden="true"
    >
      {shape ? (
        <polyline
          points={shape.points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ) : null}
    </svg>
  )
}
