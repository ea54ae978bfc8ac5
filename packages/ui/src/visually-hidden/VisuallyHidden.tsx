import type { ReactNode } from 'react'
import styles from './visuallyHidden.module.css'

/** Text for screen readers only. */
export function VisuallyHidden({
  children,
  id,
}: {
  readonly children: ReactNode
  readonly id?: string
}) {
  return (
    <span className={styles['hidden']} id={id}>
      {children}
    </span>
  )
}
