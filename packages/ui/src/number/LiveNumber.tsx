import { useEffect, useRef, type ReactNode } from 'react'
import { compare, parseDecimal } from '@x/decimal'
import { classNames } from '../classNames.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { movement } from './direction.ts'
import styles from './number.module.css'

export interface LiveNumberProps {
  /** The exact value as a decimal string; the figure flashes when it changes. */
  readonly value: string
  /** The formatted figure. */
  readonly children: ReactNode
  /**
   * Tints the figure itself, with an arrow beside it. Default false: only the flash is coloured.
   */
  readonly colored?: boolean
  readonly className?: string | undefined
}

/** A flash is not begun again in the same direction sooner than this. */
const REFLASH_MS = 100

/**
 * A figure that runs: a change flashes in its direction's colour for 250 ms, not at all under
 * reduced motion.
 */
export function LiveNumber({ value, children, colored = false, className }: LiveNumberProps) {
  const element = useRef<HTMLSpanElement>(null)
  const last = useRef<string | undefined>(undefined)
  const flashedAt = useRef(-REFLASH_MS)
  useEffect(() => {
    const moved = movement(last.current, value, compareText)
    last.current = value
    const target = element.current
    if (!target || (moved !== 'up' && moved !== 'down')) return
    const now = performance.now()
    // A figure that runs with every frame would begin a new animation with each: it is in its
    // colour already.
    if (target.dataset['tone'] === moved && now - flashedAt.current < REFLASH_MS) return
    flashedAt.current = now
    target.dataset['tone'] = moved
    flash(target)
  }, [value])
  return (
    <span
      ref={element}
      className={classNames(styles['number'], styles['live'], className)}
      data-x-part="live-number"
      data-colored={colored || undefined}
      dir="ltr"
    >
      {children}
      {colored ? (
        <span className={styles['marks']} aria-hidden="true">
          <ArrowUp className={styles['markUp']} strokeWidth={2} />
          <ArrowDown className={styles['markDown']} strokeWidth={2} />
        </span>
      ) : null}
    </span>
  )
}

/**
 * Two animations that are the same, by turns: another name begins the flash again, and nothing has
 * to be read from the page in the middle of a commit, where it would have its styles computed at
 * once.
 */
function flash(target: HTMLElement) {
  target.dataset['flash'] = target.dataset['flash'] === 'odd' ? 'even' : 'odd'
}

function compareText(a: string, b: string): number {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left && right ? compare(left, right) : 0
}
