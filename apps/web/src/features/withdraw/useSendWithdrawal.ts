import { useDates } from '@x/locale/react'
import { useState } from 'react'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import {
  DECIDED,
  quoteWithdrawal,
  requestWithdrawal,
  type Withdrawal,
  type WithdrawalSettings,
  type WithdrawalTerms,
} from '../../data/withdrawals/api.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useWalletMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { useStepUp } from '../account/index.ts'
import { withdrawErrorText } from './withdrawErrorText.ts'

const PROOF_NEEDED = '00005'
const QUOTE_CHANGED = '40231'

class QuoteChanged extends Error {
  readonly code = QUOTE_CHANGED
}

interface Question {
  readonly terms: WithdrawalTerms
  /** The fee that the user saw. */
  readonly fee: string
  readonly confirmation: string
}

/** Confirms, asks for a proof where one is due, and sends. */
export function useSendWithdrawal({ noPasswordCap, stoppedUntil }: WithdrawalSettings) {
  const t = useWalletMessages()
  const dates = useDates()
  const { toasts } = useServices()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const prove = useStepUp()
  const submitter = useSubmitter<WithdrawalTerms>('withdrawals', { decided: DECIDED })
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  /** A quote lives for a minute: it follows the proof. @throws RequestError, QuoteChanged */
  async function apply({ terms, fee }: Question, verifyToken?: string): Promise<Withdrawal> {
    const { asset, network, amount } = terms
    const quote = await dispatch(quoteWithdrawal({ asset, network, amount }))
    if (quote.fee !== fee) throw new QuoteChanged()
    const { quoteId } = quote
    const sent = await dispatch(requestWithdrawal(terms, { submitter, quoteId, verifyToken }))
    if (sent.status === 'accepted') return sent.response
    throw sent
  }

  async function applyWithProof(question: Question): Promise<Withdrawal | undefined> {
    if (question.terms.bookId !== undefined && noPasswordCap !== null)
      try {
        return await apply(question)
      } catch (failure) {
        const { error } = failure as { error?: unknown }
        if (failureOf(error).code !== PROOF_NEEDED) throw failure
      }
    const verifyToken = await prove('withdraw')
    return verifyToken === undefined ? undefined : apply(question, verifyToken)
  }

  async function send(question: Question): Promise<boolean> {
    const isMeant = await confirm({
      title: t('withdraw.title'),
      message: question.confirmation,
      confirmText: t('withdraw.title'),
    })
    if (!isMeant) return false
    setBusy(true)
    setRefusal(undefined)
    try {
      const withdrawal = await applyWithProof(question)
      if (withdrawal)
        toasts.success(t(withdrawal.state === 'review' ? 'withdraw.review' : 'withdraw.requested'))
      return withdrawal !== undefined
    } catch (failure) {
      const { error = failure, isUnknown = false } = failure as {
        error?: unknown
        isUnknown?: boolean
      }
      const { asset } = question.terms
      const time = dates.timestamp
      setRefusal(
        isUnknown
          ? t('withdraw.unknown')
          : withdrawErrorText(error, { t, time, asset, stoppedUntil }),
      )
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, send }
}
