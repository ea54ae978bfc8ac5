import type { Clock } from '@x/kit'
import { createSignRuleMatcher } from '../../sign/signRules.ts'
import { GS1, type GatewaySignConfig, type WireProfile } from '../../wire.ts'
import { buildSignConfig, type SignRules } from '../buildSignConfig.ts'
import type { ClientKey } from '../clientKey.ts'
import { createDecryptor, type DecryptorOptions } from '../createDecryptor.ts'
import { createMemoryReplayStore } from '../createMemoryReplayStore.ts'
import type { OnlineServerIdentity } from '../createServerIdentity.ts'
import {
  createVerifier,
  type Verifier,
  type KeyLookup,
  type ReplayStore,
  type VerdictCode,
  type VerdictReason,
  type VerifyRequest,
} from '../createVerifier.ts'
import { createPathSpelling } from './createPathSpelling.ts'
import { readFields } from './readFields.ts'

/** A request as a framework received it. */
export interface GuardedRequest {
  readonly method: string
  /** The request target as received, query included, before any decoding. */
  readonly target: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The client's address: the scope in which a log-in without a key may not be repeated. */
  readonly address: string
  /** The framework's own request, for `session`. */
  readonly request: object
}

/** What the guard found out about an accepted request. */
export interface Admitted {
  /** The sign mode, and the id of the key that signed; null where no rule applies. */
  readonly mode: string | null
  readonly keyId: string | null
  /**
   * The key whose possession a log-in proved. Bind it to user and session once the password is
   * right.
   */
  readonly clientKey?: (ClientKey & { readonly keyId: string }) | undefined
  /** Whether the body was encrypted. */
  readonly encrypted: boolean
  /** The decrypted fields of an encrypted endpoint. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined
}

/** Why a request is refused: for a log. The response contains the code only. */
export type GuardReason =
  | VerdictReason
  | 'body-too-large'
  | 'body-unreadable'
  | 'sensitive-in-clear'
  | 'key-required'
  | 'unavailable'

/** A refused request. */
export interface Refusal {
  /**
   * A sign error code of PROTOCOL.md section 6; `413` for a body over the limit; `503` for a
   * request that `nodeSign` cannot judge, because `session`, `keys` or `replay` has rejected.
   */
  readonly code: VerdictCode | '413' | '503'
  readonly reason: GuardReason
  /** The default status of the answer: 401 for 00023, 413, 503, else 400. */
  readonly status: number
  /** What was thrown, for 503. */
  readonly cause?: unknown
  readonly method: string
  /** The request target. */
  readonly path: string
  readonly traceId: string | undefined
}

/** The response to a refused request. */
export interface RefusalAnswer {
  readonly status: number
  /** Sent as JSON. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Options of `createSignGuard`. */
export interface SignGuardOptions {
  /** The stored identity (`createServerIdentity`). */
  readonly identity: OnlineServerIdentity
  /**
   * Which paths are signed. They are published to clients with the identity's public key. Left out:
   * no prefix, the built-in modes, `rsa2048`.
   */
  readonly rules: Partial<SignRules>
  /** The keys that log-ins have bound. */
  readonly keys: KeyLookup
  /** The session of a request, `undefined` without one. Called for signed paths only. */
  readonly session: (
    request: GuardedRequest,
  ) => VerifyRequest['session'] | Promise<VerifyRequest['session']>
  /** Default: in memory, for one process. Several processes must share one. */
  readonly replay?: ReplayStore
  /** The server's clock: `nodeClock()` of `@x/kit/node`. */
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly profile?: WireProfile
  /** Accepted formats of encrypted bodies. Default `['GS1']`. */
  readonly formats?: DecryptorOptions['formats']
  /** How far `tm` may differ from the clock, in milliseconds. Default 60,000. */
  readonly windowMs?: number
  /** Whether sensitive fields may arrive in clear. Default false. */
  readonly allowsPlaintext?: boolean
  /** Whether an encrypted body may come without a client key. Default true (PROTOCOL.md T8). */
  readonly allowsKeyless?: boolean
  /**
   * Whether decrypted fields fit their endpoint. An unfit body uses up nothing and is refused as an
   * unreadable one is, so that a refusal does not reveal which it was. Default: all fit.
   */
  readonly accepts?: (path: string, fields: Readonly<Record<string, unknown>>) => boolean
  /** Largest body that is read, in bytes. Default 1,048,576. */
  readonly bodyLimit?: number
  /** `userCheckDeviceUrl` of the configuration. Default `/v1/user/device/check`. */
  readonly userCheckDeviceUrl?: string
  /** The response to a refusal. Default: its status and `{ code, status, msg, data }`. */
  readonly answer?: (refusal: Refusal) => Omit<RefusalAnswer, 'headers'>
  /** Called for each refusal, to log it. Default: writes the cause of each 503 to the console. */
  readonly onRefusal?: (refusal: Refusal) => void
}

/** The gateway's side of GS-1 for a web framework. */
export interface SignGuard {
  /** `data.gatewaySignConfig` for clients. */
  readonly config: GatewaySignConfig
  readonly bodyLimit: number
  /** Whether `admit` must be given the body. Other bodies can stay in their stream. */
  readsBody(request: GuardedRequest): boolean
  /** Decides about a request. `body` is the raw text, `null` for bytes that are no UTF-8. */
  admit(
    request: GuardedRequest,
    body: string | null,
  ): Promise<
    | { readonly ok: true; readonly admitted: Admitted }
    | { readonly ok: false; readonly answer: RefusalAnswer }
  >
  /** The refusal of a body that is over the limit. */
  refuseTooLarge(request: GuardedRequest): RefusalAnswer
  /** The refusal of a request that could not be judged. */
  refuseUnavailable(request: GuardedRequest, cause: unknown): RefusalAnswer
}

const TEXTS: Readonly<Record<Refusal['code'], string>> = {
  '00020': 'The request is not signed completely, please try again',
  '00021': 'The request does not match its signature, please try again',
  '00022': 'The request has expired, please try again',
  '00023': 'The signature is invalid, please log in again',
  '413': 'The request is too large',
  '503': 'The system is busy',
}
const STATUS: Readonly<Record<Refusal['code'], number>> = {
  '00020': 400,
  '00021': 400,
  '00022': 400,
  '00023': 401,
  '413': 413,
  '503': 503,
}

const NO_RULES: SignRules = {
  exactUrls: {},
  prefixUrls: {},
  signModes: {},
  defaultAlgorithm: 'rsa2048',
}

/**
 * Verifies signatures, decrypts log-ins and answers refusals, for `expressSign`, `fastifySign` and
 * `nodeSign`. Nothing of a body is parsed before its signature is verified.
 * @throws GatewaySignError CONFIG_INVALID for invalid rules, NO_IMPLICIT_REJECTION on an unsuitable
 * runtime.
 */
export function createSignGuard(options: SignGuardOptions): SignGuard {
  const { identity, clock, profile = GS1, bodyLimit = 1_048_576 } = options
  const { userCheckDeviceUrl = '/v1/user/device/check' } = options
  const { answer = platformAnswer, onRefusal = logFailure } = options
  const rules = { ...NO_RULES, ...options.rules }
  const config = buildSignConfig({ identity, rules, clientOpen: true, userCheckDeviceUrl, profile })
  const check = createRequestCheck({ ...options, rules, profile })
  const answerTo = (request: GuardedRequest, found: Pick<Refusal, 'code' | 'reason' | 'cause'>) => {
    const refusal = refusalOf(request, { ...found, profile })
    onRefusal(refusal)
    return { ...answer(refusal), headers: refusalHeaders(refusal, { clock, profile }) }
  }

  return {
    config,
    bodyLimit,
    readsBody: check.readsBody,
    async admit(request, body) {
      const decision = await check.decide(request, body)
      if ('admitted' in decision) return { ok: true, ...decision }
      return { ok: false, answer: answerTo(request, decision) }
    },
    refuseTooLarge: (request) => answerTo(request, { code: '413', reason: 'body-too-large' }),
    refuseUnavailable: (request, cause) =>
      answerTo(request, { code: '503', reason: 'unavailable', cause }),
  }
}

function refusalOf(
  { method, target, headers }: GuardedRequest,
  {
    profile,
    ...found
  }: Pick<Refusal, 'code' | 'reason' | 'cause'> & { readonly profile: WireProfile },
): Refusal {
  return {
    ...found,
    status: STATUS[found.code],
    method,
    path: target,
    traceId: headers[profile.headers.traceId],
  }
}

function refusalHeaders(
  { code }: Refusal,
  { clock, profile }: Pick<SignGuardOptions, 'clock'> & { readonly profile: WireProfile },
): RefusalAnswer['headers'] {
  const { verdict, serverTime } = profile.headers
  return {
    ...(code !== '413' && code !== '503' && { [verdict]: code }),
    [serverTime]: String(clock.now()),
    'access-control-expose-headers': [verdict, serverTime].join(', '),
  }
}

interface RequestCheckOptions extends SignGuardOptions {
  readonly rules: SignRules
  readonly profile: WireProfile
}

/** Decides which requests are admitted. */
function createRequestCheck({
  identity,
  rules,
  keys,
  session,
  clock,
  replay = createMemoryReplayStore({ clock }),
  profile,
  windowMs = 60_000,
  ...options
}: RequestCheckOptions) {
  const verifier = createVerifier({ rules, keys, replay, clock, profile, windowMs })
  const openBody = createBodyOpener({ ...options, identity, verifier, profile })
  const matcher = createSignRuleMatcher(rules, profile)
  const { endpoints } = profile.login
  const isSpelledAsRule = createPathSpelling(rules, Object.keys(endpoints))
  const sensitiveNamesOf = (path: string) =>
    Object.hasOwn(endpoints, path) ? endpoints[path] : undefined

  function readsBody({ method, target }: GuardedRequest): boolean {
    const path = pathOf(target)
    if (!hasBody(method)) return false
    const isSigned = matcher.ruleFor(path)?.fields.includes('body') ?? false
    return isSigned || sensitiveNamesOf(path) !== undefined
  }

  async function decide(
    request: GuardedRequest,
    body: string | null,
  ): Promise<{ readonly admitted: Admitted } | Pick<Refusal, 'code' | 'reason'>> {
    const { method, target, headers } = request
    const path = pathOf(target)
    // A preflight has no headers of ours, and no handler acts on it.
    if (method === 'OPTIONS') return { admitted: { mode: null, keyId: null, encrypted: false } }
    if (!isSpelledAsRule(target)) return { code: '00020', reason: 'path-malformed' }
    const rule = matcher.ruleFor(path)
    if (rule && body === null) return { code: '00021', reason: 'body-unreadable' }
    const signed = await verifier.verify({
      method,
      path,
      headers,
      body: body ?? '',
      session: rule && (await session(request)),
    })
    if (!signed.ok) return signed
    const { mode, keyId } = signed
    const names = sensitiveNamesOf(path)
    if (!names || !hasBody(method)) return { admitted: { mode, keyId, encrypted: false } }
    const opened = await openBody(request, { body, names, isSigned: keyId !== null })
    return 'code' in opened ? opened : { admitted: { mode, keyId, ...opened } }
  }

  return { readsBody, decide }
}

interface BodyOpenerOptions extends Pick<
  SignGuardOptions,
  'identity' | 'formats' | 'allowsPlaintext' | 'allowsKeyless' | 'accepts'
> {
  readonly verifier: Verifier
  readonly profile: WireProfile
}

/** Decrypts the body of an encrypted endpoint and claims it, unless it is signed as a whole. */
function createBodyOpener({
  identity,
  formats = ['GS1'],
  allowsPlaintext = false,
  allowsKeyless = true,
  accepts = () => true,
  verifier,
  profile,
}: BodyOpenerOptions) {
  const { serverPrivateKeyPem: privateKeyPem } = identity
  const decryptor = createDecryptor({ privateKeyPem, formats, profile })
  decryptor.selfTest()

  return async (
    { target, headers, address }: GuardedRequest,
    { body, names, isSigned }: { body: string | null; names: readonly string[]; isSigned: boolean },
  ): Promise<
    Pick<Admitted, 'clientKey' | 'encrypted' | 'fields'> | Pick<Refusal, 'code' | 'reason'>
  > => {
    const path = pathOf(target)
    const claim = (options: Pick<FreshnessOptions, 'replayScope' | 'ciphertextId'> = {}) =>
      verifier.verifyFreshness({ headers, ...options })
    if (!isSigned) {
      const fresh = await claim()
      if (!fresh.ok) return fresh
    }
    const sent = body === null ? undefined : readFields(body, headers['content-type'])
    if (!sent) return { code: '00021', reason: 'body-unreadable' }
    if (!allowsPlaintext && names.some((name) => Object.hasOwn(sent, name)))
      return { code: '00021', reason: 'sensitive-in-clear' }
    const opened = decryptor.decrypt({
      path,
      tm: headers[profile.headers.tm] ?? '',
      traceId: headers[profile.headers.traceId] ?? '',
      body: sent,
    })
    if (!opened.ok || !accepts(path, opened.fields))
      return { code: '00021', reason: 'body-unreadable' }
    const { fields, encrypted, clientKey, ciphertextId } = opened
    if (encrypted && !clientKey && !isSigned && !allowsKeyless)
      return { code: '00021', reason: 'key-required' }
    if (!isSigned) {
      const claimed = await claim({ replayScope: clientKey?.keyId ?? address, ciphertextId })
      if (!claimed.ok) return claimed
    }
    return { clientKey, encrypted, fields }
  }
}

type FreshnessOptions = Parameters<Verifier['verifyFreshness']>[0]

const pathOf = (target: string): string => target.split('?')[0] ?? ''
const hasBody = (method: string): boolean => method !== 'GET' && method !== 'HEAD'

function platformAnswer({ code, status }: Refusal): Omit<RefusalAnswer, 'headers'> {
  return { status, body: { code, status: 'error', msg: TEXTS[code], data: null } }
}

/** A failure of the application's own ports must not go unseen. */
function logFailure({ code, cause }: Refusal): void {
  if (code === '503') console.error(cause)
}
