import { useTickers } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { ButtonLink } from '@x/ui/button'
import { DataTable } from '@x/ui/data-table'
import { SearchBox } from '@x/ui/search-box'
import { useState } from 'react'
import { Link } from '../../lib/router/Link.tsx'
import { useGo, useLocalePath } from '../../lib/router/paths.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { NoticeBoard } from '../notices/index.ts'
import { selectUser } from '../../data/store/slice.ts'
import styles from './home.module.css'
import { type MarketRow, matching } from './marketRow.ts'
import { useMarketColumns } from './useMarketColumns.tsx'
import { useFavourites } from './useFavourites.ts'

/** The market table first; what the platform is comes after. */
export function HomePage() {
  const t = usePageMessages()
  const go = useGo()
  const market = useMarket()
  const {
    data: symbols = [],
    isLoading,
    error,
    refetch,
  } = useReference((reference) => reference.symbols)
  const tickers = useTickers(
    market,
    symbols.map(({ symbol }) => symbol),
  )
  const favourites = useFavourites()
  const [query, setQuery] = useState('')
  const numbers = useNumbers('trading')
  const { box, width } = useAvailableWidth()
  const columns = useMarketColumns({ numbers, favourites, isNarrow: useMedia(PHONE), width })
  const rows: MarketRow[] = matching(symbols, query).map((spec) => ({
    spec,
    ticker: tickers[spec.symbol],
    isFavourite: favourites.has(spec.symbol),
  }))
  return (
    <div className={styles['home']}>
      <section className={styles['markets']} aria-labelledby="markets-title">
        <div className={styles['bar']}>
          <h1 id="markets-title" className={styles['title']}>
            {t('home.markets')}
          </h1>
          <SearchBox
            aria-label={t('home.search')}
            placeholder={t('home.search')}
            size="small"
            onSearch={setQuery}
            results={rows.length}
            className={styles['search']}
          />
        </div>
        <div ref={box} className={styles['table']}>
          <DataTable
            label={t('home.markets')}
            columns={columns}
            rows={rows}
            rowKey={({ spec }) => spec.symbol}
            defaultSort={{ column: 'volume', direction: 'descending' }}
            headerHeight={32}
            status={
              isLoading
                ? { kind: 'loading' }
                : error
                  ? {
                      kind: 'error',
                      title: t('home.unreachable'),
                      traceId: failureOf(error).traceId,
                      onRetry: () => void refetch(),
                    }
                  : { kind: 'ready' }
            }
            empty={{ text: t('home.noMatch') }}
            onRowPress={({ spec }) => go(`/spot/${spec.symbol}`)}
          />
        </div>
      </section>
      <About />
      <NoticeBoard />
    </div>
  )
}

/** What the platform is, and the way into it for who has none yet. */
function About() {
  const t = usePageMessages()
  const to = useLocalePath()
  const user = useAppSelector(selectUser)
  if (user) return <p className={styles['about']}>{t('home.about')}</p>
  return (
    <section className={styles['welcome']}>
      <div className={styles['words']}>
        <p className={styles['lead']}>{t('home.lead')}</p>
        <p className={styles['about']}>{t('home.about')}</p>
      </div>
      <div className={styles['actions']}>
        <ButtonLink
          variant="primary"
          size="large"
          render={(props) => <Link {...props} to={to('/register')} />}
        >
          {t('home.start')}
        </ButtonLink>
        <ButtonLink
          variant="neutral"
          size="large"
          render={(props) => <Link {...props} to={to('/spot/BTCUSDT')} />}
        >
          {t('home.look')}
        </ButtonLink>
      </div>
    </section>
  )
}
