/**
 * missing: nothing of that role and name is in sight; several: more than one is, so a user could
 * not tell which was meant; disabled: it is there but does not take the deed; unreachable: the
 * value is none that the widget can show; timeout: what was awaited did not come.
 */
export type UiTestErrorCode = 'missing' | 'several' | 'disabled' | 'unreachable' | 'timeout'

/** A deed that a user could not have done; the message says what is in reach. */
export class UiTestError extends Error {
  override readonly name = 'UiTestError'
  readonly code: UiTestErrorCode

  constructor(code: UiTestErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Known by name and code, so that it holds across copies of the package. */
export const isUiTestError = (error: unknown, code?: UiTestErrorCode): error is UiTestError =>
  error instanceof Error &&
  error.name === 'UiTestError' &&
  (code === undefined || (error as UiTestError).code === code)
