import { useStore } from '@x/kit/react'
import { useBookStatus, useConnection, useTicker } from '@x/market/react'
import { useDates } from '@x/locale/react'
import { useMarket } from '../../../data/market/useMarket.ts'
import { useUserStream } from '../../../data/hooks/useUserStream.ts'
import { useMessages } from '../../../lib/messages/messages.ts'
import { SLOW_UPDATES } from '../../../lib/updateIntervals.ts'
import { useNow } from '../../../lib/clock/useNow.ts'
import styles from './strip.module.css'

/**
 * Whether the figures on screen are the market's own, and since when they are not; a trader's own
 * orders and balances are among them.
 */
export function DataLight({ symbol }: { symbol: string }) {
  const t = useMessages()
  const market = useMarket()
  const userStream = useUserStream()
  const dates = useDates()
  const connection = useConnection(market)
  const book = useBookStatus(market, symbol)
  const isPaused = useTicker(market, symbol, SLOW_UPDATES)?.paused
  const own = useStore(userStream.status)
  const now = useNow()
  const known =
    connection.status !== 'open' && (!book || book.status === 'loading')
      ? 'loading'
      : (book?.status ?? 'loading')
  const isAccountLive = own === 'off' || own === 'live'
  // A market that stands: nothing is late, and nothing is live.
  const status = known !== 'live' ? known : isPaused ? 'paused' : isAccountLive ? 'live' : 'loading'
  const text = {
    loading: () => t('spot.connecting'),
    live: () => t('spot.live'),
    paused: () => t('paper.paused'),
    resyncing: () => t('spot.resyncing'),
    stale: () => t('spot.stale', { age: dates.age(book?.receivedAt ?? now, { now }) }),
  }[status]()
  return (
    <span
      className={`${styles['light']} ${status === 'stale' ? styles['stale'] : ''}`}
      data-status={status}
      role="status"
      aria-label={`${t('spot.dataAge')}: ${text}`}
    >
      <span className={styles['dot']} aria-hidden="true" />
      {text}
    </span>
  )
}
