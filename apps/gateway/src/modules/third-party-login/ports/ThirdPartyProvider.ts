import type { ThirdPartyChallenge as WireChallenge } from '@x/api'
import { GatewayError } from '../../../platform/http/route.ts'
import type { ThirdPartyIdentity, ThirdPartyName } from '../../users/identityQueries.ts'
import type { RelyingParty } from '../../../platform/http/relyingParty.ts'

/** What a sign-in with a third party starts from; kept by the gateway, used once. */
export interface ThirdPartyChallenge {
  readonly provider: ThirdPartyName
  /** The value that the provider, or the wallet's message, repeats. */
  readonly nonce: string
  /** What a wallet signs, and the address that has to sign it. */
  readonly wallet: { readonly address: string; readonly message: string } | null
}

/** Begins with what `check` was asked. */
export interface ThirdRequest {
  readonly nonce: string
  readonly loginName: unknown
  readonly party: RelyingParty | undefined
}

export interface ThirdProof {
  readonly token: unknown
  readonly signature: unknown
  readonly challenge: ThirdPartyChallenge
}

/** One third party: what a page needs to ask it, and how its answer is judged. */
export interface ThirdPartyProvider {
  /**
   * `shown` goes to the page as it is.
   * @throws GatewayError 40010 for a field that this provider needs.
   */
  begin(request: ThirdRequest): {
    readonly shown: Omit<WireChallenge, 'serialNO' | 'expiresIn'>
    readonly wallet: ThirdPartyChallenge['wallet']
  }
  /**
   * @throws GatewayError `unauthenticated()` for whatever does not prove itself, 00006 when the
   * provider cannot be asked.
   */
  prove(proof: ThirdProof): Promise<ThirdPartyIdentity>
}

export type ThirdPartyProviders = Readonly<Partial<Record<ThirdPartyName, ThirdPartyProvider>>>

/**
 * One answer for everything that is malformed, forged, late or used: a forger learns nothing from
 * it.
 */
export function unauthenticated(): GatewayError {
  return new GatewayError(
    '40102',
    'This sign-in could not be verified or has expired, please start again',
  )
}
