import type { BookView } from '@x/market'
import { abs, decimal, div, formatDecimal, mul, sub } from '@x/decimal'
import { useBook } from '@x/market/react'
import type { Numbers } from '@x/locale/react'
import { useLastTick } from '../../data/market/useLastTick.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { TickPrice } from '../../lib/amounts/TickPrice.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { FAST_UPDATES } from '../../lib/updateIntervals.ts'
import type { SpotSymbol } from '../../data/spot/model.ts'
import type { CSSProperties } from 'react'
import styles from './book.module.css'

/** Between the sides: the last price in its tick's colour, and how far the sides stand apart. */
export function SpreadRow({ spec, numbers }: { spec: SpotSymbol; numbers: Numbers }) {
  const t = useMessages()
  const market = useMarket()
  const book = useBook(market, spec.symbol, FAST_UPDATES)
  const { price, direction } = useLastTick(spec.symbol)
  const gap = book && spreadOf(book)
  const share = book && shareOfBids(book)
  return (
    <div
      className={styles['spread']}
      style={{ '--bids': share } as CSSProperties}
      title={share === undefined ? share : `${t('spot.bids')} ${share}%`}
    >
      <span className={styles['last']} data-tone={direction}>
        <TickPrice
          value={price}
          text={numbers.number(price, { digits: spec.pricePlace, purpose: 'price' })}
        />
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

/** Of all that the known levels offer, whole percent; `undefined` without bids. */
const shareOfBids = ({ bids, asks }: BookView): number | undefined =>
  Math.round((100 * totalOf(bids)) / (totalOf(bids) + totalOf(asks))) || undefined

const totalOf = (levels: BookView['bids']): number => Number(levels.at(-1)?.total ?? 0)

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
