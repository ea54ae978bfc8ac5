import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useTickers } from '@x/market/react'
import { Checkbox } from '@x/ui/checkbox'
import { DataTable } from '@x/ui/data-table'
import type { PanelStatus } from '@x/ui/panel'
import { SearchBox } from '@x/ui/search-box'
import { useMemo, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { usePagePath } from '../../lib/router/paths.ts'
import { LoginPlaceholder } from '../auth/index.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { symbolOf } from '../markets/index.ts'
import { NoticeLine } from '../notices/index.ts'
import { PHONE, useMedia } from '../../lib/media/useMedia.ts'
import { useAvailableWidth } from '../../lib/media/useAvailableWidth.ts'
import { useBalances, usePositions } from '../../data/balances/hooks.ts'
import { selectRealm, selectStatus } from '../../data/store/slice.ts'
import { useAccountAmounts } from '../../data/valuation/accountAmounts.ts'
import { useValuation } from '../../data/valuation/hooks.ts'
import { AccountsPanel } from './AccountsPanel.tsx'
import { AllocationPanel, AllocationToCome } from './AllocationPanel.tsx'
import { AssetCards } from './AssetCards.tsx'
import styles from './assets.module.css'
import { AssetsSkeleton } from './AssetsSkeleton.tsx'
import { averageTexts } from './averageTexts.ts'
import { profitTexts } from './profitTexts.ts'
import ProfitPanel from './ProfitPanel.tsx'
import { StartPanel } from './StartPanel.tsx'
import { TotalValue } from './TotalValue.tsx'
import { useAccounts } from './useAccounts.ts'
import { useAssetColumns } from './useAssetColumns.tsx'
import { assetRows, isNothing, isSmall, pricesOf, sumOf, totalValue } from './valuation.ts'

export function AssetsPage() {
  const status = useAppSelector(selectStatus)
  const isOverview = usePagePath() !== SPOT_PAGE
  if (status === 'unknown') return <AssetsSkeleton isOverview={isOverview} />
  return status === 'user' ? <Assets isOverview={isOverview} /> : <LoginPlaceholder />
}

/** The page of one account among others. */
const SPOT_PAGE = '/asset/spot'

const NO_ASSETS: readonly never[] = []

function Assets({ isOverview }: { readonly isOverview: boolean }) {
  const t = usePageMessages()
  const market = useMarket()
  const { preferences, storage } = useServices()
  const isPhone = useMedia(PHONE)
  const showAsset = useStore(preferences, (state) => state.showAsset)
  const { data, isLoading, error, refetch } = useBalances()
  const assets = data ?? NO_ASSETS
  const { data: symbols } = useReference((reference) => reference.symbols)
  const pairs = useMemo(() => symbols && new Set(symbols.map(({ symbol }) => symbol)), [symbols])
  const tickers = useTickers(market, [...(pairs ?? NO_ASSETS)])
  const [query, setQuery] = useState('')
  const [hidesSmall, setHidesSmall] = useState(() => storage.get(STORAGE_KEYS.hideSmall) === '1')
  const hideSmall = (isHidden: boolean) => {
    setHidesSmall(isHidden)
    storage.set(STORAGE_KEYS.hideSmall, isHidden ? '1' : '0')
  }
  const valuation = useValuation()
  const isLive = useAppSelector(selectRealm) === 'live'
  const priceOf = useMemo(() => pricesOf(tickers), [tickers])
  const { data: amounts } = useAccountAmounts()
  const all = useMemo(
    () => assetRows(assets, { priceOf, others: (isOverview && amounts) || NO_ASSETS }),
    [assets, priceOf, isOverview, amounts],
  )
  const spot = totalValue(assetRows(assets, { priceOf }), pairs)
  const others = useAccounts(amounts, priceOf)
  const accounts = [{ kind: 'spot' as const, value: spot }, ...others]
  const total = isOverview ? sumOf(accounts.map(({ value }) => value)) : spot
  const rows = all.filter(
    (row) => row.asset.includes(symbolOf(query)) && !(hidesSmall && isSmall(row)),
  )
  const { data: positions = NO_ASSETS } = usePositions()
  const numbers = useNumbers('trading')
  const averages = useMemo(() => averageTexts(positions, { numbers }), [positions, numbers])
  const { box, width } = useAvailableWidth()
  const profits = useMemo(
    () => profitTexts(positions, { numbers, priceOf }),
    [positions, numbers, priceOf],
  )
  const columns = useAssetColumns({ rows: all, valuation, showAsset, averages, profits, width })
  // Balances that are there stay where they cannot be asked for anew: the private stream keeps them
  // right.
  const status: PanelStatus = isLoading
    ? { kind: 'loading' }
    : error && !data
      ? {
          kind: 'error',
          title: t('orders.failed'),
          text: serverText(error, t),
          traceId: failureOf(error).traceId,
          onRetry: () => void refetch(),
        }
      : { kind: 'ready' }
  const hasNothing =
    data !== undefined &&
    amounts?.every(({ amount }) => amount !== null) === true &&
    all.every(({ total: each }) => isNothing(each))
  if (isOverview && isLive && hasNothing) return <StartPanel />
  const empty = all.length === 0 ? t('assets.none') : t('assets.noMatch')
  return (
    <div className={styles['assets']}>
      {isOverview ? <NoticeLine /> : null}
      <div className={styles['top']}>
        <TotalValue usdt={total} valuation={valuation} />
        {!showAsset ? null : total === undefined ? (
          <AllocationToCome />
        ) : (
          <AllocationPanel rows={all} />
        )}
        <ProfitPanel
          account={isOverview ? 'all' : 'spot'}
          valuation={valuation}
          showAsset={showAsset}
        />
      </div>
      {isOverview ? (
        <AccountsPanel accounts={accounts} valuation={valuation} showAsset={showAsset} />
      ) : null}
      <section className={styles['list']}>
        <div className={styles['bar']}>
          <SearchBox
            size="small"
            aria-label={t('assets.search')}
            placeholder={t('assets.search')}
            onSearch={setQuery}
            results={rows.length}
            className={styles['search']}
          />
          <Checkbox checked={hidesSmall} onChange={hideSmall}>
            {t('assets.hideSmall')}
          </Checkbox>
        </div>
        {isPhone ? (
          <AssetCards
            label={t('orders.assets')}
            rows={rows}
            valuation={valuation}
            showAsset={showAsset}
            averages={averages}
            profits={profits}
            status={status}
            empty={empty}
          />
        ) : (
          <div ref={box} className={styles['table']}>
            <DataTable
              label={t('orders.assets')}
              columns={columns}
              rows={rows}
              rowKey={({ asset }) => asset}
              defaultSort={{ column: 'value', direction: 'descending' }}
              headerHeight={32}
              status={status}
              empty={{ text: empty }}
            />
          </div>
        )}
      </section>
    </div>
  )
}
