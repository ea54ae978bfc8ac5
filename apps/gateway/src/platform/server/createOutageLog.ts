import type { Clock } from '@x/kit'
import type { Log } from '../log/Log.ts'

const EVERY_MS = 1_000

/**
 * One warning a second at most for all requests that were refused because something that they need
 * is away.
 */
export function createOutageLog({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}) {
  let requests = 0
  let lastAt = -Infinity

  return (error: unknown): void => {
    requests++
    const now = clock.now()
    // The clock may have been set back since.
    if (Math.abs(now - lastAt) < EVERY_MS) return
    log.warn('Requests were refused because the database or the replay store is away', {
      requests,
      reason: reasonOf(error),
    })
    requests = 0
    lastAt = now
  }
}

/** The code of the innermost cause; messages may name addresses. */
function reasonOf(error: unknown): string {
  const { cause, code, name } = (error ?? {}) as {
    readonly cause?: unknown
    readonly code?: unknown
    readonly name?: unknown
  }
  if (cause !== undefined) return reasonOf(cause)
  return typeof code === 'string' ? code : String(name)
}
