/** Why content was refused. */
export type SanitizeErrorCode =
  | 'policy-forbidden' // the policy would allow what no policy may
  | 'origin-invalid' // an origin is no scheme, host and port
  | 'scheme-invalid' // an app scheme is none, or one that runs code
  | 'limit-invalid' // a limit of bytes is no whole number from 1 to 524,288

/** Raised while a sanitiser is set up; sanitising itself never throws. */
export class SanitizeError extends Error {
  readonly code: SanitizeErrorCode
  readonly detail: { readonly value: string }

  constructor(code: SanitizeErrorCode, value: string) {
    super(`${code}: ${value}`)
    this.name = 'SanitizeError'
    this.code = code
    this.detail = { value }
  }
}

/** By name and code, so that it holds across two copies of the package. */
export function isSanitizeError(error: unknown, code?: SanitizeErrorCode): error is SanitizeError {
  return (
    error instanceof Error &&
    error.name === 'SanitizeError' &&
    'code' in error &&
    (code === undefined || error.code === code)
  )
}
