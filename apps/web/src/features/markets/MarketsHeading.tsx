import type { ReactNode } from 'react'
import styles from './markets.module.css'

export interface MarketsHeadingProps {
  readonly title: string
  readonly about: string
  /** The search. */
  readonly children?: ReactNode
}

/** What the page is; the document shows it before the app runs. */
export const MarketsHeading = ({ title, about, children }: MarketsHeadingProps) => (
  <div>
    <div className={styles['bar']}>
      <h1 className={styles['title']}>{title}</h1>
      {children}
    </div>
    <p className={styles['about']}>{about}</p>
  </div>
)
