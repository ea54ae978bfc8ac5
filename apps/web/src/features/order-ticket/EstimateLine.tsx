import type { ReactNode } from 'react'
import styles from './orderTicket.module.css'

/** A figure of an order beside its name, in a `dl`. */
export function EstimateLine({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <div className={styles['line']}>
      <dt title={name}>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
