import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import styles from './badge.module.css'

/** Colours of a badge. */
export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warning' | 'danger' | 'success'

/** Props of `Badge`. */
export interface BadgeProps extends WidgetProps {
  readonly children: ReactNode
  readonly tone?: BadgeTone
}

/**
 * A word on a tinted background, for a side, a state or a mode. The word has the meaning; the
 * colour repeats it.
 */
export function Badge({ children, tone = 'neutral', id, className, style }: BadgeProps) {
  return (
    <span
      id={id}
      className={classNames(styles['badge'], className)}
      style={style}
      data-x-part="badge"
      data-tone={tone}
    >
      {children}
    </span>
  )
}
