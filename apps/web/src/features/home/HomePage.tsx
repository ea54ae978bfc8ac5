import { useNumbers } from '@x/locale/react'
import { useTickers } from '@x/market/react'
import { useMemo } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { useHomeMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { LazyAccountSummary, loadAccountSummary } from '../assets/index.ts'
import type { MarketRow } from '../markets/index.ts'
import { NoticeBar, NoticeBoard } from '../notices/index.ts'
import styles from './home.module.css'
import { HomeHero, type HomeHeroProps, UNKNOWN_FIGURE } from './HomeHero.tsx'
import { Movers } from './Movers.tsx'
import { ProductCards } from './ProductCards.tsx'
import { platformFigures } from './platformFigures.ts'
import { WayIn } from './WayIn.tsx'

/** `/`: what the platform is, its figures, what moves, and the way in. */
export function HomePage() {
  const t = useHomeMessages()
  const user = useAppSelector(selectUser)
  const rows = useMarketRows()
  return (
    <div className={styles['home']}>
      <NoticeBar />
      <HomeHero lead={t('home.lead')} about={t('home.about')} figures={useFigures(rows)}>
        {user ? (
          <LazyBoundary fallback={<Welcome />}>
            <PageTexts fetchPage={loadAccountSummary}>
              <LazyAccountSummary />
            </PageTexts>
          </LazyBoundary>
        ) : (
          <Welcome />
        )}
      </HomeHero>
      <Movers rows={rows} />
      <ProductCards />
      <NoticeBoard />
    </div>
  )
}

const NONE: readonly never[] = []

function useMarketRows(): readonly MarketRow[] {
  const market = useMarket()
  const { data: symbols = NONE } = useReference((reference) => reference.symbols)
  const tickers = useTickers(
    market,
    symbols.map(({ symbol }) => symbol),
  )
  return useMemo(
    () => symbols.map((spec) => ({ spec, ticker: tickers[spec.symbol], isFavourite: false })),
    [symbols, tickers],
  )
}

/** The size of the market; a figure that is not known yet keeps its space. */
function useFigures(rows: readonly MarketRow[]): HomeHeroProps['figures'] {
  const t = useHomeMessages()
  const numbers = useNumbers()
  const { pairs, volume, gainers, losers, lowestFee } = platformFigures(rows)
  return [
    [
      t('home.volume', { unit: 'USDT' }),
      volume === undefined ? UNKNOWN_FIGURE : numbers.compact(volume),
    ],
    [t('home.pairs'), pairs === 0 ? UNKNOWN_FIGURE : String(pairs)],
    [
      `${t('markets.gainers')} / ${t('markets.losers')}`,
      `${gainers ?? UNKNOWN_FIGURE} / ${losers ?? UNKNOWN_FIGURE}`,
    ],
    [t('home.feesFrom'), numbers.percent(lowestFee, { digits: 2 })],
  ]
}

function Welcome() {
  const t = useHomeMessages()
  const to = useLocalePath()
  return (
    <WayIn
      texts={{ start: t('home.start'), login: t('shell.login'), look: t('home.look') }}
      link={(path) => ({ render: (props) => <Link {...props} to={to(path)} /> })}
    />
  )
}
