import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** How a ceremony departs from an honest one. */
export interface Departure {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  readonly type?: string
  readonly counter?: number
  readonly isPresent?: boolean
  /** Signs with a key of its own instead of the credential's. */
  readonly isForged?: boolean
}

/**
 * A passkey in software: what an authenticator and the browser in front of it answer (WebAuthn 3,
 * sections 6 and 7).
 */
export interface TestAuthenticator {
  readonly credentialId: string
  create(
    options: PublicKeyCredentialCreationOptionsJSON,
    departure?: Departure,
  ): RegistrationResponseJSON
  get(
    options: PublicKeyCredentialRequestOptionsJSON,
    departure?: Departure,
  ): AuthenticationResponseJSON
}

const USER_PRESENT = 0x01
const ATTESTED = 0x40
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

export function createTestAuthenticator({
  origin = 'http://localhost',
  counts = true,
}: { origin?: string; counts?: boolean } = {}): TestAuthenticator {
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = base64url(id)
  let counter = 0

  const clientData = (
    type: string,
    { challenge, origin: page }: { challenge: string; origin: string },
  ) => Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }))
  const authenticatorData = (rpId: string, { flags, count }: { flags: number; count: number }) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), head])
  }
  const next = () => (counts ? ++counter : 0)

  return {
    credentialId,
    create({ challenge, rp }, departure = {}) {
      const client = clientData(departure.type ?? 'webauthn.create', {
        challenge: departure.challenge ?? challenge,
        origin: departure.origin ?? origin,
      })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const flags = ATTESTED | (departure.isPresent === false ? 0 : USER_PRESENT)
      const authData = Buffer.concat([
        authenticatorData(departure.rpId ?? rp.id ?? '', {
          flags,
          count: departure.counter ?? next(),
        }),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, departure = {}) {
      const client = clientData(departure.type ?? 'webauthn.get', {
        challenge: departure.challenge ?? challenge,
        origin: departure.origin ?? origin,
      })
      const authData = authenticatorData(departure.rpId ?? rpId ?? '', {
        flags: departure.isPresent === false ? 0 : USER_PRESENT,
        count: departure.counter ?? next(),
      })
      const key = departure.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : privateKey
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(key)
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      }
    },
  }
}

/** COSE_Key of a P-256 key: kty EC2, alg ES256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const map = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return isoCBOR.encode(map as never)
}
