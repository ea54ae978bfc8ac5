import { abortable, type Clock } from '@x/kit'
import { createThrottle } from '../createThrottle.ts'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import { KEY_MISSING } from '../ports.ts'
import type { Logout, Presenter } from '../presenter.ts'
import { isRequestError, type RequestError, type RequestErrorKind } from '../RequestError.ts'
import { SIGN_INVALID } from '../wire.ts'

/** Options of `presentErrors`. */
export interface PresentErrorsOptions {
  readonly presenter: Presenter
  readonly clock: Clock
  /**
   * Interval in milliseconds in which a toast or log-out is not repeated. Default 2000 (spec
   * section 9).
   */
  readonly throttleMs?: number
}

/**
 * Kinds without a toast: aborts are requested by the caller, config errors concern developers only.
 */
const QUIET: ReadonlySet<RequestErrorKind> = new Set(['aborted', 'config'])
/**
 * Kinds whose message is specific to a request, so a toast of another refusal must not suppress it.
 */
const OWN_REASON: ReadonlySet<RequestErrorKind> = new Set(['business', 'session-expired'])

/** Presents a failure as toast, log-out or report (spec section 8, Q8; docs/adr/requests.md). */
export function presentErrors({
  presenter,
  clock,
  throttleMs = 2_000,
}: PresentErrorsOptions): LogicalMiddleware {
  const textThrottle = createThrottle({ clock, intervalMs: throttleMs })
  const systemThrottle = createThrottle({ clock, intervalMs: throttleMs })

  function toast(error: RequestError): void {
    const { kind, code, traceId, message } = error
    const known = textThrottle.recent(message)
    if (!known && !OWN_REASON.has(kind) && !systemThrottle.pass('system')) return
    error.toasted = true
    if (textThrottle.pass(message))
      presenter.present({ kind: 'toast', text: message, error: kind, code, traceId })
  }

  function logout(error: RequestError, reason: Logout['reason']): void {
    if (systemThrottle.pass('logout'))
      presenter.present({ kind: 'logout', reason, code: error.code, traceId: error.traceId })
  }

  return logical('present-errors', async (request, next) => {
    try {
      // Present an abort or a deadline at once, even if a middleware hangs.
      return await abortable(next(request), request.signal)
    } catch (error) {
      if (!isRequestError(error)) throw error
      if (!request.options.silent && !QUIET.has(error.kind)) toast(error)
      const reason = reasonToLogOut(error)
      if (reason) logout(error, reason)
      throw error
    }
  })
}

function reasonToLogOut(error: RequestError): Logout['reason'] | undefined {
  if (error.kind === 'session-expired') return 'session-expired'
  if (error.kind !== 'gateway-sign') return undefined
  if (error.code === SIGN_INVALID) return 'signature-invalid'
  return error.code === KEY_MISSING ? 'key-missing' : undefined
}
