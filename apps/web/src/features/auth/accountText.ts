import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import type { usePageMessages } from '../../lib/messages/messages.ts'

type Translate = ReturnType<typeof usePageMessages>

/** A capability that this server lacks, or that is away. */
const UNAVAILABLE = '00006'
const PARAMETER_INVALID = '40010'

const FIELD_TEXTS = {
  token: 'account.refused.identity',
  provider: 'account.refused.onlyWay',
  credential: 'account.refused.passkey',
  label: 'account.refused.label',
} as const

/**
 * What a refusal means on the screens of the account: there the gateway's codes are about other
 * things than trading.
 */
export function accountText(error: unknown, t: Translate): string {
  const { code, field } = failureOf(error)
  if (code === UNAVAILABLE) return t('account.refused.unavailable')
  if (code === PARAMETER_INVALID && field !== undefined && Object.hasOwn(FIELD_TEXTS, field))
    return t(FIELD_TEXTS[field as keyof typeof FIELD_TEXTS])
  return serverText(error, t)
}
