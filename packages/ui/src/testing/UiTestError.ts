/**
 * - `missing`: no reachable element has this role and name
 * - `several`: more than one has
 * - `disabled`: the element ignores the action
 * - `unreachable`: the widget cannot have this value
 * - `timeout`: a wait failed
 */
export type UiTestErrorCode = 'missing' | 'several' | 'disabled' | 'unreachable' | 'timeout'

/** An action that a user could not do; the message lists what can be reached. */
export class UiTestError extends Error {
  override readonly name = 'UiTestError'
  readonly code: UiTestErrorCode

  constructor(code: UiTestErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Checks name and code instead of the class, so that it works across copies of the package. */
export const isUiTestError = (error: unknown, code?: UiTestErrorCode): error is UiTestError =>
  error instanceof Error &&
  error.name === 'UiTestError' &&
  (code === undefined || (error as UiTestError).code === code)
