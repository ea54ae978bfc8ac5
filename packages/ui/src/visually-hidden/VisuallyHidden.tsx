import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import styles from './visuallyHidden.module.css'

/** Props of `VisuallyHidden`. */
export interface VisuallyHiddenProps extends WidgetProps {
  readonly children: ReactNode
}

/** Text for screen readers only. */
export function VisuallyHidden({ children, id, className, style }: VisuallyHiddenProps) {
  return (
    <span id={id} className={classNames(styles['hidden'], className)} style={style}>
      {children}
    </span>
  )
}
