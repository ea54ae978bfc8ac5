import { useTickers } from '@x/market/react'
import { useNumbers } from '@x/locale/react'
import { DataTable, type DataTableProps, type Sort } from '@x/ui/data-table'
import { SearchBox } from '@x/ui/search-box'
import { Tabs } from '@x/ui/tabs'
import { useState } from 'react'
import { useGo } from '../../lib/router/paths.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { NoticeLine } from '../notices/index.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import styles from './markets.module.css'
import type { SpotSymbol } from '../../data/spot/model.ts'
import { MarketsHeading } from './MarketsHeading.tsx'
import { type MarketRow, matching, rowsOf, type View, VIEWS } from './marketRow.ts'
import { useMarketColumns } from './useMarketColumns.tsx'
import { useFavourites } from './useFavourites.ts'

const isView = (key: string): key is View => VIEWS.some((view) => view === key)

/** By which column a tab begins to sort. */
const SORTS: Partial<Record<View, Sort>> = {
  gainers: { column: 'change', direction: 'descending' },
  losers: { column: 'change', direction: 'ascending' },
}
const BY_VOLUME: Sort = { column: 'volume', direction: 'descending' }

/** `/markets`: every pair, by tabs, with a search. */
export function MarketsPage() {
  const t = usePageMessages()
  const go = useGo()
  const reference = useReference(({ symbols }) => symbols)
  const status = useTableStatus(reference)
  const favourites = useFavourites()
  const [view, setView] = useState<View>('all')
  const [query, setQuery] = useState('')
  const numbers = useNumbers('trading')
  const { box, width } = useAvailableWidth()
  const columns = useMarketColumns({ numbers, favourites, isNarrow: useMedia(PHONE), width })
  const rows = rowsOf(view, useMarketRows({ symbols: reference.data ?? [], query, favourites }))
  return (
    <div className={styles['home']}>
      <NoticeLine />
      <MarketsHeading title={t('home.markets')} about={t('head.markets.description')}>
        <SearchBox
          aria-label={t('home.search')}
          placeholder={t('home.search')}
          size="small"
          onSearch={setQuery}
          results={rows.length}
          className={styles['search']}
        />
      </MarketsHeading>
      <section className={styles['markets']} aria-label={t('home.markets')}>
        <Tabs
          aria-label={t('home.markets')}
          className={styles['views']}
          value={view}
          onChange={(key) => isView(key) && setView(key)}
          items={VIEWS.map((key) => ({ value: key, label: t(`markets.${key}`) }))}
        />
        <div ref={box} className={styles['table']}>
          <DataTable
            key={view}
            label={t('home.markets')}
            columns={columns}
            rows={rows}
            rowKey={({ spec }) => spec.symbol}
            defaultSort={SORTS[view] ?? BY_VOLUME}
            headerHeight={32}
            status={status}
            empty={{
              text: t(isEmptyFavourites(view, query) ? 'markets.noFavourites' : 'home.noMatch'),
            }}
            onRowPress={({ spec }) => go(`/spot/${spec.symbol}`)}
          />
        </div>
      </section>
    </div>
  )
}

/** The pairs that match, with what the market says of them. */
function useMarketRows({
  symbols,
  query,
  favourites,
}: {
  readonly symbols: readonly SpotSymbol[]
  readonly query: string
  readonly favourites: ReturnType<typeof useFavourites>
}): MarketRow[] {
  const tickers = useTickers(
    useMarket(),
    symbols.map(({ symbol }) => symbol),
  )
  return matching(symbols, query).map((spec) => ({
    spec,
    ticker: tickers[spec.symbol],
    isFavourite: favourites.has(spec.symbol),
  }))
}

const isEmptyFavourites = (view: View, query: string) => view === 'favourites' && query === ''

function useTableStatus({
  isLoading,
  error,
  refetch,
}: Pick<ReturnType<typeof useReference>, 'isLoading' | 'error' | 'refetch'>): NonNullable<
  DataTableProps<MarketRow>['status']
> {
  const t = usePageMessages()
  if (isLoading) return { kind: 'loading' }
  if (!error) return { kind: 'ready' }
  return {
    kind: 'error',
    title: t('home.unreachable'),
    traceId: failureOf(error).traceId,
    onRetry: () => void refetch(),
  }
}
