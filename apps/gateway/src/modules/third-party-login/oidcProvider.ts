import type { Clock } from '@x/kit'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { GatewayError } from '../../platform/http/route.ts'
import { readEmail } from '../users/loginName.ts'
import { unauthenticated, type ThirdPartyProvider } from './ports/ThirdPartyProvider.ts'

export interface OidcProviderOptions {
  readonly provider: 'apple' | 'google' | 'oidc'
  /** What `iss` must be. */
  readonly issuer: string
  /** Our client id there: what `aud` must be, alone. */
  readonly clientId: string
  /** Where the page sends the user, when it is not the provider's own script that does. */
  readonly authorizeUrl: string
  /** The provider's public keys. */
  readonly keys: JWTVerifyGetKey
  readonly clock: Pick<Clock, 'now'>
}

/** An ID token is used at once; one that is older was kept for something else. */
const MAX_AGE_SECONDS = 600
const TOLERANCE_SECONDS = 30
const LONGEST_SUBJECT = 255

/**
 * Sign-in by an OpenID Connect ID token (OpenID Connect Core 3.1.3.7): signature, issuer, audience,
 * times, nonce.
 */
export function createOidcProvider({
  provider,
  issuer,
  clientId,
  authorizeUrl,
  keys,
  clock,
}: OidcProviderOptions): ThirdPartyProvider {
  return {
    begin: ({ nonce }) => ({ shown: { nonce, clientId, issuer, authorizeUrl }, wallet: null }),

    async prove({ token, challenge }) {
      const claims = await verify(String(token))
      const subject = subjectOf(claims, { clientId, nonce: challenge.nonce })
      return { provider, subject, email: vouchedEmail(claims) }
    },
  }

  /** Reports the provider that cannot be asked from the token that is wrong. */
  async function findKey(
    ...args: Parameters<JWTVerifyGetKey>
  ): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    try {
      return await keys(...args)
    } catch (cause) {
      const isToken =
        cause instanceof errors.JWKSNoMatchingKey ||
        cause instanceof errors.JWKSMultipleMatchingKeys ||
        cause instanceof errors.JOSENotSupported
      throw isToken ? cause : new KeysAway('The keys of the provider cannot be fetched.', { cause })
    }
  }

  async function verify(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience: clientId,
        // Pinned: the token's own header must not choose how it is verified.
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      })
      return payload
    } catch (cause) {
      throw cause instanceof KeysAway
        ? new GatewayError('00006', 'This sign-in is not available at the moment', { cause })
        : unauthenticated()
    }
  }
}

/** @throws GatewayError 40101 for a token of another client or challenge, or without a subject */
function subjectOf(
  { aud, azp, nonce, sub }: JWTPayload,
  expected: { readonly clientId: string; readonly nonce: string },
): string {
  const isOurs = aud === expected.clientId && (azp === undefined || azp === expected.clientId)
  const isSubject = typeof sub === 'string' && sub !== '' && sub.length <= LONGEST_SUBJECT
  if (!isOurs || nonce !== expected.nonce || !isSubject) throw unauthenticated()
  return sub
}

class KeysAway extends Error {}

/**
 * Apple writes the flag as a string. An address that nobody vouches for, or that no code could
 * reach, is none.
 */
function vouchedEmail({ email, email_verified: isVerified }: JWTPayload): string | null {
  if (isVerified !== true && isVerified !== 'true') return null
  try {
    return readEmail(email)
  } catch {
    return null
  }
}
