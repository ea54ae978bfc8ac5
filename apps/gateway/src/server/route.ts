import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export type Realm = 'live' | 'paper'

/** The session a private request came with, already checked. */
export interface RequestSession {
  readonly sessionId: string
  readonly userId: string
  readonly realm: Realm
  /** The client key that the session's log-in bound; `null` when it bound none (no trading then). */
  readonly keyId: string | null
}

export interface GatewayRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The parsed JSON body, already decrypted where the endpoint is an encrypted one. */
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly session: RequestSession | undefined
  /** The client key proved by this request's `initSign`, on encrypted endpoints. */
  readonly clientKey: { readonly publicKey: string; readonly algorithm: 'rsa1024' | 'rsa2048'; readonly keyId: string } | undefined
  /** Sets a cookie on the answer. */
  setCookie(name: string, value: string, options?: CookieOptions): void
}

export interface CookieOptions {
  readonly httpOnly?: boolean
  /** Seconds; 0 removes the cookie. */
  readonly maxAge?: number
}

/** One route as data: the sign configuration, the schema pages and the guards are all derived from this list. */
export interface RouteSpec {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `private` needs a session and a matching `x-realm`. */
  readonly access: 'public' | 'private'
  /** The sign mode of an exact rule for this path; absent: no exact rule (a prefix rule may still apply). */
  readonly signMode?: '0' | '1' | '2'
  /** Sensitive fields may arrive in `bodyCiphertext`. */
  readonly encrypted?: boolean
  /** Realms that may call it; default both. */
  readonly realms?: readonly Realm[]
  /** JSON schemas (draft 7) that Fastify validates before the handler. */
  readonly schema?: { readonly body?: object; readonly querystring?: object }
  /** Answers `data` of the envelope, or a `RawAnswer` where the protocol wants no envelope. */
  handler(request: GatewayRequest): Promise<unknown>
}

/** An answer outside the envelope, or with another success code. */
export class RawAnswer {
  readonly body: string
  readonly contentType: string
  constructor(body: string, contentType: string) {
    this.body = body
    this.contentType = contentType
  }
}

/** A refusal with a code of wire-protocol.md section 10. HTTP status 200 unless the protocol says otherwise. */
export class GatewayError extends Error {
  readonly code: string
  readonly data: unknown
  readonly status: number
  constructor(code: string, message: string, options: { data?: unknown; status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.data = options.data ?? null
    this.status = options.status ?? 200
  }
}

export interface SocketPath {
  readonly path: string
  /** Called for an upgrade request on `path` whose Origin was already checked. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** What a folder of the gateway gives to the whole. */
export interface Capability {
  readonly routes: readonly RouteSpec[]
  readonly sockets?: readonly SocketPath[]
  start?(): Promise<void>
  stop?(): Promise<void>
}
