import aesCbc from '../../vectors/aes-cbc.json' with { type: 'json' }
import configs from '../../vectors/config-refusals.json' with { type: 'json' }
import keys from '../../vectors/keys.json' with { type: 'json' }
import loginCases from '../../vectors/login.json' with { type: 'json' }
import loginRefusalCases from '../../vectors/login-refusals.json' with { type: 'json' }
import refusalCases from '../../vectors/refusals.json' with { type: 'json' }
import signingCases from '../../vectors/signing.json' with { type: 'json' }
import type { KeyAlgorithm, SignField, SignMode } from '../wire.ts'

/** The test vectors with their keys resolved. */

interface ClientKey {
  readonly algorithm: KeyAlgorithm
  readonly publicKey: string
  readonly privateKeyPem: string
}

type KeyName = 'client1024' | 'client2048'

export interface SigningVector {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly logicalPath?: string
  readonly mode: SignMode
  readonly fields: readonly SignField[]
  readonly tm: string
  readonly traceId: string
  readonly body: string
  readonly stringToSign: string
  readonly bytes: number
  readonly md5: string
  readonly key: KeyName
  readonly keyId: string
  readonly signature: string
}

export interface LoginVector {
  readonly name: string
  readonly path: string
  readonly tm: string
  readonly traceId: string
  readonly sensitive: Readonly<Record<string, unknown>>
  readonly outer: Readonly<Record<string, unknown>>
  readonly key: KeyName | null
  readonly initSignString: string | null
  readonly initSign: string | null
  /** P_full. */
  readonly plaintext: string
  /** Base64 of the random bytes used. */
  readonly random: { readonly key: string; readonly iv: string; readonly padding: string }
  readonly bodyCiphertext: string
  /** Worked example G, whose public key is not a real key. */
  readonly isWorkedExample?: true
}

export interface RefusalVector {
  readonly name: string
  readonly code: string
  readonly reason: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly body: string
    readonly now: number
    readonly headers: Readonly<Record<string, string | undefined>>
  }
}

export interface LoginRefusalVector {
  readonly name: string
  readonly request: {
    readonly path: string
    readonly tm: string
    readonly traceId: string
    readonly body: Readonly<Record<string, unknown>>
  }
}

export interface ConfigRefusalVector {
  readonly name: string
  readonly code: string
  readonly serverPublicKey: string
  readonly serverPublicKeySign: string
}

/** An AES-CBC case in hex, with the field names of Project Wycheproof. */
export interface AesCbcCase {
  readonly tcId: number
  readonly comment: string
  readonly flags: readonly string[]
  readonly key: string
  readonly iv: string
  readonly msg: string
  readonly ct: string
  readonly result: string
}

const asClientKey = (key: (typeof keys)[KeyName]): ClientKey => ({
  ...key,
  algorithm: key.algorithm as KeyAlgorithm,
})
export const clientKeys: Readonly<Record<KeyName, ClientKey>> = {
  client1024: asClientKey(keys.client1024),
  client2048: asClientKey(keys.client2048),
}

export const signings = (signingCases as unknown as readonly SigningVector[]).map((one) => ({
  ...one,
  ...clientKeys[one.key],
}))

/** Every log-in except worked example G. */
export const logins = (loginCases as unknown as readonly LoginVector[])
  .filter(({ isWorkedExample }) => !isWorkedExample)
  .map((one) => ({
    ...one,
    clientKey: one.key === null ? undefined : clientKeys[one.key],
    wrappedKey: one.bodyCiphertext.split('.')[0] ?? '',
  }))

export const workedExampleG = (loginCases as unknown as readonly LoginVector[]).find(
  ({ isWorkedExample }) => isWorkedExample,
)!

export const refusals = refusalCases as unknown as readonly RefusalVector[]
export const loginRefusals = loginRefusalCases as unknown as readonly LoginRefusalVector[]
export const aesCbcCases: readonly AesCbcCase[] = aesCbc
export const configRefusals: readonly ConfigRefusalVector[] = configs
