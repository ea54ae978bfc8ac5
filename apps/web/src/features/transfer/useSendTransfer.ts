import { useEffect, useRef, useState } from 'react'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { captureSession } from '../../data/session/captureSession.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import type { Submitter } from '../../data/submissions/createSubmitter.ts'
import { DECIDED, sendTransfer, type TransferTerms } from '../../data/transfers/api.ts'
import { findTransfer } from '../../data/transfers/hasTransferArrived.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { confirmDuplicate } from '../submissions/index.ts'

/** Sends a transfer once the user has confirmed it, and reports what became of it. */
export function useSendTransfer({ nameOf }: { readonly nameOf: (userId: string) => string }) {
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
      toasts.error(submitted.isUnknown ? t('paper.unknown') : leavingErrorText(submitted.error, t))
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
