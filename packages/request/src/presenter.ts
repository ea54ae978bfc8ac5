import type { RequestErrorKind } from './RequestError.ts'

export interface Toast {
  readonly kind: 'toast'
  readonly text: string
  readonly error: RequestErrorKind
  readonly code: string | undefined
  readonly traceId: string
}

export interface Logout {
  readonly kind: 'logout'
  readonly reason: 'session-expired' | 'signature-invalid' | 'key-missing'
  readonly code: string | undefined
  readonly traceId: string
}

/** For the error service: what the gateway held against a signature. */
export interface SignErrorReport {
  readonly kind: 'report'
  readonly report: 'gw-sign-error'
  readonly code: string
  readonly message: string
  readonly method: string
  readonly path: string
  readonly traceId: string
}

export type Presentation = Toast | Logout | SignErrorReport

/**
 * Where failures reach people: the app turns a presentation into a toast, a log-out, a line in its
 * error service.
 */
export interface Presenter {
  present(presentation: Presentation): void
}
