import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useTickers } from '@x/market/react'
import { ButtonLink, IconButton } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { DataTable } from '@x/ui/data-table'
import { EmptyState } from '@x/ui/empty-state'
import { Icon } from '@x/ui/icon'
import { NumberText } from '@x/ui/number'
import { TextField } from '@x/ui/text-field'
import { Eye, EyeOff, LogIn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath, usePagePath } from '../../app/paths.ts'
import { useAppSelector, useServices } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { failureOf, serverText } from '../errors/serverText.ts'
import { useAssetsQuery, useSymbolsQuery } from '../orders/api.ts'
import { selectRealm, selectStatus } from '../session/slice.ts'
import styles from './assets.module.css'
import { PaperFunds } from './PaperFunds.tsx'
import { useAssetColumns } from './useAssetColumns.tsx'
import { assetRows, isSmall, totalValue } from './valuation.ts'

export function AssetsPage() {
  const status = useAppSelector(selectStatus)
  if (status === 'unknown') return null
  return status === 'user' ? <Assets /> : <GuestFace />
}

function GuestFace() {
  const t = useMessages()
  const to = useLocalePath()
  const page = usePagePath()
  return (
    <EmptyState icon={LogIn} action={<ButtonLink variant="primary" render={(props) => <Link {...props} to={to(`/login?from=${encodeURIComponent(page)}`)} />}>{t('shell.login')}</ButtonLink>}>
      {t('guest.text')}
    </EmptyState>
  )
}

const NO_ASSETS: readonly never[] = []

function Assets() {
  const t = useMessages()
  const { market, preferences } = useServices()
  const realm = useAppSelector(selectRealm)
  const showAsset = useStore(preferences, (state) => state.showAsset)
  const { data: assets = NO_ASSETS, isLoading, error, refetch } = useAssetsQuery()
  const { data: symbols = NO_ASSETS } = useSymbolsQuery()
  const tickers = useTickers(market, symbols.map(({ symbol }) => symbol))
  const [query, setQuery] = useState('')
  const [hidesSmall, setHidesSmall] = useState(false)
  const numbers = useNumbers('trading')
  const columns = useAssetColumns({ numbers, showAsset })
  const all = useMemo(() => assetRows(assets, tickers), [assets, tickers])
  const rows = all.filter((row) => row.asset.includes(query.trim().toUpperCase()) && !(hidesSmall && isSmall(row)))
  return (
    <div className={styles['assets']}>
      <section className={styles['summary']} aria-labelledby="total-title">
        <h1 id="total-title" className={styles['label']}>
          {realm === 'paper' ? t('assets.totalPaper') : t('assets.total')}
          <IconButton
            size="mini"
            icon={<Icon of={showAsset ? Eye : EyeOff} size={14} />}
            label={t(showAsset ? 'assets.hide' : 'assets.show')}
            onClick={() => preferences.set({ showAsset: !showAsset })}
          />
        </h1>
        <p className={styles['total']}>
          <NumberText unit="USDT">{showAsset ? numbers.number(totalValue(all), { scene: 'usdt', purpose: 'valuation' }) : '••••••'}</NumberText>
        </p>
        {realm === 'paper' ? <PaperFunds /> : null}
      </section>
      <section className={styles['list']}>
        <div className={styles['bar']}>
          <TextField type="search" size="small" aria-label={t('assets.search')} placeholder={t('assets.search')} value={query} onChange={setQuery} className={styles['search']} />
          <Checkbox checked={hidesSmall} onChange={setHidesSmall}>{t('assets.hideSmall')}</Checkbox>
        </div>
        <div className={styles['table']}>
          <DataTable
            label={t('assets.table')}
            columns={columns}
            rows={rows}
            rowKey={({ asset }) => asset}
            defaultSort={{ column: 'value', direction: 'descending' }}
            headerHeight={32}
            status={isLoading ? { kind: 'loading' } : error ? { kind: 'error', title: serverText(error, t), traceId: failureOf(error).traceId, onRetry: () => void refetch() } : { kind: 'ready' }}
            empty={{ text: all.length === 0 ? t('assets.none') : t('assets.noMatch') }}
          />
        </div>
      </section>
    </div>
  )
}
