import { useNumbers } from '@x/locale/react'
import { useTickers } from '@x/market/react'
import { ButtonLink } from '@x/ui/button'
import { useMemo } from 'react'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { AccountSummary } from '../assets/index.ts'
import type { MarketRow } from '../markets/index.ts'
import { NoticeBar, NoticeBoard } from '../notices/index.ts'
import styles from './home.module.css'
import { Movers } from './Movers.tsx'
import { ProductCards } from './ProductCards.tsx'
import { platformFigures } from './platformFigures.ts'

/** `/`: what the platform is, its figures, what moves, and the way in. */
export function HomePage() {
  const t = usePageMessages()
  const user = useAppSelector(selectUser)
  const rows = useMarketRows()
  return (
    <div className={styles['home']}>
      <NoticeBar />
      <section className={styles['hero']}>
        <div className={styles['words']}>
          <h1 className={styles['lead']}>{t('home.lead')}</h1>
          <p className={styles['about']}>{t('home.about')}</p>
          <Figures rows={rows} />
        </div>
        {user ? <AccountSummary /> : <Welcome />}
      </section>
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
function Figures({ rows }: { readonly rows: readonly MarketRow[] }) {
  const t = usePageMessages()
  const numbers = useNumbers()
  const { pairs, volume, gainers, losers, lowestFee } = platformFigures(rows)
  const figures = [
    [t('home.volume', { unit: 'USDT' }), volume === undefined ? '--' : numbers.compact(volume)],
    [t('home.pairs'), pairs === 0 ? '--' : String(pairs)],
    [`${t('markets.gainers')} / ${t('markets.losers')}`, `${gainers ?? '--'} / ${losers ?? '--'}`],
    [t('home.feesFrom'), numbers.percent(lowestFee, { digits: 2 })],
  ] as const
  return (
    <dl className={styles['figures']}>
      {figures.map(([name, figure]) => (
        <div key={name} className={styles['figure']}>
          <dt>{name}</dt>
          <dd>
            <bdi>{figure}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The way in for a guest. */
function Welcome() {
  const t = usePageMessages()
  const to = useLocalePath()
  const links = [
    { path: '/register', text: t('home.start'), variant: 'primary' },
    { path: '/login', text: t('shell.login'), variant: 'neutral' },
    { path: '/spot/BTCUSDT', text: t('home.look'), variant: 'neutral' },
  ] as const
  return (
    <div className={styles['welcome']}>
      <Tide />
      {links.map(({ path, text, variant }) => (
        <ButtonLink
          key={path}
          variant={variant}
          size="large"
          render={(props) => <Link {...props} to={to(path)} />}
        >
          {text}
        </ButtonLink>
      ))}
    </div>
  )
}

/** Candles above a tide line, the drawing of the product. */
function Tide() {
  return (
    <svg className={styles['tide']} viewBox="0 0 320 120" fill="none" aria-hidden="true">
      <path
        d="M0 92c30-22 58-22 86-8s58 18 92 2 58-38 86-34 40 2 56-14V120H0Z"
        fill="var(--x-accent-soft)"
      />
      <path
        d="M0 92c30-22 58-22 86-8s58 18 92 2 58-38 86-34 40 2 56-14"
        stroke="var(--x-accent)"
        strokeWidth="2.5"
      />
      {CANDLES.map(({ x, top, height, isUp }) => (
        <g key={x} fill={isUp ? 'var(--x-up)' : 'var(--x-down)'}>
          <rect x={x + 4} y={top - 8} width="2" height={height + 16} rx="1" />
          <rect x={x} y={top} width="10" height={height} rx="2" />
        </g>
      ))}
    </svg>
  )
}

const CANDLES = [
  { x: 40, top: 46, height: 22, isUp: true },
  { x: 76, top: 34, height: 26, isUp: true },
  { x: 112, top: 42, height: 18, isUp: false },
  { x: 148, top: 50, height: 20, isUp: false },
  { x: 184, top: 36, height: 30, isUp: true },
  { x: 220, top: 22, height: 26, isUp: true },
  { x: 256, top: 16, height: 20, isUp: true },
] as const
