import type { Stamp } from './sign/stamp.ts'

/** A request with a plain object as body. */
export interface BodyRequest extends Stamp {
  /** The full pathname as sent, with `/v1`. */
  readonly path: string
  readonly body: Record<string, unknown>
}

/** A request as the caller passes it, before encryption. */
export interface OutgoingRequest extends Stamp {
  readonly path: string
  /** Any body that a transport accepts; `undefined` for methods without one. */
  readonly body: unknown
  readonly query?: Readonly<Record<string, unknown>>
}

/** The session that an application keeps, for one whose gateway sets no readable cookies. */
export interface SignSession {
  /**
   * Names the session and differs for each log-in, such as the id of the session or of its token.
   * It becomes part of a key's name in the storage, so do not pass the token itself.
   */
  readonly sessionId: string
  readonly userId: string
}

/** A successful log-in. */
export interface LoginAnswer {
  readonly path: string
  /** `data` of the response: names the user as `userInfo.userId`. Not read with `session`. */
  readonly data?: unknown
  /** The new session, for applications that pass `session` instead of `cookies`. */
  readonly session?: SignSession | undefined
}

/** A request whose path and body text are final. */
export interface SignRequest extends Stamp {
  readonly method: string
  readonly path: string
  /**
   * The exact text passed to the transport; `''` without a body, `null` for forms, blobs and
   * streams.
   */
  readonly body: string | null
}
