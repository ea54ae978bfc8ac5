import { useTrades } from '@x/market/react'
import { useDates, useNumbers } from '@x/locale/react'
import { EmptyState } from '@x/ui/empty-state'
import { VisuallyHidden } from '@x/ui/visually-hidden'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { FAST_UPDATES } from '../../lib/updateIntervals.ts'
import { sizeUnitOf, type SpotSymbol } from '../../data/spot/model.ts'
import styles from './book.module.css'

const SHOWN = 60
/** A large trade has this many times the mean size of those that are known. */
const LARGE = 5

/** The market's own trades, newest first. */
export function TradeList({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const market = useMarket()
  const numbers = useNumbers('trading')
  const dates = useDates()
  const trades = useTrades(market, spec.symbol, FAST_UPDATES)
  if (trades.length === 0) return <EmptyState>{t('spot.tradesEmpty')}</EmptyState>
  const large = (LARGE * trades.reduce((sum, { size }) => sum + +size, 0)) / trades.length
  return (
    <div className={styles['trades']} dir="ltr">
      <div className={styles['head']}>
        <span>{t('spot.priceIn', { unit: spec.quote })}</span>
        <span>{t('spot.amountIn', { unit: sizeUnitOf(spec) })}</span>
        <span>{t('spot.time')}</span>
      </div>
      {/* A scrolled box must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={styles['tradeRows']} aria-label={t('spot.trades')} tabIndex={0}>
        {trades.slice(0, SHOWN).map(({ id, price, size, takerSide, ts }) => (
          <li
            key={id}
            className={styles['trade']}
            data-side={takerSide}
            data-large={+size > large || undefined}
          >
            <span className={styles['price']}>
              {numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })}
              <VisuallyHidden>
                {' '}
                {takerSide === 'buy' ? t('spot.boughtAt') : t('spot.soldAt')}
              </VisuallyHidden>
            </span>
            <span>{numbers.number(size, { digits: spec.quantityPlace, purpose: 'size' })}</span>
            <time className={styles['sum']}>{dates.timestamp(ts, 'time')}</time>
          </li>
        ))}
      </ol>
    </div>
  )
}
