import type { ReactNode } from 'react'
import styles from '../futures.module.css'

/** Figures beside their names. */
export const Lines = ({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className={styles['lines']}>
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
