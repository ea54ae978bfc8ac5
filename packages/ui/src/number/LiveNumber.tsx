import { useEffect, useRef, type ReactNode } from 'react'
import { compare, parseDecimal } from '@x/decimal'
import { classNames } from '../classNames.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { movement } from './machine.ts'
import styles from './number.module.css'

export interface LiveNumberProps {
  /** The exact value as a decimal string; the figure flashes when it changes. */
  readonly value: string
  /** The formatted figure. */
  readonly children: ReactNode
  /** Tints the figure itself, with an arrow beside it. Default false: only the flash is coloured. */
  readonly colored?: boolean
  readonly className?: string | undefined
}

/** A figure that runs: a change flashes in its direction's colour for 250 ms, not at all under reduced motion. */
export function LiveNumber({ value, children, colored = false, className }: LiveNumberProps) {
  const element = useRef<HTMLSpanElement>(null)
  const last = useRef<string | undefined>(undefined)
  useEffect(() => {
    const moved = movement(last.current, value, compareText)
    last.current = value
    const target = element.current
    if (!target || (moved !== 'up' && moved !== 'down')) return
    target.dataset['tone'] = moved
    flash(target, moved)
  }, [value])
  return (
    <span ref={element} className={classNames(styles['number'], styles['live'], className)} data-x-part="live-number" data-colored={colored || undefined} dir="ltr">
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

/** Through the animation interface: a class would have to be taken off again, and restarted by forcing a layout. */
function flash(target: HTMLElement, direction: 'up' | 'down') {
  const style = getComputedStyle(target)
  const duration = Number.parseFloat(style.getPropertyValue('--x-motion-flash'))
  if (!(duration > 0)) return
  target.animate([{ backgroundColor: style.getPropertyValue(`--x-${direction}-flash`) }, { backgroundColor: 'transparent' }], { duration, easing: 'ease-out' })
}

function compareText(a: string, b: string): number {
  const [left, right] = [parseDecimal(a), parseDecimal(b)]
  return left && right ? compare(left, right) : 0
}
