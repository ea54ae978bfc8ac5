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
