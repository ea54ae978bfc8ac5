import type { ReactNode } from 'react'
import styles from './notices.module.css'

/** The space of one announcement, kept while none is known, so that nothing moves later. */
export const NoticeSpace = ({ children }: { readonly children?: ReactNode }) => (
  <div className={styles['barSpace']}>{children}</div>
)
