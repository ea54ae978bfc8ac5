import type { Clock } from '@x/kit'
import { createSignRuleMatcher, type SignRule, type SignRuleTables } from '../sign/signRules.ts'
import { isSignablePath } from '../sign/signPath.ts'
import { stampFault, type StampFault } from '../sign/stamp.ts'
import { stringToSign } from '../sign/stringToSign.ts'
import { GS1, type WireProfile } from '../wire.ts'
import { createKeyCache, keyIdOf, md5Hex, verifySignature, type ClientKey } from './serverKeys.ts'
import { decodeStrict } from './decodeStrict.ts'

export type VerdictCode = '00020' | '00021' | '00022' | '00023'

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
  | 'key-unknown'
  | 'signature-wrong'
  | 'replayed'

export type Verdict =
  /** `mode` and `keyId` are null where no rule asks for a signature. */
  | { readonly ok: true; readonly mode: string | null; readonly keyId: string | null }
  | { readonly ok: false; readonly code: VerdictCode; readonly reason: VerdictReason }

export interface KeyLookup {
  /** The key of that id if it is bound to this user (or session), else undefined. */
  find(query: {
    keyId: string
    userId: string | undefined
    sessionId: string | undefined
  }): Promise<ClientKey | undefined>
}

export interface ReplayStore {
  /**
   * Claims `key` for `ttlMs` in one atomic step; false when it was claimed before. Shared by all
   * nodes of a gateway. `isRead`: the request changes nothing, so that its claim need not outlive
   * the process.
   */
  claim(key: string, ttlMs: number, options?: { readonly isRead?: boolean }): Promise<boolean>
}

export interface VerifyRequest {
  readonly method: string
  /** The pathname as it arrived, before any decoding. */
  readonly path: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body text as it arrived; empty when there is none. */
  readonly body: string
  readonly session: { readonly userId: string; readonly sessionId: string } | undefined
}

export interface Verifier {
  verify(request: VerifyRequest): Promise<Verdict>
  /**
   * Rows 1 and 3 for `tm` and the trace id, and row 6 when a replay scope is given (wire 4
   * Freshness). A body without a client key names neither its moment nor its path, and one with a
   * key can be cut so that it names none: give the `ciphertextId` of both, which is claimed for all
   * addresses and paths, for `ciphertextTtlMs` where the default does not fit.
   */
  verifyFreshness(request: {
    headers: VerifyRequest['headers']
    replayScope?: string
    ciphertextId?: string | undefined
    ciphertextTtlMs?: number | undefined
  }): Promise<Verdict>
}

export interface VerifierOptions {
  readonly rules: SignRuleTables
  readonly keys: KeyLookup
  readonly replay: ReplayStore
  readonly clock: Pick<Clock, 'now'>
  readonly profile?: WireProfile
  /** How far `tm` may lie from the server's clock, each way. Default 60,000 ms. */
  readonly windowMs?: number
  /** How long a `ciphertextId` is remembered unless the request says otherwise. Default a day. */
  readonly ciphertextTtlMs?: number
  /**
   * Requests stamped before this moment are refused as too old, in milliseconds since the epoch.
   * For the time after the replay set has lost what it had seen. Default: no such moment.
   */
  readonly notBefore?: () => number
}

const HEX_MD5 = /^[0-9a-f]{32}$/
/**
 * The bucket of the signed time is 100 seconds wide: a trace id must be remembered that much longer
 * than the window.
 */
const BUCKET_MS = 100_000

/**
 * Judges requests in the order of wire 7, rows 1 to 6; the first row that applies is the verdict.
 */
export function createVerifier({
  rules,
  keys,
  replay,
  clock,
  profile = GS1,
  windowMs = 60_000,
  ciphertextTtlMs: longest = 86_400_000,
  notBefore = () => -Infinity,
}: VerifierOptions): Verifier {
  const book = createSignRuleMatcher(rules, profile)
  const keyObjectOf = createKeyCache()
  const replayMs = 2 * windowMs + BUCKET_MS
  const isFresh = (tm: string) =>
    Math.abs(Number(tm) - clock.now()) <= windowMs && Number(tm) >= notBefore()

  return {
    async verify(request) {
      const rule = book.ruleFor(request.path)
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
      if (!key) return refuse('00023', 'key-unknown')
      if (!verifySignature(key, { text, signature: headers.signature }))
        return refuse('00023', 'signature-wrong')

      // Claimed last, so that a forger cannot burn the trace ids of honest requests.
      const scope = JSON.stringify([userId ?? '', headers.keyId, headers.traceId])
      const isRead = request.method.toUpperCase() === 'GET'
      if (!(await replay.claim(scope, replayMs, { isRead }))) return refuse('00022', 'replayed')
      return { ok: true, mode: rule.mode, keyId: headers.keyId }
    },

    async verifyFreshness({ headers, replayScope, ciphertextId, ciphertextTtlMs = longest }) {
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
        !(await replay.claim(JSON.stringify(['seal', ciphertextId]), ciphertextTtlMs))
      )
        return refuse('00022', 'replayed')
      return { ok: true, mode: null, keyId: null }
    },
  }
}

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
  // Any other text is a mode that is not the rule's: row 2, not row 1.
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
 * Mode 0 signs neither trace id nor the last digits of `tm`: good for repeatable reads only (wire
 * 2).
 */
function allowsMethod(rule: SignRule, method: string): boolean {
  return rule.mode !== '0' || method.toUpperCase() === 'GET'
}

function refuse(code: VerdictCode, reason: VerdictReason): Verdict {
  return { ok: false, code, reason }
}
