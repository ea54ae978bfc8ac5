import { useEffect, useRef, type ReactNode } from 'react'
import { compare, parseDecimal } from '@x/decimal'
import { classNames } from '../classNames.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { WidgetProps } from '../WidgetProps.ts'
import { movement } from './direction.ts'
import styles from './number.module.css'

/** Props of `LiveNumber`. */
export interface LiveNumberProps extends WidgetProps {
  /** Exact value as a decimal string; the number flashes when it changes. */
  readonly value: string
  /** The formatted number. */
  readonly children: ReactNode
  /** Colours the number itself and adds an arrow. Default false: only the flash is coloured. */
  readonly colored?: boolean
}

/** Minimal milliseconds between two flashes in the same direction. */
const REFLASH_MS = 100

/**
 * A number that flashes for 250 ms in the colour of its direction when it changes; not with reduced
 * motion.
 */
export function LiveNumber({
  value,
  children,
  colored = false,
  id,
  className,
  style,
}: LiveNumberProps) {
  const element = useRef<HTMLSpanElement>(null)
  const last = useRef<string | undefined>(undefined)
  const flashedAt = useRef(-REFLASH_MS)
  useEffect(() => {
    const moved = movement(last.current, value, compareText)
    last.current = value
    const target = element.current
    if (!target || (moved !== 'up' && moved !== 'down')) return
    const now = performance.now()
    // A number that changes each frame would restart the animation each time; it already has the
    // colour.
    if (target.dataset['tone'] === moved && now - flashedAt.current < REFLASH_MS) return
    flashedAt.current = now
    target.dataset['tone'] = moved
    flash(target)
  }, [value])
  return (
    <span
      ref={element}
      id={id}
      className={classNames(styles['number'], styles['live'], className)}
      style={style}
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
 * Restarts the flash by alternating between two identical animations. Restarting a single one would
 * force a style calculation during the commit.
 */
function flash(target: HTMLElement) {
  target.dataset['flash'] = target.dataset['flash'] === 'odd' ? 'even' : 'odd'
}

function compareText(a: string, b: string): number {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left && right ? compare(left, right) : 0
}
