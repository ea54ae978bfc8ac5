import type { TimedBookStatus } from '@x/market/react'
import { useDates } from '@x/locale/react'
import { Icon } from '@x/ui/icon'
import { RefreshCw, WifiOff } from 'lucide-react'
import { useMessages } from '../../lib/messages/messages.ts'
import { useNow } from '../../lib/clock/useNow.ts'
import styles from './book.module.css'

/** Says so when the levels on screen may no longer be the market's. */
export function StaleNotice({ bookStatus }: { bookStatus: TimedBookStatus | undefined }) {
  if (bookStatus?.status === 'stale') return <Stale since={bookStatus.receivedAt} />
  if (bookStatus?.status === 'resyncing') return <Resyncing />
  return null
}

function Stale({ since }: { since: number }) {
  const t = useMessages()
  const dates = useDates()
  const now = useNow()
  return (
    <span className={styles['notice']}>
      <Icon of={WifiOff} size={14} />
      {t('spot.stale', { age: dates.age(since, { now }) })}
    </span>
  )
}

function Resyncing() {
  const t = useMessages()
  return (
    <span className={styles['notice']}>
      <Icon of={RefreshCw} size={14} />
      {t('spot.resyncing')}
    </span>
  )
}
