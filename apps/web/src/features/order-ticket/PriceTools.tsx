import { useBook, useTicker } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { useMarket } from '../../data/market/useMarket.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { NORMAL_UPDATES } from '../../lib/updateIntervals.ts'
import styles from './priceTools.module.css'
import { DISTANCES, priceAt, QUEUE_LEVELS, queuePrice } from '../order-terms/index.ts'

/** Prices for the order: of places in the book, and in percent from the last price. */
export function PriceTools({
  spec,
  close,
  onPrice,
}: {
  readonly spec: SpotSymbol
  readonly close: () => void
  readonly onPrice: (price: string) => void
}) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const market = useMarket()
  const book = useBook(market, spec.symbol, NORMAL_UPDATES)
  const last = useTicker(market, spec.symbol, NORMAL_UPDATES)?.last
  const choice = (name: string, price: string | undefined) => (
    <Button
      key={name}
      size="mini"
      className={styles['choice']}
      disabled={price === undefined}
      onClick={() => {
        if (price !== undefined) onPrice(price)
        close()
      }}
    >
      <span>{name}</span>
      <b>{numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })}</b>
    </Button>
  )
  const side = (key: 'bids' | 'asks') => (
    <div className={styles['column']} data-side={key}>
      {QUEUE_LEVELS.map((level) =>
        choice(
          t(key === 'bids' ? 'ticket.bidLevel' : 'ticket.askLevel', { level }),
          queuePrice(book, { side: key, level }),
        ),
      )}
    </div>
  )
  return (
    <div className={styles['tools']}>
      <h3 className={styles['title']}>{t('ticket.queue')}</h3>
      <div className={styles['pair']}>
        {side('bids')}
        {side('asks')}
      </div>
      <h3 className={styles['title']}>{t('ticket.fromLast')}</h3>
      <div className={styles['distances']}>
        {DISTANCES.map((percent) =>
          choice(
            numbers.percent(percent, { unit: 'percent', signs: 'always' }),
            priceAt(percent, { price: last, tickSize: spec.tickSize }),
          ),
        )}
      </div>
    </div>
  )
}
