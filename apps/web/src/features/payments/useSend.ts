import { useState } from 'react'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { DECIDED, type SendTerms, sendToUser } from '../../data/payments/api.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { useStepUp } from '../account/index.ts'
import { useFigure } from './useFigure.ts'

const NO_RECEIVER = '40401'

/** Confirms, asks for a proof, and pays. */
export function useSend() {
  const t = useAccountMessages()
  const figure = useFigure()
  const { toasts } = useServices()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const prove = useStepUp()
  const submitter = useSubmitter<SendTerms>('sends', { decided: DECIDED })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const explain = (error: unknown): string =>
    failureOf(error).code === NO_RECEIVER ? t('send.nobody') : leavingErrorText(error, t)

  async function pay(terms: SendTerms): Promise<boolean> {
    const verifyToken = await prove('send')
    if (verifyToken === undefined) return false
    const sent = await dispatch(sendToUser(terms, { submitter, verifyToken }))
    if (sent.status === 'failed')
      setRefusal(sent.isUnknown ? t('send.unknown') : explain(sent.error))
    else toasts.success(t('send.done', { amount: `${figure(terms.amount)} ${terms.asset}` }))
    return sent.status === 'accepted'
  }

  async function send(terms: SendTerms): Promise<boolean> {
    const amount = `${figure(terms.amount)} ${terms.asset}`
    const isMeant = await confirm({
      title: t('send.title'),
      message: t('send.confirm', { amount, to: terms.to }),
      confirmText: t('send.title'),
    })
    if (!isMeant) return false
    setBusy(true)
    setRefusal(undefined)
    try {
      return await pay(terms)
    } catch (error) {
      setRefusal(explain(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, send }
}
