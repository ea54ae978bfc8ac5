import type { RequestErrorKind } from './RequestError.ts'

/** A message to show to the user. */
export interface Toast {
  readonly kind: 'toast'
  readonly text: string
  readonly error: RequestErrorKind
  readonly code: string | undefined
  readonly traceId: string
}

/** A request to log the user out. */
export interface Logout {
  readonly kind: 'logout'
  readonly reason: 'session-expired' | 'signature-invalid' | 'key-missing'
  readonly code: string | undefined
  readonly traceId: string
}

/** A signature error of the gateway, for the error service. */
export interface SignErrorReport {
  readonly kind: 'report'
  readonly report: 'gw-sign-error'
  readonly code: string
  readonly message: string
  readonly method: string
  readonly path: string
  readonly traceId: string
}

/** Everything that a presenter handles. */
export type Presentation = Toast | Logout | SignErrorReport

/** Implemented by the app: shows a toast, logs out, or reports to the error service. */
export interface Presenter {
  present(presentation: Presentation): void
}
