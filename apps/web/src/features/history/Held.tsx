import { Button } from '@x/ui/button'
import type { ReactNode } from 'react'
import { Overlay } from '../../lib/lazy/Overlay.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import styles from './past.module.css'
import type { useHeldRows } from '../../data/history/useHeldRows.ts'

interface HeldProps extends Omit<ReturnType<typeof useHeldRows>, 'shown'> {
  /** It is as high as its box allows, and what is in it scrolls. */
  readonly isBounded?: boolean
  readonly children: ReactNode
}

/** A list, and above it what has come since its reader has scrolled. */
export function Held({
  waiting,
  bring,
  release,
  place,
  onScrollCapture,
  isBounded = false,
  children,
}: HeldProps) {
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
          <Overlay quiet onFail={release}>
            <PageTexts>
              <Fresh waiting={waiting} bring={bring} />
            </PageTexts>
          </Overlay>
        ) : null}
      </div>
      {children}
    </div>
  )
}

function Fresh({ waiting, bring }: Pick<HeldProps, 'waiting' | 'bring'>) {
  const t = usePageMessages()
  return (
    <Button size="small" variant="primary" onClick={bring}>
      {t('records.fresh', { count: String(waiting) })}
    </Button>
  )
}
