/**
 * The server's spelling, and values that the platform spec leaves open. Another gateway needs
 * another profile, not other code.
 */

import { ENCRYPTED_ENDPOINTS } from './login/encryptedEndpoints.ts'

/** Algorithm and size of client keys. */
export type KeyAlgorithm = 'rsa1024' | 'rsa2048'
export type SignMode = '0' | '1' | '2'
export type SignField = 'path' | 'time' | 'traceId' | 'body'

export const KEY_ALGORITHMS: Readonly<Record<KeyAlgorithm, { readonly modulusBits: number }>> = {
  rsa1024: { modulusBits: 1024 },
  rsa2048: { modulusBits: 2048 },
}

export const SIGN_MODES: readonly SignMode[] = ['0', '1', '2']
export const SIGN_FIELDS: readonly SignField[] = ['path', 'time', 'traceId', 'body']

/** `data.gatewaySignConfig` of `GET /v1/mix/config/gatewaySignConfig` (spec section 3). */
export interface GatewaySignConfig {
  readonly clientOpen: boolean
  /** One-line base64 of an RSA SubjectPublicKeyInfo. */
  readonly serverPublicKey: string
  /** Base64 RSA-SHA256 by the issuer over the lower-case hex MD5 of `serverPublicKey`. */
  readonly serverPublicKeySign: string
  readonly defaultAlgorithm: KeyAlgorithm
  readonly exactUrls: Readonly<Record<string, string>>
  readonly prefixUrls: Readonly<Record<string, string>>
  readonly signModes: Readonly<Record<string, readonly string[]>>
  readonly userCheckDeviceUrl: string
}

/** All names, labels and patterns on the wire. */
export interface WireProfile {
  readonly headers: {
    readonly tm: string
    readonly traceId: string
    readonly mode: string
    readonly dataMd5: string
    readonly keyId: string
    readonly signature: string
    /** Of a response: the code of the verdict that refused the request. */
    readonly verdict: string
    /** Of a response: the gateway's time in milliseconds since the epoch. */
    readonly serverTime: string
  }
  readonly tmPattern: RegExp
  /** The first group is the time, which must equal `tm`. */
  readonly traceIdPattern: RegExp
  /**
   * How many leading characters of `tm` are signed. 8 of 13 digits give a bucket of 100 seconds.
   */
  readonly timeLength: number
  readonly separator: string
  /**
   * The default fields of each mode, which a configuration may reorder and extend but not reduce.
   */
  readonly signModes: Readonly<Record<SignMode, readonly SignField[]>>
  readonly login: {
    readonly ciphertext: string
    readonly segmentSeparator: string
    readonly algorithm: string
    readonly publicKey: string
    readonly initSign: string
    readonly label: string
    /** Path to the names of its encrypted fields. */
    readonly endpoints: Readonly<Record<string, readonly string[]>>
  }
  readonly deviceCheck: {
    readonly signature: string
    readonly lastAlgorithm: string
    readonly label: string
  }
  readonly cookies: { readonly token: string; readonly userId: string }
  readonly keyEntries: {
    readonly tokenPrefix: string
    readonly userIdPrefix: string
    readonly backup: string
  }
  readonly configStorageKey: string
  /** Names of the extension that signs the whole configuration. */
  readonly configSign: {
    readonly text: string
    readonly expiresAt: string
    readonly signature: string
    readonly label: string
  }
}

/** GS-1, the protocol of the reference gateway (PROTOCOL.md). */
export const GS1: WireProfile = {
  headers: {
    tm: 'tm',
    traceId: 'trace-id',
    mode: 'device-sign-mode',
    dataMd5: 'device-sign-data-md5',
    keyId: 'device-sign-key',
    signature: 'device-sign',
    verdict: 'gw-sign-error',
    serverTime: 'request-time',
  },
  tmPattern: /^[0-9]{13}$/,
  traceIdPattern: /^w([0-9]{13})[0-9a-f]{11}$/,
  timeLength: 8,
  separator: '\n',
  signModes: {
    '0': ['path', 'time'],
    '1': ['path', 'time', 'traceId'],
    '2': ['path', 'time', 'traceId', 'body'],
  },
  login: {
    ciphertext: 'bodyCiphertext',
    segmentSeparator: '.',
    algorithm: 'algorithm',
    publicKey: 'publicKey',
    initSign: 'initSign',
    label: 'initSign',
    endpoints: ENCRYPTED_ENDPOINTS,
  },
  deviceCheck: {
    signature: 'userCheckDeviceSign',
    lastAlgorithm: 'lastAlgorithm',
    label: 'userCheckDevice',
  },
  cookies: { token: 'x_token', userId: 'x_uid' },
  keyEntries: {
    tokenPrefix: 'sign_key:token:',
    userIdPrefix: 'sign_key:uid:',
    backup: 'sign_key:backup',
  },
  configStorageKey: 'gatewaySignConfig',
  configSign: {
    text: 'configText',
    expiresAt: 'configExpiresAt',
    signature: 'configSign',
    label: 'gatewaySignConfig',
  },
}

/** What differs from `GS1`: single values, or single members of a group. */
export type WireProfileChanges = {
  readonly [Name in keyof WireProfile]?: WireProfile[Name] extends RegExp | string | number
    ? WireProfile[Name]
    : Partial<WireProfile[Name]>
}

/**
 * The wire profile of a gateway that differs from `GS1` (or `base`) in some names. A member that is
 * given replaces that of `base`; so `login.endpoints` lists every encrypted endpoint.
 */
export function createWireProfile(
  changes: WireProfileChanges,
  base: WireProfile = GS1,
): WireProfile {
  return {
    ...base,
    ...changes,
    headers: { ...base.headers, ...changes.headers },
    signModes: { ...base.signModes, ...changes.signModes },
    login: { ...base.login, ...changes.login },
    deviceCheck: { ...base.deviceCheck, ...changes.deviceCheck },
    cookies: { ...base.cookies, ...changes.cookies },
    keyEntries: { ...base.keyEntries, ...changes.keyEntries },
    configSign: { ...base.configSign, ...changes.configSign },
  }
}

export function isKeyAlgorithm(value: unknown): value is KeyAlgorithm {
  return value === 'rsa1024' || value === 'rsa2048'
}
