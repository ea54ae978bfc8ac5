/** Nobody answered a request in time, or nobody does. */
export class BusError extends Error {
  readonly code = 'UNANSWERED'
  /** Nobody was there to get it: nothing was done. */
  readonly isUndelivered: boolean
  constructor(
    subject: string,
    { isUndelivered = false, ...options }: ErrorOptions & { readonly isUndelivered?: boolean } = {},
  ) {
    super(`Nobody has answered on ${subject}.`, options)
    this.name = 'BusError'
    this.isUndelivered = isUndelivered
  }
}

/** Ends what was begun. */
export type End = () => void

/**
 * Messages between the processes of one installation: in the order of their sender, at most once.
 * Nothing is kept: who must not miss any numbers them, and asks for what is missing.
 */
export interface EventBus {
  /** Lost where there is no connection. */
  publish(subject: string, text: string): void
  subscribe(subject: string, onMessage: (text: string) => void): End
  /** Where several answer, the first answer. @throws BusError */
  request(subject: string, text: string, options: { readonly timeoutMs: number }): Promise<string>
  /** What fails is answered by nobody. */
  answer(subject: string, onRequest: (text: string) => string | Promise<string>): End
  /** Called whenever a connection is back: what was sent meanwhile is lost. */
  onReconnect(listener: () => void): End
  close(): Promise<void>
}
