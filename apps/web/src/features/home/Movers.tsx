import { useNumbers } from '@x/locale/react'
import { Change } from '@x/ui/number'
import { Skeleton } from '@x/ui/skeleton'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { COINS } from '../../lib/coins/coins.ts'
import { useHomeMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { ListPrice, type MarketRow, Sparkline } from '../markets/index.ts'
import styles from './home.module.css'
import { useTopMovers } from './useTopMovers.ts'

const COUNT = 6

/** The pairs that move most, each a card that leads to its terminal. */
export function Movers({ rows }: { readonly rows: readonly MarketRow[] }) {
  const t = useHomeMessages()
  const to = useLocalePath()
  const movers = useTopMovers(rows, COUNT)
  return (
    <section className={styles['movers']} aria-labelledby="movers-title">
      <div className={styles['head']}>
        <h2 id="movers-title" className={styles['heading']}>
          {t('home.movers')}
        </h2>
        <Link to={to('/markets')} className={styles['more']}>
          {t('home.allMarkets')}
        </Link>
      </div>
      <ul className={styles['cards']}>
        {movers.length > 0
          ? movers.map((row) => <MoverCard key={row.spec.symbol} row={row} />)
          : Array.from({ length: COUNT }, (_, index) => (
              <li key={index} className={styles['card']}>
                <Skeleton height="124px" />
              </li>
            ))}
      </ul>
    </section>
  )
}

function MoverCard({ row: { spec, ticker } }: { readonly row: MarketRow }) {
  const to = useLocalePath()
  const numbers = useNumbers('trading')
  return (
    <li className={styles['card']}>
      <div className={styles['coin']}>
        <CoinIcon asset={spec.base} size={28} />
        <Link to={to(`/spot/${spec.symbol}`)} className={styles['pair']}>
          <bdi dir="ltr">
            {spec.base}
            <span className={styles['quote']}>/{spec.quote}</span>
          </bdi>
          <span className={styles['name']}>{COINS[spec.base]?.name}</span>
        </Link>
        <Change
          value={ticker?.changePercent}
          text={numbers.percent(ticker?.changePercent, { unit: 'percent', signs: 'always' })}
        />
      </div>
      <p className={styles['price']}>
        <ListPrice symbol={spec.symbol} last={ticker?.last} digits={spec.pricePlace} />
      </p>
      <Sparkline symbol={spec.symbol} change={ticker?.changePercent} isWide />
    </li>
  )
}
