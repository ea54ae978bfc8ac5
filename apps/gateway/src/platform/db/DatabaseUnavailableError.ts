/**
 * The database did not answer, in time or at all. Nothing is known about the statement it was
 * thrown for: it may have run, and if the server only stood still it may still run.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause?: unknown) {
    super('The database cannot be reached', { cause })
    this.name = 'DatabaseUnavailableError'
  }
}

/** Node's codes of connections that fail or break. */
const NETWORK_CODES: readonly unknown[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]
/**
 * SQLSTATEs by their beginning: connections (08), shutdown and start (57P), cancelled by a timeout
 * (57014), no lock in time (55P03), too long idle in a transaction (25P03), a standby (25006), no
 * connection left (53300).
 */
const SQL_STATES: readonly string[] = ['08', '57P', '57014', '55P03', '25P03', '25006', '53300']
/** The driver's own errors have no code. */
const DRIVER_MESSAGES: readonly string[] = [
  'timeout exceeded when trying to connect',
  'connection terminated',
  'query read timeout',
  'client has encountered a connection error',
  'client was closed and is not queryable',
  'timeout expired',
]

/** Whether `error` says that the server could not be asked, rather than what it answered. */
export function isUnavailability(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (NETWORK_CODES.includes(code)) return true
  if (typeof code === 'string') return SQL_STATES.some((state) => code.startsWith(state))
  if (typeof message !== 'string') return false
  const lowered = message.toLowerCase()
  return DRIVER_MESSAGES.some((text) => lowered.includes(text))
}
