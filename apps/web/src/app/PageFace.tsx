import type { ReactNode } from 'react'
import styles from './shell.module.css'

/** The one thing that a page has to say, in the middle of it. */
export function PageFace({ children }: { readonly children: ReactNode }) {
  return <div className={styles['face']}>{children}</div>
}
