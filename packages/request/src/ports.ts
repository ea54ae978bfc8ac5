import { asRequestError, failure, type RequestError } from './RequestError.ts'
import type { RequestTexts } from './texts/en.ts'
import type { SignCode } from './wire.ts'

/**
 * Encrypts the sensitive fields of a log-in or adds a device check. Returns any other body
 * unchanged.
 */
export interface EncryptionPort {
  /**
   * The body may be of any type, `undefined` for GET and HEAD. The port rejects bodies and queries
   * whose sensitive fields it cannot encrypt.
   */
  prepareBody(input: {
    path: string
    tm: string
    traceId: string
    body: unknown
    query: Readonly<Record<string, unknown>>
  }): Promise<unknown>
}

/**
 * Error code of a signer when a rule requires a signature and this user has no key here. Only a new
 * log-in helps.
 */
export const KEY_MISSING = 'NO_BOUND_KEY'

/**
 * Returns the signature headers of a request; `{}` when no rule matches. A rejection means that the
 * request must not be sent.
 */
export interface SigningPort {
  /** `body` is null when it has no text (FormData, Blob). */
  sign(input: {
    method: string
    path: string
    tm: string
    traceId: string
    body: string | null
  }): Promise<Record<string, string>>
}

/** Encryption and signing with their callbacks. `@x/gateway-sign` implements it. */
export interface GatewaySignPort extends EncryptionPort, SigningPort {
  afterLogin?(input: { path: string; data: unknown }): Promise<void>
  /**
   * Runs a log-in, from encryption to key binding, while this browser runs no other. Other paths
   * run at once.
   */
  withLoginLock?<T>(path: string, run: () => Promise<T>): Promise<T>
  onVerdict?(code: SignCode): void
}

/**
 * Returns the device token of a protected endpoint; `undefined` for other endpoints or without a
 * token.
 */
export interface DeviceTokenPort {
  tokenFor(path: string): Promise<string | undefined>
}

interface SignerRefusal {
  readonly error: unknown
  readonly texts: RequestTexts
}

/** Converts a signer's error to a text for the user; the original error is the cause. */
export function signerFailure(
  request: Parameters<typeof asRequestError>[1],
  { error, texts }: SignerRefusal,
): RequestError {
  const { code } = asRequestError(error, request, 'gateway-sign')
  return failure(request, 'gateway-sign', {
    message: code === KEY_MISSING ? texts.expired : texts.systemBusy,
    code,
    cause: error,
  })
}
