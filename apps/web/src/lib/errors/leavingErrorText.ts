import { isRequestError } from '@x/request'
import type { PageMessages } from '../messages/messages.ts'
import { type ErrorTexts, failureOf, serverText } from './serverText.ts'

/** The catalogs of the app and of pages, as far as what may not leave goes. */
export interface LeavingErrorTexts extends ErrorTexts {
  (id: Extract<keyof PageMessages, `stopped.${string}`>): string
}

/** With this reason neither the account nor its balance is at fault, but a deposit. */
const BY_DEPOSIT = 'deposit'

const reasonOf = (error: unknown): unknown =>
  isRequestError(error)
    ? (error.detail.data as { readonly reason?: unknown } | null | undefined)?.reason
    : undefined

/** As `serverText`, of coins that leave an account: a deposit may keep them in (wallet 3). */
export function leavingErrorText(error: unknown, t: LeavingErrorTexts): string {
  const { code } = failureOf(error)
  if (reasonOf(error) === BY_DEPOSIT && code === '00004') return t('stopped.deposit')
  if (reasonOf(error) === BY_DEPOSIT && code === '40201') return t('stopped.locked')
  return serverText(error, t)
}
