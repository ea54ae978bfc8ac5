import { SkeletonRows } from '@x/ui/skeleton'
import { ErrorState } from '@x/ui/empty-state'
import { type ReactNode, use, useId } from 'react'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { accountText } from '../auth/index.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import styles from './account.module.css'
import { PageHeading } from './pageHeading.ts'

interface SectionProps {
  readonly title: string
  readonly text?: string
  /** Where links of the page lead. */
  readonly anchor?: string
  readonly action?: ReactNode
  readonly error?: string | undefined
  /** Of the list that it shows. */
  readonly isLoading?: boolean
  readonly failure?: unknown
  readonly onRetry?: () => void
  readonly children?: ReactNode
}

/** One concern of the account: what it is, what is set, what can be done. */
export function Section({
  title,
  text,
  anchor,
  action,
  error,
  isLoading = false,
  failure,
  onRetry,
  children,
}: SectionProps) {
  const t = usePageMessages()
  const own = useId()
  const page = use(PageHeading)
  // What the page is called already is not said twice.
  const isPage = page?.title === title
  const id = isPage ? page.id : own
  return (
    <section id={anchor} className={styles['section']} aria-labelledby={id}>
      <header className={styles['head']}>
        {isPage ? (
          <Text>{text}</Text>
        ) : (
          <h2 id={id} className={styles['heading']}>
            {title}
          </h2>
        )}
        {action}
        {isPage ? null : <Text>{text}</Text>}
      </header>
      <p className={styles['error']} role="alert">
        {error}
      </p>
      {failure === undefined ? null : (
        <ErrorState
          title={t('orders.failed')}
          onRetry={onRetry}
          traceId={failureOf(failure).traceId}
        >
          {accountText(failure, t)}
        </ErrorState>
      )}
      {isLoading ? <SkeletonRows rows={2} /> : children}
    </section>
  )
}

const Text = ({ children }: { readonly children: string | undefined }) =>
  children === undefined ? null : <p className={styles['text']}>{children}</p>

/** One thing of a list: its name, what is known of it, and what can be done with it. */
export function Row({
  mark,
  title,
  children,
  action,
}: {
  /** A letter to be found by, for decoration. */
  mark?: string | undefined
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <li className={styles['row']}>
      {/* Drawn, so that it is neither found nor copied with the name. */}
      {mark === undefined ? null : (
        <span className={styles['mark']} data-letter={mark} aria-hidden="true" />
      )}
      <span className={styles['what']}>
        <span className={styles['name']}>{title}</span>
        {children ? <span className={styles['meta']}>{children}</span> : null}
      </span>
      {action}
    </li>
  )
}
