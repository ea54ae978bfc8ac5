import { Button } from '@x/ui/button'
import { type ReactNode, useState } from 'react'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from './records.module.css'

export interface RecordPageProps {
  readonly title: string
  /** Beside the title: the export. */
  readonly actions?: ReactNode
  readonly filters?: ReactNode
  /** What narrows the lists now; on a phone the filters are folded behind this count. */
  readonly filterCount?: number
  readonly onClear?: () => void
  /** What stands below the title, whatever list is shown. */
  readonly head?: ReactNode
  /** The lists, as tabs. */
  readonly children: ReactNode
}

/** The one frame of every page of records: title and export, filters, then the lists. */
export function RecordPage({
  title,
  actions,
  filters,
  filterCount = 0,
  onClear,
  head,
  children,
}: RecordPageProps) {
  const t = usePageMessages()
  const isPhone = useMedia(PHONE)
  const [isOpen, setOpen] = useState(false)
  usePageTitle(title)
  const isFolded = isPhone && filters !== undefined
  return (
    <div className={styles['records']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{title}</h1>
        <span className={styles['verbs']}>
          {isFolded ? (
            <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {filterCount > 0 ? `${t('records.filters')} (${filterCount})` : t('records.filters')}
            </Button>
          ) : null}
          {actions}
        </span>
      </header>
      {head}
      {filters !== undefined && (!isFolded || isOpen) ? (
        <div className={styles['filters']}>
          {filters}
          {filterCount > 0 && onClear ? (
            <Button size="small" variant="ghost" onClick={onClear}>
              {t('records.clear')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className={styles['lists']}>{children}</div>
    </div>
  )
}
