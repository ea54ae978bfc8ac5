import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './orders.module.css'

/** Beside an order that trades the funds of copy trading: two sheets, named for readers. */
export const CopyMark = () => (
  <PageTexts>
    <Mark />
  </PageTexts>
)

function Mark() {
  const name = usePageMessages()('product.copy')
  return (
    <span className={styles['copy']} role="img" aria-label={name} title={name}>
      <svg viewBox="0 0 12 12" width="12" aria-hidden="true">
        <path d="M4 4h7v7H4zM1 8V1h7" fill="none" stroke="currentColor" />
      </svg>
    </span>
  )
}
