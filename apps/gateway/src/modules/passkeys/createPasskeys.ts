import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { RelyingParty } from '../../platform/http/relyingParty.ts'
import { insertPasskey, passkeysOf, recordUse, type Passkey } from './queries.ts'

export interface Passkeys {
  /** A fresh challenge, base64url; the caller keeps it and lets it serve once. */
  challenge(): string
  list(userId: string): Promise<Passkey[]>
  creationOptions(options: {
    userId: string
    userName: string
    party: RelyingParty
    challenge: string
  }): Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * `taken` for a credential that is registered already, `refused` for a response that does not
   * prove itself.
   */
  register(options: {
    userId: string
    response: unknown
    party: RelyingParty
    challenge: string
    label: string
  }): Promise<'registered' | 'taken' | 'refused'>
  requestOptions(options: {
    userId: string
    party: RelyingParty
    challenge: string
  }): Promise<PublicKeyCredentialRequestOptionsJSON>
  /**
   * Whether `response` is a new signature over `challenge` by a passkey of this user, made on this
   * site.
   */
  asserts(options: {
    userId: string
    response: unknown
    party: RelyingParty
    challenge: string
  }): Promise<boolean>
}

export const CEREMONY_MS = 300_000
const CHALLENGE_BYTES = 32
/** EdDSA, ES256, RS256: what authenticators make today. */
const ALGORITHMS = [-8, -7, -257]

/**
 * WebAuthn for a second factor. Possession is what is asked for: the password came before, so that
 * an authenticator without a PIN counts too. Attestation is not asked for: which make a passkey is
 * of decides nothing here.
 */
export function createPasskeys({
  db,
  clock,
  random,
}: {
  db: Database
  clock: Pick<Clock, 'now'>
  random: Random
}): Passkeys {
  return {
    challenge: () => Buffer.from(random.bytes(CHALLENGE_BYTES)).toString('base64url'),
    list: (userId) => passkeysOf(db, userId),

    async creationOptions({ userId, userName, party, challenge }) {
      const known = await passkeysOf(db, userId)
      return generateRegistrationOptions({
        rpName: 'X',
        rpID: party.id,
        userID: bytes(Buffer.from(userId)),
        userName,
        challenge: bytes(Buffer.from(challenge, 'base64url')),
        timeout: CEREMONY_MS,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        supportedAlgorithmIDs: ALGORITHMS,
      })
    },

    async register({ userId, response, party, challenge, label }) {
      const verified = await proved(() =>
        verifyRegistrationResponse({
          response: response as RegistrationResponseJSON,
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      const info = verified?.registrationInfo
      if (!verified?.verified || !info) return 'refused'
      const { credential, credentialBackedUp } = info
      const isNew = await insertPasskey(db, {
        credentialId: credential.id,
        userId,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: (credential.transports ?? [])
          .filter((transport) => typeof transport === 'string' && transport.length < 32)
          .slice(0, 8),
        label,
        isBackedUp: credentialBackedUp,
        createdAt: clock.now(),
      })
      return isNew ? 'registered' : 'taken'
    },

    async requestOptions({ userId, party, challenge }) {
      const known = await passkeysOf(db, userId)
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: bytes(Buffer.from(challenge, 'base64url')),
        timeout: CEREMONY_MS,
        userVerification: 'preferred',
        allowCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: [...transports],
        })),
      })
    },

    async asserts({ userId, response, party, challenge }) {
      const assertion = response as AuthenticationResponseJSON
      const passkey = (await passkeysOf(db, userId)).find(
        ({ credentialId }) => credentialId === assertion.id,
      )
      if (!passkey) return false
      const credential = {
        id: passkey.credentialId,
        publicKey: bytes(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      }
      const verified = await proved(() =>
        verifyAuthenticationResponse({
          response: assertion,
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          credential,
          requireUserVerification: false,
        }),
      )
      if (!verified?.verified) return false
      return recordUse(db, {
        credentialId: passkey.credentialId,
        counter: verified.authenticationInfo.newCounter,
        at: clock.now(),
      })
    },
  }
}

/**
 * The library throws for whatever does not fit, malformed or forged; to a caller it is all the
 * same.
 */
async function proved<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}

/** A copy with a buffer of its own, as the library's types ask. */
function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
