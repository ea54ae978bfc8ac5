import { asRequestError, failure, type RequestError } from './RequestError.ts'
import type { RequestTexts } from './texts/en.ts'
import type { SignCode } from './wire.ts'

/**
 * Encrypts the sensitive fields of a log-in, or adds a device check; any other body comes back as
 * it is.
 */
export interface EncryptionPort {
  /**
   * The body may be of any kind, `undefined` for GET and HEAD: what cannot be encrypted is the
   * port's to refuse, the query's fields too.
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
 * The `code` of a signer's error when a rule wants a signature and this user has no key here: only
 * a new log-in helps.
 */
export const KEY_MISSING = 'NO_BOUND_KEY'

/**
 * The signature headers of one text; `{}` where no rule asks for them. A rejection means that the
 * request must not be sent.
 */
export interface SigningPort {
  /** `body: null`: the body has no text (FormData, Blob). */
  sign(input: {
    method: string
    path: string
    tm: string
    traceId: string
    body: string | null
  }): Promise<Record<string, string>>
}

/** Both, with the reactions they want to hear of. `@x/gateway-sign` fits. */
export interface GatewaySignPort extends EncryptionPort, SigningPort {
  afterLogin?(input: { path: string; data: unknown }): Promise<void>
  /**
   * Runs a log-in, from its encryption to the binding of its key, as the browser's only one; other
   * paths at once.
   */
  withLoginLock?<T>(path: string, run: () => Promise<T>): Promise<T>
  onVerdict?(code: SignCode): void
}

/** The device token of a protected endpoint; `undefined` elsewhere, or where none is to be had. */
export interface DeviceTokenPort {
  tokenFor(path: string): Promise<string | undefined>
}

interface SignerRefusal {
  readonly error: unknown
  readonly texts: RequestTexts
}

/**
 * What a signer's refusal means to the user: the reason itself is for developers and stays the
 * cause.
 */
export function signerFailure(
  request: Parameters<typeof asRequestError>[1],
  { error, texts }: SignerRefusal,
): RequestError {
  const { code } = asRequestError(error, request, 'gateway-sign')
  return failure(request, 'gateway-sign', {
    message: code === KEY_MISSING ? texts.expired : texts.unknow,
    code,
    cause: error,
  })
}
