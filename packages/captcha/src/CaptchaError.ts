/** Codes of `CaptchaError`. */
export type CaptchaErrorCode =
  | 'aborted' // by the caller's signal, an unmounted component or `dispose`
  | 'queue-full' // too many calls are queued
  | 'script-load' // the challenge script could not be loaded
  | 'script-timeout' // the challenge script took too long to load
  | 'script-global' // the challenge script defined no global function
  | 'challenge-error' // the challenge reported a failure of its own
  | 'challenge-timeout' // the challenge did not become ready in time
  | 'bad-response' // the response of get-captcha-id is unreadable

const MESSAGES: Readonly<Record<CaptchaErrorCode, string>> = {
  aborted: 'The captcha was aborted.',
  'queue-full': 'Too many captcha calls are waiting.',
  'script-load': 'The captcha script could not be loaded.',
  'script-timeout': 'The captcha script took too long to load.',
  'script-global': 'The captcha script defined no challenge.',
  'challenge-error': 'The captcha challenge failed.',
  'challenge-timeout': 'The captcha challenge took too long to appear.',
  'bad-response': 'The captcha service gave an unreadable answer.',
}

/**
 * The error class of this package. A closed, failed or refused captcha is a result, not an error.
 * Transport errors are passed on unchanged.
 */
export class CaptchaError extends Error {
  readonly code: CaptchaErrorCode
  /** The challenge's own error code, if any. */
  readonly detail: Readonly<Record<string, string>>

  constructor(
    code: CaptchaErrorCode,
    options: { readonly cause?: unknown; readonly detail?: Readonly<Record<string, string>> } = {},
  ) {
    super(MESSAGES[code], options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CaptchaError'
    this.code = code
    this.detail = options.detail ?? {}
  }
}

/**
 * Whether `error` is a `CaptchaError`, of the given code if one is passed. Compares name and code,
 * not the class, because a page may contain two copies of the package.
 */
export function isCaptchaError(error: unknown, code?: CaptchaErrorCode): error is CaptchaError {
  return (
    error instanceof Error &&
    error.name === 'CaptchaError' &&
    'code' in error &&
    (code === undefined || error.code === code)
  )
}
