import type { RequestSession } from './route.ts'

/**
 * Why a request has no session: never logged in, timed out, or ended by the user, an operator or a
 * newer log-in (wire 7 row 0).
 */
export type SessionRefusal = '401' | '20906' | '20205'

export type SessionVerdict =
  | { readonly ok: true; readonly session: RequestSession }
  | { readonly ok: false; readonly code: SessionRefusal; readonly message: string }

/** What the other capabilities may ask about sessions: the private socket reads its cookie here. */
export interface SessionReader {
  /**
   * Judges the session cookie of a request; `headers` has lower-case names (`cookie` and `host` are
   * read).
   */
  read(headers: Readonly<Record<string, string | string[] | undefined>>): Promise<SessionVerdict>
  /**
   * Called with the id of each session that ends before its time, so that its sockets can be
   * closed. Returns the unsubscribe verb.
   */
  onEnd(listener: (sessionId: string) => void): () => void
}
