import type { EntryAnswer } from '../auth/index.ts'

/** `POST /v1/user/third/<provider>/check` (gateway README, Ways into an account). */
export interface Begun {
  readonly serialNO: string
  readonly nonce: string
  readonly clientId?: string
  readonly authorizeUrl?: string
  readonly botId?: string
  /** What a wallet signs. */
  readonly message?: string
}

/** What a third party gave: an ID token or Telegram's answer, or a wallet's signature. */
export type ThirdProof = { readonly token: string } | { readonly signature: string }

/** A proved identity that opens no account. */
export interface Unbound {
  readonly token: string
  /** `bind`: its vouched address has an account, whose password has to be shown. */
  readonly next: 'bind' | 'register'
  /** The vouched address, masked. */
  readonly email: string | null
}

export type Signed = (EntryAnswer & { readonly next?: undefined }) | Unbound

export const isUnbound = (answer: Signed): answer is Unbound => answer.next !== undefined
