/**
 * - `bad-preference`: a preference was set to a value it cannot have.
 * - `messages-unavailable`: the messages of a language did not load; the language stays as it was.
 * - `no-provider`: a React hook stands outside of its provider.
 */
export type LocaleErrorCode = 'bad-preference' | 'messages-unavailable' | 'no-provider'

export interface LocaleErrorOptions {
  readonly detail?: string
  readonly cause?: unknown
}

const messages: Record<LocaleErrorCode, string> = {
  'bad-preference': 'The preference cannot have this value',
  'messages-unavailable': 'The messages of the language could not be loaded',
  'no-provider': 'The hook stands outside of its provider',
}

/** A mistake of the program, or messages that did not load; the message goes by the code. */
export class LocaleError extends Error {
  override readonly name = 'LocaleError'
  readonly code: LocaleErrorCode
  readonly detail: string | undefined

  constructor(code: LocaleErrorCode, { detail, cause }: LocaleErrorOptions = {}) {
    super(messages[code], cause === undefined ? undefined : { cause })
    this.code = code
    this.detail = detail
  }
}

/** By name and code, so that it also holds for an error from a second copy of the package. */
export function isLocaleError(error: unknown, code?: LocaleErrorCode): error is LocaleError {
  return (
    error instanceof Error &&
    error.name === 'LocaleError' &&
    (code === undefined || (error as LocaleError).code === code)
  )
}
