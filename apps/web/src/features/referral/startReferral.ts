import type { Referral } from '@x/referral'
import type { RequestClient } from '@x/request'
import { PUBLIC_READ } from '../../publicRead.ts'

export interface ReferralStart {
  readonly referral: Referral
  readonly client: RequestClient
  /** The address that the page was opened with. */
  readonly href: string
}

/**
 * Takes the codes of the link that brought the visitor here, before a redirect loses them, and asks what may be done with them
 * (spec section 4). Codes can only come in a query: other visits ask nothing. Without an answer the codes stay unread (R11).
 */
export async function startReferral({ referral, client, href }: ReferralStart): Promise<void> {
  if (!href.includes('?')) return
  referral.capture(href)
  try {
    referral.configure(await client.get('/mix/config/referral', { ...PUBLIC_READ, silent: true, retries: 2 }))
  } catch {
    // Nobody asked for a referral: a visitor is not told that one could not be read.
  }
}
