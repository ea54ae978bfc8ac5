import { decimal, formatDecimal, sub } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { useState } from 'react'
import { DECIDED, type EarnPosition, redeemEarn, type RedeemTerms } from '../../data/earn/api.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { serverText } from '../../lib/errors/serverText.ts'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'

export interface Redemption {
  readonly isBusy: boolean
  /** What is not on its way back yet. */
  readonly available: string
  readonly textOf: (amount: string) => string
  /** Whether the amount is on its way back. */
  readonly send: (amount: string) => Promise<boolean>
  /** Ends a fixed term, once the user has confirmed what it costs. */
  readonly breakTerm: () => void
}

/** Takes funds out of a position. */
export function useRedeem({ positionId, principal, redeeming, asset }: EarnPosition): Redemption {
  const t = useProductMessages()
  const numbers = useNumbers('trading')
  const { toasts } = useServices()
  const confirm = useConfirm()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<RedeemTerms>('earn', { decided: DECIDED })
  const [isBusy, setBusy] = useState(false)
  const available = formatDecimal(sub(decimal(principal), decimal(redeeming)))
  const textOf = (amount: string) => `${numbers.number(amount, { digits: 8, trim: true })} ${asset}`
  async function send(amount: string): Promise<boolean> {
    setBusy(true)
    const submitted = await dispatch(redeemEarn({ positionId, amount }, submitter))
    setBusy(false)
    if (submitted.status === 'failed')
      toasts.error(submitted.isUnknown ? t('redPacket.unknown') : serverText(submitted.error, t))
    else toasts.success(t('earn.redeemed', { amount: textOf(amount) }))
    return submitted.status !== 'failed'
  }
  async function breakTerm(): Promise<void> {
    const isMeant = await confirm({
      title: t('earn.redeem'),
      message: t('earn.breakText', { amount: textOf(available) }),
      confirmText: t('earn.redeem'),
    })
    if (isMeant) await send(available)
  }
  return { isBusy, available, textOf, send, breakTerm: () => void breakTerm() }
}
