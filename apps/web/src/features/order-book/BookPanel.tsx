import { Tabs } from '@x/ui/tabs'
import { useMessages } from '../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './book.module.css'
import type { OnPick } from './BookSide.tsx'
import { OrderBook } from './OrderBook.tsx'
import { TradeList } from './TradeList.tsx'

/** The book; with the trades as a second tab where they have no column of their own. */
export function BookPanel({
  spec,
  onPick,
  isAlone,
}: {
  spec: SpotSymbol
  onPick: OnPick
  /** The trades are in another column. */
  isAlone: boolean
}) {
  const t = useMessages()
  const pair = `${spec.base}/${spec.quote}`
  if (isAlone) {
    return (
      <section className={styles['column']} aria-label={t('spot.book')}>
        <h2 className={styles['title']}>{t('spot.book')}</h2>
        <OrderBook spec={spec} onPick={onPick} />
      </section>
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

/** The trades in a column of their own. */
export function TradesPanel({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  return (
    <section className={styles['column']} aria-label={t('spot.trades')}>
      <h2 className={styles['title']}>{t('spot.trades')}</h2>
      <TradeList spec={spec} />
    </section>
  )
}
