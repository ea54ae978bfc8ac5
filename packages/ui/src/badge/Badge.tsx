import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './badge.module.css'

/** Colours of a badge. */
export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warning' | 'danger' | 'success'

/** Props of `Badge`. */
export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: BadgeTone
  readonly className?: string | undefined
}

/**
 * A word on a tinted background, for a side, a state or a mode. The word has the meaning; the
 * colour repeats it.
 */
export function Badge({ children, tone = 'neutral', className }: BadgeProps) {
  return (
    <span className={classNames(styles['badge'], className)} data-x-part="badge" data-tone={tone}>
      {children}
    </span>
  )
}
