import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import type { WalletName } from '../../data/futures/moveApi.ts'
import { useMarginAccounts } from '../../data/margin/api.ts'
import { marginErrorText } from '../../lib/errors/marginErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { LazyMoveDialog } from '../futures-panel/index.ts'
import { AccountCard, type AccountAction } from './AccountCard.tsx'
import { LazyLoanDialog } from './LazyLoanDialog.ts'
import { LoanTermsTable } from './LoanTermsTable.tsx'
import styles from './margin.module.css'

/** `/asset/margin`: the margin accounts with their debts, interest and levels. */
export default function MarginAssetsPage() {
  const t = useMarginMessages()
  const to = useLocalePath()
  const { data, isLoading, error, refetch } = useMarginAccounts()
  const [action, setAction] = useState<AccountAction | undefined>(undefined)
  usePageTitle(t('margin.assetsTitle'))
  return (
    <div className={styles['page']}>
      <div className={styles['bar']}>
        <h1 className={styles['title']}>{t('margin.assetsTitle')}</h1>
        <Link to={to('/order/marginOrderInfo')}>{t('margin.ordersTitle')}</Link>
        <Link to={to('/record/margin')}>{t('margin.recordsTitle')}</Link>
      </div>
      {isLoading ? <SkeletonRows rows={6} /> : null}
      {error && !data ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {marginErrorText(error, t)}
        </ErrorState>
      ) : null}
      {data?.map((account) => (
        <AccountCard key={account.symbol ?? ''} account={account} onAction={setAction} />
      ))}
      <LoanTermsTable />
      {action ? <ActionDialog action={action} onClose={() => setAction(undefined)} /> : null}
    </div>
  )
}

function ActionDialog({
  action: { kind, symbol, asset },
  onClose,
}: {
  readonly action: AccountAction
  readonly onClose: () => void
}) {
  const wallet: WalletName = symbol === null ? 'margin' : `margin:${symbol}`
  if (kind === 'moveIn') return <LazyMoveDialog to={wallet} asset={asset} onClose={onClose} />
  if (kind === 'moveOut')
    return <LazyMoveDialog from={wallet} to="spot" asset={asset} onClose={onClose} />
  return (
    <OptionalLazyBoundary onFail={onClose}>
      <LazyLoanDialog kind={kind} symbol={symbol ?? undefined} asset={asset} onClose={onClose} />
    </OptionalLazyBoundary>
  )
}
