import { ButtonLink } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { useEffect, useRef, useState } from 'react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { ForUsers } from '../auth/index.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { captureSession } from '../../data/session/captureSession.ts'
import { confirmDuplicate } from '../submissions/index.ts'
import type { Submitter } from '../../data/submissions/createSubmitter.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import {
  DECIDED,
  sendTransfer,
  type TransferAccount,
  type TransferTerms,
  useTransferAccounts,
} from '../../data/transfers/api.ts'
import { findTransfer } from '../../data/transfers/hasTransferArrived.ts'
import { routeOf, type TransferRoute } from './route.ts'
import { TransferForm } from './TransferForm.tsx'
import { TransferHistory } from './TransferHistory.tsx'
import styles from './transfer.module.css'
import { useAccountName } from './useAccountName.ts'

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
      <PageMessage
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
      </PageMessage>
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

/** Sends a transfer once the user has confirmed it, and reports what became of it. */
function useSendTransfer({ nameOf }: { readonly nameOf: (userId: string) => string }) {
  const t = usePageMessages()
  const { toasts } = useServices()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<TransferTerms>('transfers', { decided: DECIDED })
  const [isBusy, setBusy] = useState(false)
  const ask = useConfirmTransfer(submitter, { setBusy })
  const send = async (
    terms: TransferTerms,
    { amount }: { readonly amount: string },
  ): Promise<boolean> => {
    const [sender, receiver] = [nameOf(terms.fromUserId), nameOf(terms.toUserId)]
    const meant = await ask(terms, t('transfer.confirm', { amount, from: sender, to: receiver }))
    if (!meant) return false
    setBusy(true)
    const submitted = await dispatch(
      sendTransfer(terms, { submitter, forceNew: meant === 'another' }),
    )
    setBusy(false)
    if (submitted.status === 'failed') {
      toasts.error(submitted.isUnknown ? t('paper.unknown') : serverText(submitted.error, t))
      return false
    }
    const done = t('transfer.done', { amount, to: receiver })
    toasts.success(submitted.isRepeated ? `${done} ${t('outcome.onceDone')}` : done)
    return true
  }
  return { isBusy, send }
}

function useConfirmTransfer(
  submitter: Submitter<TransferTerms>,
  { setBusy }: { readonly setBusy: (isBusy: boolean) => void },
) {
  const t = usePageMessages()
  const { dialogs } = useServices()
  const dispatch = useAppDispatch()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])

  /**
   * Whether it is to be sent, and beside the same one that had no answer (docs/adr/order-form.md).
   */
  return async (terms: TransferTerms, lead: string): Promise<'again' | 'another' | undefined> => {
    const question = { title: t('transfer.title'), confirmText: t('transfer.title') }
    const before = submitter.findInDoubt(terms)
    if (!before)
      return (await dialogs.confirm({ ...question, message: lead })).action === 'confirm'
        ? 'again'
        : undefined
    const isStill = captureSession(dispatch)
    setBusy(true)
    const hasArrived = await dispatch(findTransfer(before, { asset: terms.asset }))
    setBusy(false)
    // The question goes with the form that it is about.
    if (!isStill() || !isHere.current) return undefined
    if (hasArrived) submitter.settle(before.clientOid)
    return confirmDuplicate(question, {
      dialogs,
      facts: { kind: 'transfer', lead, at: before.at, hasArrived },
    })
  }
}
