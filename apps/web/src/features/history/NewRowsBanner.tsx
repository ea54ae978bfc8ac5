import { Button } from '@x/ui/button'
import type { ReactNode } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './newRowsBanner.module.css'
import type { useBufferedRows } from '../../data/history/useBufferedRows.ts'

interface NewRowsBannerProps extends Omit<ReturnType<typeof useBufferedRows>, 'shown'> {
  /** It is as high as its box allows, and what is in it scrolls. */
  readonly isBounded?: boolean
  readonly children: ReactNode
}

/** A list, and above it what has come since its reader has scrolled. */
export function NewRowsBanner({
  waiting,
  refresh,
  release,
  place,
  onScrollCapture,
  isBounded = false,
  children,
}: NewRowsBannerProps) {
  return (
    <div
      ref={place}
      className={styles['held']}
      data-bounded={isBounded || undefined}
      onScrollCapture={onScrollCapture}
    >
      <div className={styles['fresh']} aria-live="polite">
        {/* Without its text there is nothing to press. */}
        {waiting > 0 ? (
          <OptionalLazyBoundary quiet onFail={release}>
            <PageTexts>
              <Fresh waiting={waiting} refresh={refresh} />
            </PageTexts>
          </OptionalLazyBoundary>
        ) : null}
      </div>
      {children}
    </div>
  )
}

function Fresh({ waiting, refresh }: Pick<NewRowsBannerProps, 'waiting' | 'refresh'>) {
  const t = usePageMessages()
  return (
    <Button size="small" variant="primary" onClick={refresh}>
      {t('records.fresh', { count: String(waiting) })}
    </Button>
  )
}
