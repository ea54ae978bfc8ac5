import { useDayCloses } from '../../data/candles/api.ts'
import styles from './home.module.css'
import { sparkShape } from './sparkShape.ts'

const BOX = { width: 80, height: 20 }
/**
 * The last day of a pair as a line. Hidden from screen readers: the change next to it has the
 * figures.
 */
export function Sparkline({ symbol }: { readonly symbol: string }) {
  const shape = sparkShape(useDayCloses(symbol), BOX)
  return (
    <svg
      className={styles['spark']}
      viewBox={`-1 -1 ${BOX.width + 2} ${BOX.height + 2}`}
      width={BOX.width}
      height={BOX.height}
      data-direction={shape?.direction}
      aria-hidden="true"
    >
      {shape ? (
        <polyline
          points={shape.points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
        />
      ) : null}
    </svg>
  )
}
