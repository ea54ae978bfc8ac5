import type { HTMLAttributes, ReactNode } from 'react'
import styles from './terminal.module.css'

export interface TerminalPlacesProps {
  /** Of the element of the terminal: how this browser arranges it. */
  readonly rootProps?: HTMLAttributes<HTMLDivElement>
  readonly strip?: ReactNode
  readonly chart?: ReactNode
  readonly book?: ReactNode
}

/** The terminal's own geometry, before the pair is known. */
export const TerminalPlaces = ({
  rootProps = { className: styles['terminal'] },
  strip,
  chart,
  book,
}: TerminalPlacesProps) => (
  <div {...rootProps} aria-busy="true">
    <div className={styles['stripPlace']}>{strip}</div>
    <div className={styles['chart']}>{chart}</div>
    <div className={styles['book']}>{book}</div>
    <div className={styles['form']} />
    <div className={styles['orders']} />
  </div>
)
