import { Tabs } from '@x/ui/tabs'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { useMedia, WIDE } from '../../lib/media/useMedia.ts'
import styles from './book.module.css'
import type { OnPick } from './BookSide.tsx'
import { OrderBook } from './OrderBook.tsx'
import { TradeList } from './TradeList.tsx'

/** Book and trades: as tabs, or one above the other where both fit. */
export function BookPanel({ spec, onPick }: { spec: SpotSymbol; onPick: OnPick }) {
  const t = useMessages()
  const isWide = useMedia(WIDE)
  const pair = `${spec.base}/${spec.quote}`
  if (isWide) {
    return (
      <div className={styles['column']}>
        <section className={styles['upper']} aria-label={t('spot.book')}>
          <h2 className={styles['title']}>{t('spot.book')}</h2>
          <OrderBook spec={spec} onPick={onPick} />
        </section>
        <section className={styles['lower']} aria-label={t('spot.trades')}>
          <h2 className={styles['title']}>{t('spot.trades')}</h2>
          <TradeList spec={spec} />
        </section>
      </div>
    )
  }
  return (
    <Tabs
      aria-label={t('spot.marketData', { pair })}
      className={styles['tabs']}
      items={[
        { value: 'book', label: t('spot.book'), panel: <OrderBook spec={spec} onPick={onPick} /> },
        { value: 'trades', label: t('spot.trades'), panel: <TradeList spec={spec} /> },
      ]}
    />
  )
}
