import type { KeyValueStorage } from '@x/kit'
import type { Referral } from '@x/referral'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

export interface ReferralStart {
  /** Its code comes with the first call. */
  readonly referral: () => Promise<Referral>
  readonly storage: Pick<KeyValueStorage, 'get'>
  /** What may be done with the codes of a link. */
  readonly fetchRules: () => Promise<unknown>
  /** The address that the page was opened with. */
  readonly href: string
}

/**
 * Takes the codes of the link that brought the visitor here, before a redirect loses them, and asks
 * what may be done with them (spec section 4). Codes can only come in a query: other visits ask
 * nothing, and fetch nothing unless codes are kept, which end in time. Without an answer the codes
 * stay unread (R11).
 */
export async function startReferral({
  referral: load,
  storage,
  fetchRules,
  href,
}: ReferralStart): Promise<void> {
  const hasQuery = href.includes('?')
  if (!hasQuery && storage.get(STORAGE_KEYS.referral) === null) return
  try {
    const referral = await load()
    if (!hasQuery) return
    referral.capture(href)
    referral.configure(await fetchRules())
  } catch {
    // A failure needs no notice: the visitor did not ask for a referral.
  }
}
