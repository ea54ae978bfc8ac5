import type { Presentation, Presenter } from '@x/request'
import { safeText } from '@x/sanitize'
import type { ToastQueue } from '@x/ui/toast'
import type { MessageLog } from './messageLog.ts'

export interface ErrorPresenterPorts {
  readonly toasts: ToastQueue
  readonly log: MessageLog
  /** Ends the session on this side and leads to the log-in page. */
  readonly logout: (reason: 'session-expired' | 'signature-invalid' | 'key-missing') => void
  /** The session trades another realm than this page believes. */
  readonly realmChanged: () => void
  readonly report: (report: { kind: string; message: string; detail: Record<string, string> }) => void
}

type Reaction = { readonly [K in Presentation['kind']]: (presentation: Extract<Presentation, { kind: K }>, ports: ErrorPresenterPorts) => void }

/** `x-realm` is not the session's (wire protocol 1b). */
const REALM_MISMATCH = '40901'

/** Presentation -> what happens. The texts are the request layer's own, by locale. */
const REACTIONS: Reaction = {
  toast({ text: told, traceId, code }, { toasts, log, realmChanged }) {
    // The server may have written it.
    const text = safeText(told) || (code ?? traceId)
    if (code === REALM_MISMATCH) realmChanged()
    toasts.show({ kind: 'error', text })
    log.add({ kind: 'error', text, traceId, code })
  },
  logout: ({ reason }, { logout }) => logout(reason),
  report: ({ report, code, message, path, traceId }, ports) => ports.report({ kind: report, message, detail: { code, path, traceId } }),
}

export function createErrorPresenter(ports: ErrorPresenterPorts): Presenter {
  const react = <K extends Presentation['kind']>(presentation: Extract<Presentation, { kind: K }>) =>
    (REACTIONS[presentation.kind as K] as (presentation: Presentation, ports: ErrorPresenterPorts) => void)(presentation, ports)
  return { present: (presentation) => react(presentation) }
}
