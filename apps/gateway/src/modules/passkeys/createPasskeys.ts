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
import product from '../../../../product.json' with { type: 'json' }
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

interface PasskeyPorts {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
}

const REGISTRATION = {
  rpName: product.name,
  timeout: CEREMONY_MS,
  attestationType: 'none',
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  supportedAlgorithmIDs: ALGORITHMS,
} as const

/**
 * WebAuthn for a second factor. Possession is what is asked for: the password came before, so that
 * an authenticator without a PIN counts too. Attestation is not asked for: which make a passkey is
 * of decides nothing here.
 */
export function createPasskeys({ db, clock, random }: PasskeyPorts): Passkeys {
  return {
    challenge: () => Buffer.from(random.bytes(CHALLENGE_BYTES)).toString('base64url'),
    list: (userId) => passkeysOf(db, userId),

    async creationOptions({ userId, userName, party, challenge }) {
      return generateRegistrationOptions({
        ...REGISTRATION,
        rpID: party.id,
        userID: bytes(Buffer.from(userId)),
        userName,
        challenge: bytes(Buffer.from(challenge, 'base64url')),
        excludeCredentials: (await passkeysOf(db, userId)).map(namedCredential),
      })
    },

    async register({ userId, response, party, challenge, label }) {
      const info = await provedRegistration(response, expectedOf(party, challenge))
      if (!info) return 'refused'
      const stored = storedCredential(info)
      const isNew = await insertPasskey(db, { ...stored, userId, label, createdAt: clock.now() })
      return isNew ? 'registered' : 'taken'
    },

    async requestOptions({ userId, party, challenge }) {
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: bytes(Buffer.from(challenge, 'base64url')),
        timeout: CEREMONY_MS,
        userVerification: 'preferred',
        allowCredentials: (await passkeysOf(db, userId)).map(namedCredential),
      })
    },

    async asserts({ userId, response, party, challenge }) {
      const assertion = response as AuthenticationResponseJSON
      const passkey = (await passkeysOf(db, userId)).find(
        ({ credentialId }) => credentialId === assertion.id,
      )
      if (!passkey) return false
      const expected = { ...expectedOf(party, challenge), credential: credentialOf(passkey) }
      const verified = await proved(() =>
        verifyAuthenticationResponse({ response: assertion, ...expected }),
      )
      if (!verified?.verified) return false
      const counter = verified.authenticationInfo.newCounter
      return recordUse(db, { credentialId: passkey.credentialId, counter, at: clock.now() })
    },
  }
}

async function provedRegistration(response: unknown, expected: ReturnType<typeof expectedOf>) {
  const verified = await proved(() =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      ...expected,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  return verified?.verified ? verified.registrationInfo : undefined
}

const storedCredential = ({
  credential,
  credentialBackedUp,
}: NonNullable<Awaited<ReturnType<typeof provedRegistration>>>) => ({
  credentialId: credential.id,
  publicKey: Buffer.from(credential.publicKey).toString('base64url'),
  counter: credential.counter,
  transports: storedTransports(credential.transports),
  isBackedUp: credentialBackedUp,
})

const namedCredential = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: [...transports],
})

const credentialOf = ({ credentialId, publicKey, counter, transports }: Passkey) => ({
  id: credentialId,
  publicKey: bytes(Buffer.from(publicKey, 'base64url')),
  counter,
  transports: transports as AuthenticatorTransport[],
})

const expectedOf = (party: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: false,
})

/** What a client says of its transports, in bounds: eight short texts. */
export const storedTransports = (transports: readonly unknown[] = []): string[] =>
  transports
    .filter((transport): transport is string => typeof transport === 'string')
    .filter((transport) => transport.length < 32)
    .slice(0, 8)

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
