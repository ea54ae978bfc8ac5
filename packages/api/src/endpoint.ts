import type { TObject, TSchema } from '@sinclair/typebox'
import type { ErrorCode } from './errors.ts'
import type { Realm, ValueOf } from './schema.ts'

/** A role that an account, or a session of it, has. */
export type Role = 'trader' | 'sub-account' | 'agency'

/** An answer outside the envelope: text, a picture, or JSON of another form. */
export interface RawResponse {
  readonly contentType: string
  /** Of a JSON answer: its schema. */
  readonly schema?: TSchema
  /** HTTP statuses that it comes with; default 200. */
  readonly statuses?: readonly number[]
}

/**
 * How a request is signed (wire 2 and 3): not at all, or in mode 0 (path and time), 1 (and trace
 * id) or 2 (and body).
 */
export type Signing = 'none' | '0' | '1' | '2'

/** One endpoint of the exchange as data. */
export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  /** One sentence that says what it does. */
  readonly summary: string
  /** `private` needs a session and a matching `x-realm`. */
  readonly access: 'public' | 'private'
  readonly signing: Signing
  /** The sign configuration names this path itself, not only a prefix of it (wire 3). */
  readonly signRule?: 'exact'
  /** Sensitive fields arrive encrypted in `bodyCiphertext` (wire 4). */
  readonly encrypted?: true
  /** Realms that may call it; default both. */
  readonly realms?: readonly Realm[]
  /** Roles that may call it; default all. */
  readonly roles?: readonly Role[]
  /** Served in development only. */
  readonly developmentOnly?: true
  /** Media types other than JSON that it takes. */
  readonly consumes?: readonly string[]
  /** Bytes that its body may have where 1 MiB is too little. */
  readonly maxBodyBytes?: number
  /** The query of a GET, the JSON body of a POST. Unknown fields are allowed and ignored. */
  readonly request?: TObject
  /** `data` of the envelope of a success, or an answer outside the envelope. */
  readonly response: TSchema | RawResponse
  /** The code of a success; default `0`. */
  readonly successCode?: '00000'
  /** Codes of refusals, without those of `commonErrors`. */
  readonly errors: readonly ErrorCode[]
}

/** The parameters of a request to `E`. */
export type RequestOf<E extends Endpoint> = E extends {
  readonly request: infer Schema extends TSchema
}
  ? ValueOf<Schema>
  : // An endpoint without parameters.
    Readonly<Record<never, never>>

/** `data` of a success of `E`, or the JSON body of an answer outside the envelope. */
export type ResponseOf<E extends Endpoint> = E['response'] extends TSchema
  ? ValueOf<E['response']>
  : E['response'] extends { readonly schema: infer Schema extends TSchema }
    ? ValueOf<Schema>
    : never

/** Describes an endpoint; the types of its request and response follow from its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** Whether the endpoint answers outside the envelope. */
export function isRaw(response: Endpoint['response']): response is RawResponse {
  return 'contentType' in response
}

const SESSION_ERRORS = ['401', '20906', '20205', '40901'] as const
const SIGNATURE_ERRORS = ['00020', '00021', '00022', '00023'] as const

/** The codes that an endpoint refuses with because of its access, signing and encryption. */
export function commonErrors({
  method,
  access,
  signing,
  encrypted,
}: Endpoint): readonly ErrorCode[] {
  return [
    '1',
    '00006',
    // Without parameters too: a path, a query or a body that nobody can read.
    '40010',
    // Limits of writes, of signed requests and of encrypted bodies.
    ...(method === 'POST' || signing !== 'none' ? (['42901'] as const) : []),
    ...(access === 'private' ? SESSION_ERRORS : []),
    // Role or realm of the session; log-in without https, or with a device token that is refused.
    ...(access === 'private' || encrypted ? (['40301'] as const) : []),
    ...(signing === 'none' && !encrypted ? [] : SIGNATURE_ERRORS),
  ]
}
