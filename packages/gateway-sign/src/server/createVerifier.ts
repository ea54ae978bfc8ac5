import type { Clock } from '@x/kit'
import { createSignRuleMatcher, type SignRule, type SignRuleTables } from '../sign/signRules.ts'
import { isSignablePath } from '../sign/signPath.ts'
import { stampFault, type StampFault } from '../sign/stamp.ts'
import { stringToSign } from '../sign/stringToSign.ts'
import { GS1, type WireProfile } from '../wire.ts'
import { keyIdOf, md5Hex, type ClientKey } from './clientKey.ts'
import { createKeyCache, verifySignature } from './serverKeys.ts'
import { decodeStrict } from './decodeStrict.ts'

/** Sign error codes (spec section 8). */
export type VerdictCode = '00020' | '00021' | '00022' | '00023'

/** Why a request was refused; for logs. */
export type VerdictReason =
  | StampFault
  | 'path-malformed'
  | 'mode-missing'
  | 'data-md5-missing'
  | 'data-md5-malformed'
  | 'key-missing'
  | 'key-malformed'
  | 'sign-missing'
  | 'sign-malformed'
  | 'mode-differs'
  | 'method-not-allowed'
  | 'time-out-of-window'
  | 'data-md5-differs'
  /** `keys` found no key, and `session` no session. */
  | 'session-unknown'
  | 'key-unknown'
  | 'signature-wrong'
  | 'replayed'

/** Result of a verification. */
export type Verdict =
  /** `mode` and `keyId` are null when no rule matches. */
  | { readonly ok: true; readonly mode: string | null; readonly keyId: string | null }
  | { readonly ok: false; readonly code: VerdictCode; readonly reason: VerdictReason }

/** Access to the bound client keys. */
export interface KeyLookup {
  /** The key with this id if it is bound to this user (or session), else undefined. */
  find(query: {
    keyId: string
    userId: string | undefined
    sessionId: string | undefined
  }): Promise<ClientKey | undefined>
}

/** Remembers claimed keys to detect replays. */
export interface ReplayStore {
  /**
   * Claims `key` for `ttlMs` milliseconds in one atomic step; false if it is already claimed. Must
   * be shared by all nodes of a gateway. `isRead`: the request changes nothing, so its claim need
   * not survive the process.
   */
  claim(key: string, ttlMs: number, options?: { readonly isRead?: boolean }): Promise<boolean>
}

/** An incoming signed request. */
export interface VerifyRequest {
  readonly method: string
  /** The pathname as received, before any decoding. */
  readonly path: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body text as received; `''` without a body. */
  readonly body: string
  readonly session: { readonly userId: string; readonly sessionId: string } | undefined
}

/** Verifies signatures and freshness of requests. */
export interface Verifier {
  verify(request: VerifyRequest): Promise<Verdict>
  /**
   * Checks rows 1 and 3 for `tm` and the trace id, and row 6 if `replayScope` is given (wire 4
   * Freshness). A body without a client key is bound to no time and path, and one with a key can be
   * truncated to have none. So pass the `ciphertextId` of both: it is claimed across all addresses
   * and paths for `ciphertextTtlMs`, if the default does not fit.
   *
   * On an encrypted endpoint call it with the headers alone, then `decrypt`, then, when the fields
   * are valid, again with `replayScope` (the key id, or the address without a key) and
   * `ciphertextId`. An invalid body then uses up nothing and is refused in the same way when
   * repeated. `createSignGuard` does all of this.
   */
  verifyFreshness(request: {
    headers: VerifyRequest['headers']
    replayScope?: string
    ciphertextId?: string | undefined
    ciphertextTtlMs?: number | undefined
  }): Promise<Verdict>
}

/** Options of `createVerifier`. */
export interface VerifierOptions {
  readonly rules: SignRuleTables
  readonly keys: KeyLookup
  readonly replay: ReplayStore
  readonly clock: Pick<Clock, 'now'>
  readonly profile?: WireProfile
  /**
   * How far `tm` may differ from the server's clock in either direction, in milliseconds. Default
   * 60,000.
   */
  readonly windowMs?: number
  /**
   * How long a `ciphertextId` is remembered unless the request says otherwise, in milliseconds.
   * Default 86,400,000 (a day).
   */
  readonly ciphertextTtlMs?: number
  /**
   * Requests stamped before this time (milliseconds since the epoch) are refused as too old. For
   * use after the replay store lost its claims. Default: no limit.
   */
  readonly notBefore?: () => number
}

const HEX_MD5 = /^[0-9a-f]{32}$/
/**
 * The signed time is a bucket of 100 seconds, so a trace id must be remembered that much longer
 * than the window.
 */
const BUCKET_MS = 100_000

/**
 * Creates a verifier that checks headers and path, mode, time, digest, key, signature and replay in
 * this order (wire 7). The first fault is the verdict.
 */
export function createVerifier({
  rules,
  keys,
  replay,
  clock,
  profile = GS1,
  windowMs = 60_000,
  ciphertextTtlMs = 86_400_000,
  notBefore = () => -Infinity,
}: VerifierOptions): Verifier {
  const matcher = createSignRuleMatcher(rules, profile)
  const keyObjectOf = createKeyCache()
  const replayMs = 2 * windowMs + BUCKET_MS
  const isFresh = (tm: string) =>
    Math.abs(Number(tm) - clock.now()) <= windowMs && Number(tm) >= notBefore()

  return {
    async verify(request) {
      const rule = matcher.ruleFor(request.path)
      if (!rule) return { ok: true, mode: null, keyId: null }
      const headers = readSignHeaders(request.headers, profile)
      if ('fault' in headers) return refuse('00020', headers.fault)
      if (!isSignablePath(request.path)) return refuse('00020', 'path-malformed')
      if (headers.mode !== rule.mode) return refuse('00021', 'mode-differs')
      if (!allowsMethod(rule, request.method)) return refuse('00021', 'method-not-allowed')
      if (!isFresh(headers.tm)) return refuse('00022', 'time-out-of-window')

      const { path, body } = request
      const text = stringToSign(rule.fields, {
        request: { path, body, tm: headers.tm, traceId: headers.traceId },
        profile,
      })
      if (md5Hex(text) !== headers.dataMd5) return refuse('00021', 'data-md5-differs')

      const { userId, sessionId } = request.session ?? {}
      const bound = await keys.find({ keyId: headers.keyId, userId, sessionId })
      const key = bound && keyIdOf(bound.publicKey) === headers.keyId ? keyObjectOf(bound) : null
      if (!key) return refuse('00023', request.session ? 'key-unknown' : 'session-unknown')
      if (!verifySignature(key, { text, signature: headers.signature }))
        return refuse('00023', 'signature-wrong')

      // Claimed last, so that forged requests cannot use up the trace ids of honest ones.
      const scope = JSON.stringify([userId ?? '', headers.keyId, headers.traceId])
      const isRead = request.method.toUpperCase() === 'GET'
      if (!(await replay.claim(scope, replayMs, { isRead }))) return refuse('00022', 'replayed')
      return { ok: true, mode: rule.mode, keyId: headers.keyId }
    },

    verifyFreshness: createFreshnessCheck({ replay, profile, isFresh, replayMs, ciphertextTtlMs }),
  }
}

interface FreshnessOptions extends Required<
  Pick<VerifierOptions, 'replay' | 'profile' | 'ciphertextTtlMs'>
> {
  readonly isFresh: (tm: string) => boolean
  /** How long a trace id is remembered, in milliseconds. */
  readonly replayMs: number
}

function createFreshnessCheck({
  replay,
  profile,
  isFresh,
  replayMs,
  ciphertextTtlMs: defaultTtlMs,
}: FreshnessOptions): Verifier['verifyFreshness'] {
  return async ({ headers, replayScope, ciphertextId, ciphertextTtlMs = defaultTtlMs }) => {
    const { [profile.headers.tm]: tm = '', [profile.headers.traceId]: traceId = '' } = headers
    const fault = stampFault({ tm, traceId }, profile)
    if (fault) return refuse('00020', fault)
    if (!isFresh(tm)) return refuse('00022', 'time-out-of-window')
    if (
      replayScope !== undefined &&
      !(await replay.claim(JSON.stringify([replayScope, traceId]), replayMs))
    )
      return refuse('00022', 'replayed')
    if (
      ciphertextId !== undefined &&
      !(await replay.claim(ciphertextScope(ciphertextId), ciphertextTtlMs))
    )
      return refuse('00022', 'replayed')
    return { ok: true, mode: null, keyId: null }
  }
}

/** Gateways persist these keys, so the prefix `seal` must not change. */
const ciphertextScope = (ciphertextId: string) => JSON.stringify(['seal', ciphertextId])

interface SignHeaders {
  readonly tm: string
  readonly traceId: string
  readonly mode: string
  readonly dataMd5: string
  readonly keyId: string
  readonly signature: string
}

function readSignHeaders(
  headers: VerifyRequest['headers'],
  { headers: names, ...profile }: WireProfile,
): SignHeaders | { readonly fault: VerdictReason } {
  const tm = headers[names.tm] ?? ''
  const traceId = headers[names.traceId] ?? ''
  const mode = headers[names.mode]
  const dataMd5 = headers[names.dataMd5]
  const keyId = headers[names.keyId]
  const signature = headers[names.signature]
  const fault = stampFault({ tm, traceId }, { headers: names, ...profile })
  if (fault) return { fault }
  // Any other text is a mode that differs from the rule's: row 2, not row 1.
  if (!mode) return { fault: 'mode-missing' }
  if (!dataMd5) return { fault: 'data-md5-missing' }
  if (!HEX_MD5.test(dataMd5)) return { fault: 'data-md5-malformed' }
  if (!keyId) return { fault: 'key-missing' }
  if (!HEX_MD5.test(keyId)) return { fault: 'key-malformed' }
  if (!signature) return { fault: 'sign-missing' }
  if (!decodeStrict(signature, 'base64')) return { fault: 'sign-malformed' }
  return { tm, traceId, mode, dataMd5, keyId, signature }
}

/**
 * Mode 0 signs neither the trace id nor the last digits of `tm`, so it allows reads only (wire 2).
 */
function allowsMethod(rule: SignRule, method: string): boolean {
  return rule.mode !== '0' || method.toUpperCase() === 'GET'
}

function refuse(code: VerdictCode, reason: VerdictReason): Verdict {
  return { ok: false, code, reason }
}
