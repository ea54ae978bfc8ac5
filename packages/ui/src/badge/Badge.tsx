import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warning' | 'danger' | 'success'

export interface BadgeProps {
  readonly children: ReactNode
  readonly tone?: BadgeTone
  readonly className?: string | undefined
}

/**
 * A word on a tinted ground: a side, a state, a mode. The word carries the meaning, the colour
 * repeats it.
 */
export function Badge({ children, tone = 'neutral', className }: BadgeProps) {
  return (
    <span className={classNames(styles['badge'], className)} data-x-part="badge" data-tone={tone}>
      {children}
    </span>
  )
}
