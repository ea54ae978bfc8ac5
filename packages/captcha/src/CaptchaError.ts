export type CaptchaErrorCode =
  | 'aborted' // by the caller's signal, an unmounted component or `dispose`
  | 'queue-full' // too many calls wait for the open dialog
  | 'script-load' // the challenge script did not arrive
  | 'script-timeout' // … not in time
  | 'script-global' // … arrived without its global function
  | 'challenge-error' // the challenge reported a failure of its own
  | 'challenge-timeout' // the challenge never became ready
  | 'bad-response' // the captcha id call answered something unreadable

const MESSAGES: Readonly<Record<CaptchaErrorCode, string>> = {
  aborted: 'The captcha was abandoned.',
  'queue-full': 'Too many captcha calls are waiting.',
  'script-load': 'The captcha script could not be loaded.',
  'script-timeout': 'The captcha script took too long to load.',
  'script-global': 'The captcha script defined no challenge.',
  'challenge-error': 'The captcha challenge failed.',
  'challenge-timeout': 'The captcha challenge took too long to appear.',
  'bad-response': 'The captcha service gave an unreadable answer.',
}

/**
 * Broken contracts only: a closed, failed or refused captcha is a result. Transport failures pass
 * as they are.
 */
export class CaptchaError extends Error {
  readonly code: CaptchaErrorCode
  /** The challenge's own code, where it named one. */
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

/** By name and code, so that two copies of this package in one page understand each other. */
export function isCaptchaError(error: unknown, code?: CaptchaErrorCode): error is CaptchaError {
  return (
    error instanceof Error &&
    error.name === 'CaptchaError' &&
    'code' in error &&
    (code === undefined || error.code === code)
  )
}
