import type { ThirdPartyChallenge, UnboundIdentity } from '@x/api'
import type { EntryAnswer } from '../auth/index.ts'

/** A sign-in that was begun, as far as the page reads it. */
export type Begun = Omit<ThirdPartyChallenge, 'expiresIn' | 'issuer'>

/** What a third party gave: an ID token or Telegram's answer, or a wallet's signature. */
export type ThirdProof = { readonly token: string } | { readonly signature: string }

/** A proved identity that opens no account. */
export type Unbound = Omit<UnboundIdentity, 'provider'>

export type Signed = (EntryAnswer & { readonly next?: undefined }) | Unbound

export const isUnbound = (answer: Signed): answer is Unbound => answer.next !== undefined
