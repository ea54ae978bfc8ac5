/**
 * Codes of errors that a caller cannot handle as a result. Expected outcomes (a failed verdict, a
 * body that does not decrypt) are returned as values.
 */
export type GatewaySignErrorCode =
  /** The path is not a canonical pathname, so the signed bytes would differ from the sent bytes. */
  | 'INVALID_PATH'
  /** `tm` or the trace id is missing or does not match its pattern. */
  | 'INVALID_STAMP'
  /** The sign mode covers the body, and the body is a form, a blob or a stream. */
  | 'UNSIGNABLE_BODY'
  /** A sign rule matches and this user has no bound key on this device. */
  | 'NO_BOUND_KEY'
  /** The key storage has not answered yet, so the key is unknown. Try again later. */
  | 'KEY_STORAGE_TIMEOUT'
  /** Sensitive fields could not be encrypted and the failure policy is `block`. */
  | 'ENCRYPTION_UNAVAILABLE'
  /** Sensitive fields are where nothing can encrypt them: in the query, in text, in a file. */
  | 'UNENCRYPTABLE_FIELDS'
  /** The gateway's sign configuration is malformed. */
  | 'CONFIG_INVALID'
  /** The gateway's configuration could not be fetched. */
  | 'CONFIG_UNAVAILABLE'
  /** No valid issuer certificate verifies the server's public key. */
  | 'CONFIG_UNVERIFIED'
  /** An issuer certificate is unreadable, expired, not yet valid or too weak. */
  | 'CERTIFICATE_INVALID'
  /**
   * A public key is not the one-line base64 of a canonical RSA SubjectPublicKeyInfo of an allowed
   * size.
   */
  | 'PUBLIC_KEY_INVALID'
  /** Web Crypto is missing because the page is not in a secure context. */
  | 'INSECURE_CONTEXT'
  /** The lazily loaded cryptography could not be loaded. */
  | 'CRYPTO_UNAVAILABLE'
  | 'KEY_GENERATION_FAILED'
  /** Key generation exceeded its limit; the late key becomes the backup. */
  | 'KEY_GENERATION_TIMEOUT'
  /** The issuer passed to the server is not a valid, matching pair of certificate and key. */
  | 'IDENTITY_INVALID'
  /** This runtime reports bad PKCS#1 v1.5 padding as an error, which makes it a padding oracle. */
  | 'NO_IMPLICIT_REJECTION'

/** Cause and log details of a `GatewaySignError`. */
export interface GatewaySignErrorOptions {
  readonly cause?: unknown
  /** Names and numbers for a log. Never contains a key, a token or a field value. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>
}

/** The error class of this package. `detail` contains no secret. */
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

/**
 * Whether `value` is a `GatewaySignError`, of the given code if one is passed. Compares name and
 * code, not the class, because a page may contain two copies of the package.
 */
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
