import { ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { PageFace } from '../../app/PageFace.tsx'
import { useLocalePath } from '../../app/paths.ts'
import { Link } from '../../app/router/Link.tsx'
import { useAppDispatch, useServices } from '../../app/servicesContext.ts'
import { usePageMessages } from '../../messages.ts'
import { ForUsers } from '../auth/ForUsers.tsx'
import { failureOf, serverText } from '../errors/serverText.ts'
import { createSubmissions } from '../spot/form/createSubmissions.ts'
import { isFateUnknown } from '../spot/form/isFateUnknown.ts'
import { sendTransfer, type TransferAccount, type TransferTerms, useTransferAccountsQuery } from './api.ts'
import { routeOf, type TransferRoute } from './route.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferHistory } from './TransferHistory.tsx'
import styles from './transfer.module.css'
import { useAccountName } from './useAccountName.ts'

/** Funds between the accounts of one holder. Paper mode is led elsewhere before it gets here (specification, section 2), and the server refuses its realm. */
export function TransferPage() {
  return <ForUsers><Transfers /></ForUsers>
}

const NONE: readonly TransferAccount[] = []

function Transfers() {
  const t = usePageMessages()
  const to = useLocalePath()
  const { dialogs, random, toasts } = useServices()
  const dispatch = useAppDispatch()
  // Who is in a sub-account hears nothing of what others send to it: what is there is asked for each time the page opens.
  const { data: accounts = NONE, isLoading, error, refetch } = useTransferAccountsQuery(undefined, { refetchOnMountOrArgChange: true })
  const nameOf = useAccountName(accounts)
  const [wish, setWish] = useState<Partial<TransferRoute>>({})
  const [submissions] = useState(() => createSubmissions<TransferTerms>({ random }))
  const [isBusy, setBusy] = useState(false)
  const route = routeOf(accounts, wish)

  const send = async (terms: TransferTerms, { amount }: { readonly amount: string }): Promise<boolean> => {
    const [sender, receiver] = [nameOf(terms.fromUserId), nameOf(terms.toUserId)]
    const { action } = await dialogs.confirm({ title: t('transfer.title'), message: t('transfer.confirm', { amount, from: sender, to: receiver }), confirmText: t('transfer.title') })
    if (action !== 'confirm') return false
    setBusy(true)
    try {
      await dispatch(sendTransfer(terms, { submissions }))
      toasts.show({ kind: 'success', text: t('transfer.done', { amount, to: receiver }) })
      return true
    } catch (failure) {
      toasts.show({ kind: 'error', text: isFateUnknown(failure) ? t('paper.unknown') : serverText(failure, t) })
      return false
    } finally {
      setBusy(false)
    }
  }

  if (accounts.length > 0 && !route) return <PageFace action={<ButtonLink variant="primary" render={(props) => <Link {...props} to={to('/account/sub-account')} />}>{t('shell.subAccounts')}</ButtonLink>}>{t('transfer.alone')}</PageFace>
  return (
    <div className={styles['page']}>
      <section className={styles['card']} aria-labelledby="transfer">
        <h1 id="transfer" className={styles['title']}>{t('transfer.title')}</h1>
        {isLoading ? <SkeletonRows rows={4} /> : null}
        {error && !route ? <ErrorState title={t('orders.failed')} onRetry={() => void refetch()} traceId={failureOf(error).traceId}>{serverText(error, t)}</ErrorState> : null}
        {route ? <TransferForm accounts={accounts} route={route} nameOf={nameOf} isBusy={isBusy} onRoute={setWish} onSend={send} /> : null}
      </section>
      <TransferHistory nameOf={nameOf} />
    </div>
  )
}
