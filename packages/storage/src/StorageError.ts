/** The codes of a `StorageError`. */
export type StorageErrorCode =
  | 'unavailable'
  | 'denied'
  | 'quota'
  | 'too-large'
  | 'invalid-key'
  | 'timeout'
  | 'failed'

/** The first text is given by spec 8. */
const messages: Readonly<Record<StorageErrorCode, string>> = {
  unavailable: 'No available storage method found.',
  denied: 'The browser denies access to storage.',
  quota: 'The storage is full.',
  'too-large': 'The value is too large for a cookie.',
  'invalid-key': 'The key cannot be the name of a cookie.',
  timeout: 'The storage has not answered yet.',
  failed: 'The storage failed.',
}

/** Facts for a log, without values. */
export interface StorageErrorDetail {
  readonly driver?: string
  readonly bytes?: number
}

/** The error class of this package; `cause` is the browser's error. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode
  readonly detail: StorageErrorDetail

  constructor(
    code: StorageErrorCode,
    { cause, detail = {} }: { cause?: unknown; detail?: StorageErrorDetail } = {},
  ) {
    super(messages[code], cause === undefined ? undefined : { cause })
    this.code = code
    this.detail = detail
  }
}

/** Whether the error is a `StorageError`, by name and code: a page may have two copies. */
export function isStorageError(error: unknown, code?: StorageErrorCode): error is StorageError {
  return (
    error instanceof Error &&
    error.name === 'StorageError' &&
    (code === undefined || (error as StorageError).code === code)
  )
}

/** A browser's error as a `StorageError`. Firefox has its own name for a full storage. */
export function toStorageError(cause: unknown, driver: string): StorageError {
  if (isStorageError(cause)) return cause
  const code = isQuotaFailure(cause) ? 'quota' : isDenial(cause) ? 'denied' : 'failed'
  return new StorageError(code, { cause, detail: { driver } })
}

function isQuotaFailure(cause: unknown): boolean {
  const names = [nameOf(cause), nameOf((cause as { inner?: unknown } | undefined)?.inner)]
  return names.some(
    (name) => name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED',
  )
}

/** Where the user blocks site data, Chromium's database reports it by its message only. */
function isDenial(cause: unknown): boolean {
  if (nameOf(cause) === 'SecurityError') return true
  return nameOf(cause) === 'UnknownError' && /denied permission/i.test((cause as Error).message)
}

function nameOf(cause: unknown): string | undefined {
  return (cause as { name?: string } | null | undefined)?.name
}
