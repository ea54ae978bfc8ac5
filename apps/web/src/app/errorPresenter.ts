import type { Presentation, Presenter } from '@x/request'
import { safeText } from '@x/sanitize'
import type { ToastQueue } from '@x/ui/toast'
import type { MessageLog } from '../lib/messages/messageLog.ts'

export interface ErrorPresenterPorts {
  readonly toasts: ToastQueue
  readonly log: MessageLog
  /** Ends the session on this side and leads to the log-in page. */
  readonly logout: (reason: 'session-expired' | 'signature-invalid' | 'key-missing') => void
  /** The session trades another realm than this page believes. */
  readonly realmChanged: () => void
  /** The app's own text for a code of the gateway, else the text given. */
  readonly textOf: (refusal: {
    readonly code: string | undefined
    readonly message: string
  }) => string
  readonly report: (report: {
    kind: string
    message: string
    detail: Record<string, string>
  }) => void
}

type Reaction = {
  readonly [K in Presentation['kind']]: (
    presentation: Extract<Presentation, { kind: K }>,
    ports: ErrorPresenterPorts,
  ) => void
}

/** `x-realm` is not the session's (wire protocol 1b). */
const REALM_MISMATCH = '40901'

/**
 * Presentation -> what happens. The request layer's own texts are in the user's language; the
 * server's refusals are English.
 */
const REACTIONS: Reaction = {
  toast({ text: message, error, traceId, code }, { toasts, log, realmChanged, textOf }) {
    // The server may have written it.
    const text =
      safeText(error === 'business' ? textOf({ code, message: message }) : message) ||
      (code ?? traceId)
    if (code === REALM_MISMATCH) realmChanged()
    toasts.error(text)
    log.add({ kind: 'error', text, traceId, code })
  },
  logout: ({ reason }, { logout }) => logout(reason),
  report: ({ report, code, message, path, traceId }, ports) =>
    ports.report({ kind: report, message, detail: { code, path, traceId } }),
}

export function createErrorPresenter(ports: ErrorPresenterPorts): Presenter {
  const react = <K extends Presentation['kind']>(
    presentation: Extract<Presentation, { kind: K }>,
  ) =>
    (
      REACTIONS[presentation.kind as K] as (
        presentation: Presentation,
        ports: ErrorPresenterPorts,
      ) => void
    )(presentation, ports)
  return { present: (presentation) => react(presentation) }
}
