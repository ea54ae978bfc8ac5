import { isRequestError } from '@x/request'
import { type LeavingErrorTexts, leavingErrorText } from '../../lib/errors/leavingErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import type { WalletMessages } from '../../lib/messages/messages.ts'

type PlainId = Exclude<
  Extract<keyof WalletMessages, `withdraw.error.${string}`>,
  'withdraw.error.new' | 'withdraw.error.cap' | 'withdraw.error.minimum'
>

/** The catalogs of the app and of the wallet, as far as refusals of withdrawals go. */
export interface WithdrawErrorTexts extends LeavingErrorTexts {
  (id: PlainId | 'withdraw.paused' | 'addressBook.taken'): string
  (id: 'withdraw.error.new' | 'withdraw.stopped', values: { readonly time: string }): string
  (id: 'withdraw.error.cap' | 'withdraw.error.minimum', values: { readonly amount: string }): string
}

const ADDRESS_REASONS = [
  'malformed',
  'checksum',
  'zero',
  'contract',
  'hot',
  'own',
  'whitelist',
] as const

/** A reason of the server that has a text; any other is a malformed address. */
const addressReason = (reason: string | undefined): (typeof ADDRESS_REASONS)[number] =>
  ADDRESS_REASONS.find((known) => known === reason) ?? 'malformed'

interface Details {
  readonly reason?: string
  readonly usableAt?: number
  readonly left?: string
  readonly limit?: string
  readonly field?: string
}

const detailsOf = (error: unknown): Details =>
  ((isRequestError(error) ? error.detail.data : undefined) as Details | null | undefined) ?? {}

/** Why a withdrawal or a change of the address book was refused (wallet 4, 6). */
export function withdrawErrorText(
  error: unknown,
  {
    t,
    time,
    asset,
    stoppedUntil,
  }: {
    readonly t: WithdrawErrorTexts
    /** A moment as the user reads it. */
    readonly time: (at: number) => string
    readonly asset: string
    /** Until when withdrawals are stopped, as far as the screen knows. */
    readonly stoppedUntil?: number | null
  },
): string {
  const { code } = failureOf(error)
  const { reason, usableAt, left, limit, field } = detailsOf(error)
  switch (code) {
    case '40230':
      if (reason === 'new' && usableAt !== undefined)
        return t('withdraw.error.new', { time: time(usableAt) })
      return t(`withdraw.error.${addressReason(reason)}`)
    case '40209':
      return t('withdraw.error.cap', { amount: `${left ?? '0'} USDT` })
    case '40204':
      return t('withdraw.error.minimum', { amount: `${limit ?? ''} ${asset}`.trim() })
    case '40231':
      return t('withdraw.error.quote')
    case '00006':
      return t('withdraw.paused')
    case '40302':
      return stoppedUntil
        ? t('withdraw.stopped', { time: time(stoppedUntil) })
        : leavingErrorText(error, t)
    case '40010':
      return field === 'address' ? t('addressBook.taken') : leavingErrorText(error, t)
    default:
      return leavingErrorText(error, t)
  }
}
