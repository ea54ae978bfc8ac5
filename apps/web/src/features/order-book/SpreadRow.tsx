import type { BookView } from '@x/market'
import { abs, decimal, div, formatDecimal, mul, sub } from '@x/decimal'
import { useBook, useTrades } from '@x/market/react'
import type { Numbers } from '@x/locale/react'
import { LiveNumber } from '@x/ui/number'
import { useMarket } from '../../data/market/useMarket.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { FAST_UPDATES } from '../../lib/updateIntervals.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import styles from './book.module.css'

/** Between the sides: the last traded price and how far the sides stand apart. */
export function SpreadRow({ spec, numbers }: { spec: SpotSymbol; numbers: Numbers }) {
  const t = useMessages()
  const market = useMarket()
  const book = useBook(market, spec.symbol, FAST_UPDATES)
  const last = useTrades(market, spec.symbol, FAST_UPDATES)[0]
  const gap = book && spreadOf(book)
  return (
    <div className={styles['spread']}>
      <span className={styles['last']} data-side={last?.takerSide}>
        <LiveNumber value={last?.price ?? '0'}>
          {numbers.number(last?.price, { digits: spec.pricePlace, purpose: 'price' })}
        </LiveNumber>
      </span>
      {gap ? (
        <span className={styles['gap']}>
          <span dir="auto">{t('spot.spread')}</span>{' '}
          {numbers.number(gap.value, { digits: spec.pricePlace, purpose: 'price' })}{' '}
          <span className={styles['gapShare']}>
            {numbers.percent(gap.percent, { unit: 'percent', digits: 3 })}
          </span>
        </span>
      ) : null}
    </div>
  )
}

function spreadOf({
  bids,
  asks,
}: BookView): { readonly value: string; readonly percent: string } | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid === undefined || ask === undefined) return undefined
  const value = abs(sub(decimal(ask), decimal(bid)))
  return {
    value: formatDecimal(value),
    percent: formatDecimal(
      div(mul(value, decimal('100')), decimal(ask), { scale: 3, mode: 'half-up' }),
    ),
  }
}
