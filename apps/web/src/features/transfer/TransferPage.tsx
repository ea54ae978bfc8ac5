import { ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Link } from '../../lib/router/Link.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { ForUsers } from '../auth/index.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { type TransferAccount, useTransferAccounts } from '../../data/transfers/api.ts'
import { routeOf, type TransferRoute } from './route.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferHistory } from './TransferHistory.tsx'
import styles from './transfer.module.css'
import { useAccountName } from './useAccountName.ts'
import { useSendTransfer } from './useSendTransfer.ts'

/**
 * Funds between the accounts of one holder. Paper mode is led elsewhere before it gets here
 * (specification, section 2), and the server refuses its realm.
 */
export function TransferPage() {
  return (
    <ForUsers>
      <Transfers />
    </ForUsers>
  )
}

const NONE: readonly TransferAccount[] = []

function Transfers() {
  const t = usePageMessages()
  usePageTitle(t('transfer.title'))
  const to = useLocalePath()
  // Who is in a sub-account hears nothing of what others send to it: what is there is asked for
  // each time the page opens.
  const { data: accounts = NONE, isLoading, error, refetch } = useTransferAccounts()
  const nameOf = useAccountName(accounts)
  const [wish, setWish] = useState<Partial<TransferRoute>>({})
  const route = routeOf(accounts, wish)
  const { isBusy, send } = useSendTransfer({ nameOf })

  if (accounts.length > 0 && !route)
    return (
      <div className={styles['page']}>
        <section className={styles['card']} aria-labelledby="transfer">
          <h1 id="transfer" className={styles['title']}>
            {t('transfer.title')}
          </h1>
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
            {t('transfer.alone')}
          </EmptyState>
        </section>
      </div>
    )
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="transfer">
        <h1 id="transfer" className={styles['title']}>
          {t('transfer.title')}
        </h1>
        {isLoading ? <SkeletonRows rows={4} /> : null}
        {error && !route ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={() => void refetch()}
            traceId={failureOf(error).traceId}
          >
            {serverText(error, t)}
          </ErrorState>
        ) : null}
        {route ? (
          <TransferForm
            accounts={accounts}
            route={route}
            nameOf={nameOf}
            isBusy={isBusy}
            onRoute={setWish}
            onSend={send}
          />
        ) : null}
      </section>
      <TransferHistory nameOf={nameOf} />
    </div>
  )
}
