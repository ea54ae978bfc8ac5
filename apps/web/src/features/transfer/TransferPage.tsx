import { ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SegmentedControl } from '@x/ui/segmented-control'
import { SkeletonRows } from '@x/ui/skeleton'
import { type ComponentType, useState } from 'react'
import { type TransferAccount, useTransferAccounts } from '../../data/transfers/api.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { ForUsers } from '../auth/index.ts'
import { routeOf, type TransferRoute } from './route.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferHistory } from './TransferHistory.tsx'
import styles from './transfer.module.css'
import { useAccountName } from './useAccountName.ts'
import { useSendTransfer } from './useSendTransfer.ts'

interface TransferPageProps {
  /** The form that moves funds between the wallets of the account. */
  readonly Wallets: ComponentType
}

/**
 * Funds between the wallets of an account and between the accounts of one holder. Paper mode is led
 * elsewhere before it gets here (specification, section 2), and the server refuses its realm.
 */
export function TransferPage(props: TransferPageProps) {
  return (
    <ForUsers>
      <Transfers {...props} />
    </ForUsers>
  )
}

const NONE: readonly TransferAccount[] = []

function Transfers({ Wallets }: TransferPageProps) {
  const t = usePageMessages()
  usePageTitle(t('transfer.title'))
  // Who is in a sub-account hears nothing of what others send to it: what is there is asked for
  // each time the page opens.
  const query = useTransferAccounts()
  const accounts = query.data ?? NONE
  const nameOf = useAccountName(accounts)
  const [chosen, choose] = useState<'wallets' | 'accounts'>()
  const [wish, setWish] = useState<Partial<TransferRoute>>({})
  const route = routeOf(accounts, wish)
  const { isBusy, send } = useSendTransfer({ nameOf })
  // Who has no other account moves funds between wallets.
  const view = chosen ?? (accounts.length > 0 && !route ? 'wallets' : 'accounts')
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="transfer">
        <h1 id="transfer" className={styles['title']}>
          {t('transfer.title')}
        </h1>
        {query.isLoading ? (
          <SkeletonRows rows={4} />
        ) : (
          <SegmentedControl
            aria-label={t('transfer.title')}
            block
            value={view}
            onChange={choose}
            segments={[
              { value: 'wallets', label: t('transfer.wallets') },
              { value: 'accounts', label: t('shell.subAccounts') },
            ]}
          />
        )}
        {view === 'wallets' ? (
          <LazyBoundary title={t('error.other')} fallback={<SkeletonRows rows={4} />}>
            <Wallets />
          </LazyBoundary>
        ) : route ? (
          <TransferForm
            accounts={accounts}
            route={route}
            nameOf={nameOf}
            isBusy={isBusy}
            onRoute={setWish}
            onSend={send}
          />
        ) : query.error ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={() => void query.refetch()}
            traceId={failureOf(query.error).traceId}
          >
            {serverText(query.error, t)}
          </ErrorState>
        ) : query.isLoading ? null : (
          <NoAccounts />
        )}
      </section>
      <TransferHistory nameOf={nameOf} />
    </div>
  )
}

/** Nothing can be sent to another account before there is one. */
function NoAccounts() {
  const t = usePageMessages()
  const to = useLocalePath()
  return (
    <EmptyState
      action={
        <ButtonLink
          variant="primary"
          render={(props) => <Link {...props} to={to('/account/sub-account')} />}
        >
          {t('shell.subAccounts')}
        </ButtonLink>
      }
    >
      <Pictured of="list">{t('transfer.alone')}</Pictured>
    </EmptyState>
  )
}
