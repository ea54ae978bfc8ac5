import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { AccountRights, Endpoint, ErrorCode, ErrorData, Realm, Role } from '@x/api'

/** The session a private request came with, already checked. */
export interface RequestSession {
  readonly sessionId: string
  readonly userId: string
  readonly realm: Realm
  readonly roles: readonly Role[]
  /**
   * The client key that the session's log-in bound; `null` when it bound none (no trading then).
   */
  readonly keyId: string | null
  /** The main account that this session of a sub-account was entered from, and may go back to. */
  readonly enteredFrom?: string | null
  /** The main account that a sub-account belongs to; absent where the account is one itself. */
  readonly holder?: string
  /** What a sub-account may do; absent of a main account. */
  readonly subAccount?: { readonly rights: AccountRights; readonly mayUseKeys: boolean }
  /** An API key that may withdraw: to addresses of the book, without a step-up. */
  readonly withdrawsByKey?: true
}

export interface ProvedKey {
  readonly publicKey: string
  readonly algorithm: 'rsa1024' | 'rsa2048'
  readonly keyId: string
}

export interface GatewayRequest {
  readonly path: string
  /** First occurrence of each name. */
  readonly query: Readonly<Record<string, string>>
  /** The parsed JSON body, already decrypted where the endpoint is an encrypted one. */
  readonly body: Readonly<Record<string, unknown>>
  /** The body as it arrived. */
  readonly rawBody: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  /**
   * Handed on by a proxy that is trusted (`TRUST_PROXY`): what that one writes into headers may be
   * believed.
   */
  readonly isProxied: boolean
  /**
   * On private routes always; on public POSTs when a valid session cookie came along; on public
   * reads never.
   */
  readonly session: RequestSession | undefined
  /** The client key proved by this request's `initSign`, on encrypted endpoints. */
  readonly clientKey: ProvedKey | undefined
  /** The key that signed this request; `null` where no sign rule applies. */
  readonly signKeyId: string | null
  /** https, or http on this machine: cookies may be `Secure`. */
  readonly isSecure: boolean
  /** Sets a cookie on the answer. */
  setCookie(name: string, value: string, options?: CookieOptions): void
}

export interface CookieOptions {
  readonly httpOnly?: boolean
  /** Seconds; 0 removes the cookie. */
  readonly maxAge?: number
}

/**
 * One route as data: the sign configuration, the schema pages and the guards are all derived from
 * this list.
 */
export interface RouteDescription {
  /** Its contract; absent for static files only. */
  readonly endpoint?: Endpoint
  readonly method: 'GET' | 'POST'
  readonly path: string
  /**
   * `private` needs a session and a matching `x-realm`; a private POST must be signed in mode 2.
   */
  readonly access: 'public' | 'private'
  /**
   * The sign mode of an exact rule for this path; absent: no exact rule (a prefix rule may still
   * apply).
   */
  readonly signMode?: '0' | '1' | '2'
  /** Sensitive fields may arrive in `bodyCiphertext`. */
  readonly encrypted?: boolean
  /**
   * Milliseconds after which what an encrypted body carries opens nothing here or at any other
   * endpoint. It is remembered for so long instead of a day, and no address is limited in how many
   * it sends.
   */
  readonly sealMs?: number
  /** Realms that may call it; default both. */
  readonly realms?: readonly Realm[]
  /** Roles that may call it; default all. */
  readonly roles?: readonly Role[]
  /** Served in development mode only. */
  readonly developmentOnly?: boolean
  /** Media types other than JSON that it takes; such a body is left to the handler as `rawBody`. */
  readonly consumes?: readonly string[]
  /** Bytes of a body that is longer than others; the audit log keeps only its digest. */
  readonly maxBodyBytes?: number
  /** One sentence for the OpenAPI page. */
  readonly summary?: string
  /**
   * JSON schemas (draft 7), applied after decryption and before the handler. Nothing is coerced:
   * query values are strings. Leave additional properties allowed: every request carries
   * `languageType` and `t`.
   */
  readonly schema?: { readonly body?: object; readonly querystring?: object }
}

/** A route with the code that answers it. */
export interface RouteSpec extends RouteDescription {
  /**
   * Answers `data` of the envelope, a `CodedAnswer`, or a `RawAnswer` where the protocol wants no
   * envelope.
   */
  handler(request: GatewayRequest): Promise<unknown>
}

/** A success under another code than '0'. */
export class CodedAnswer {
  readonly code: string
  readonly data: unknown
  constructor(code: string, data: unknown = null) {
    this.code = code
    this.data = data
  }
}

/** An answer outside the envelope. */
export class RawAnswer {
  readonly body: string | Buffer
  readonly contentType: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(
    body: string | Buffer,
    contentType: string,
    {
      status = 200,
      headers = {},
    }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    this.body = body
    this.contentType = contentType
    this.status = status
    this.headers = headers
  }
}

/**
 * A refusal with a code of the contract, which says what `data` such a refusal has. HTTP status 200
 * unless the protocol says otherwise.
 */
export class GatewayError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly data: unknown
  readonly status: number
  constructor(
    code: Code,
    message: string,
    options: { data?: ErrorData<Code>; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.data = options.data ?? null
    this.status = options.status ?? 200
  }
}

export interface SocketPath {
  readonly path: string
  /** Every path that begins with `path` and goes on is this socket's. */
  readonly isPrefix?: boolean
  /**
   * Called for an upgrade request on `path` whose Origin was already checked; `address` is the
   * client's, past trusted proxies.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void
}

/** Reads below some paths that no session, page or envelope belongs to. */
export interface QuickCalls {
  /** Each begins and ends with a slash. */
  readonly prefixes: readonly string[]
  /** Never rejects. */
  answer(
    request: IncomingMessage,
    asked: { readonly path: string; readonly address: string },
  ): Promise<QuickAnswer>
}

export interface QuickAnswer {
  readonly status: number
  /** Names and values in turn; none of them is among those of every answer. */
  readonly headers: readonly string[]
  readonly text: string
  /** Of the text in UTF-8. */
  readonly bytes: number
}

/** The session of a private request. @throws GatewayError 401 where the route is public */
export function requireSession({ session }: Pick<GatewayRequest, 'session'>): RequestSession {
  if (!session) throw new GatewayError('401', 'Please login to visit')
  return session
}

/** One capability of the gateway: its routes, its sockets and its life cycle. */
export interface GatewayModule {
  readonly routes: readonly RouteSpec[]
  readonly sockets?: readonly SocketPath[]
  /** Adds calls of another protocol to the server, which have no session and no envelope. */
  mount?(app: FastifyInstance): void
  /** Those of them that are plain reads, answered without the framework. */
  readonly quick?: QuickCalls
  start?(): Promise<void>
  stop?(): Promise<void>
}
