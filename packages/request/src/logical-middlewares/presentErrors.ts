import { abortable, type Clock } from '@x/kit'
import { createThrottle } from '../createThrottle.ts'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import { KEY_MISSING } from '../ports.ts'
import type { Logout, Presenter } from '../presenter.ts'
import { isRequestError, type RequestError, type RequestErrorKind } from '../RequestError.ts'
import { SIGN_INVALID } from '../wire.ts'

export interface PresentErrorsOptions {
  readonly presenter: Presenter
  readonly clock: Clock
  /** Milliseconds in which a toast or a log-out is not repeated; default 2000 (spec section 9). */
  readonly throttleMs?: number
}

/**
 * Failures nobody toasts: the caller asked for the one, and only a developer can mend the other.
 */
const QUIET: ReadonlySet<RequestErrorKind> = new Set(['aborted', 'config'])
/**
 * Refusals that concern one request and give its reason: another refusal's toast must not swallow
 * them.
 */
const OWN_REASON: ReadonlySet<RequestErrorKind> = new Set(['business', 'session-expired'])

/**
 * Turns a failure into what the user sees and what the app does (spec section 8, Q8,
 * docs/adr/requests.md).
 */
export function presentErrors({
  presenter,
  clock,
  throttleMs = 2_000,
}: PresentErrorsOptions): LogicalMiddleware {
  const texts = createThrottle({ clock, intervalMs: throttleMs })
  const gates = createThrottle({ clock, intervalMs: throttleMs })

  function toast(error: RequestError): void {
    const { kind, code, traceId, message } = error
    const known = texts.recent(message)
    if (!known && !OWN_REASON.has(kind) && !gates.pass('system')) return
    error.toasted = true
    if (texts.pass(message))
      presenter.present({ kind: 'toast', text: message, error: kind, code, traceId })
  }

  function logout(error: RequestError, reason: Logout['reason']): void {
    if (gates.pass('logout'))
      presenter.present({ kind: 'logout', reason, code: error.code, traceId: error.traceId })
  }

  return logical('present-errors', async (request, next) => {
    try {
      // An abort or a deadline is shown when it happens, not when a stuck step notices.
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
