/**
 * Broken contracts only; what may well happen (a failed verdict, a body that does not open) is a
 * value.
 */
export type GatewaySignErrorCode =
  /** The path is not a canonical pathname; signing it would sign other bytes than the ones sent. */
  | 'INVALID_PATH'
  /** `tm` or the trace id is missing or breaks its pattern. */
  | 'INVALID_STAMP'
  /** The mode signs the body, and the body is a form, a blob or a stream. */
  | 'UNSIGNABLE_BODY'
  /** A rule asks for a signature and this user has no bound key on this device. */
  | 'NO_BOUND_KEY'
  /** Sensitive fields could not be encrypted and the failure policy is `block`. */
  | 'ENCRYPTION_UNAVAILABLE'
  /**
   * Sensitive fields stand, or may stand, where nothing can encrypt them: in the query, in text, in
   * a file.
   */
  | 'UNENCRYPTABLE_FIELDS'
  /** The gateway's sign configuration breaks its shape. */
  | 'CONFIG_INVALID'
  /** The gateway's configuration could not be fetched. */
  | 'CONFIG_UNAVAILABLE'
  /** No valid issuer certificate vouches for the server's public key. */
  | 'CONFIG_UNVERIFIED'
  /** An issuer certificate cannot be read, is out of its validity or too weak. */
  | 'CERTIFICATE_INVALID'
  /**
   * A public key is no one-line base64 of a canonical RSA SubjectPublicKeyInfo of an allowed size.
   */
  | 'PUBLIC_KEY_INVALID'
  /** Web cryptography is absent: the page is not in a secure context. */
  | 'INSECURE_CONTEXT'
  /** The lazily loaded cryptography did not arrive. */
  | 'CRYPTO_UNAVAILABLE'
  | 'KEY_GENERATION_FAILED'
  /** Key generation took longer than its limit; the late key becomes the backup. */
  | 'KEY_GENERATION_TIMEOUT'
  /** The issuer handed to the server is no matching, valid pair of certificate and key. */
  | 'IDENTITY_INVALID'
  /** This runtime answers bad PKCS#1 v1.5 padding with an error, which is a decryption oracle. */
  | 'NO_IMPLICIT_REJECTION'

export interface GatewaySignErrorOptions {
  readonly cause?: unknown
  /** Names and numbers for a log; never a key, a token or a field's value. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/** A broken contract, by its code; `detail` holds no secret. */
export class GatewaySignError extends Error {
  readonly code: GatewaySignErrorCode
  readonly detail: Readonly<Record<string, string | number | boolean>>

  constructor(code: GatewaySignErrorCode, message: string, options: GatewaySignErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'GatewaySignError'
    this.code = code
    this.detail = options.detail ?? {}
  }
}

/** By name and code, not by class: two copies of the package may live on one page. */
export function isGatewaySignError(
  value: unknown,
  code?: GatewaySignErrorCode,
): value is GatewaySignError {
  return (
    value instanceof Error &&
    value.name === 'GatewaySignError' &&
    'code' in value &&
    (code === undefined || value.code === code)
  )
}
