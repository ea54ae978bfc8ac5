import { allowsSubAccount, subAccountNeed } from '@x/api'
import { SENSITIVE_FIELDS } from '@x/gateway-sign'
import type { Decryptor, Verdict, Verifier } from '@x/gateway-sign/server'
import type { SessionReader } from '../http/SessionReader.ts'
import { invalidParameter, malformedParameter } from '../http/envelope.ts'
import type { DecryptLimit } from './createDecryptLimit.ts'
import type { ReplayQuota } from './createReplayQuota.ts'
import { GatewayError, type ProvedKey, type RequestSession, type RouteSpec } from '../http/route.ts'
import { unstorableField } from './storable.ts'

export interface Incoming {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly rawBody: string
  readonly address: string
}

export interface Admitted {
  readonly rawBody: string
  readonly session: RequestSession | undefined
  readonly signKeyId: string | null
  readonly clientKey: ProvedKey | undefined
  readonly body: Readonly<Record<string, unknown>>
  /**
   * The body was encrypted and nothing proves who wrote it: neither a client key nor a signature.
   */
  readonly isUnauthenticated?: boolean
  /**
   * Marks an encrypted body as seen; called once its schema has passed, before anything is done on
   * its word.
   * @throws GatewayError 00022, 42901.
   */
  readonly claim?: () => Promise<void>
  /** Called when the handler of a claimed body threw. */
  readonly failed?: () => Promise<void>
}

export interface AdmissionOptions {
  readonly sessions: SessionReader
  readonly verifier: Verifier
  readonly decryptor: Decryptor
  /**
   * Whether an encrypted endpoint takes sensitive fields in clear, as the specification lets a
   * client send them whose encryption failed.
   */
  readonly allowsPlaintext: boolean
  /**
   * Whether an encrypted body may come without a client key, as the specification lets a browser
   * send it that could make none.
   */
  readonly allowsKeyless: boolean
  /** @throws GatewayError for a body that is no JSON object. */
  readonly parseBody: (spec: RouteSpec, incoming: Incoming) => Promise<Record<string, unknown>>
  /** Asked before an anonymous caller's encrypted body is opened. Default: no limit. */
  readonly decryptLimit?: DecryptLimit | undefined
  /** What of the encrypted bodies may be remembered for a day. Default: all. */
  readonly replayQuota?: ReplayQuota | undefined
}

/** A verdict of wire 7 rows 1 to 6; the answer carries its code in a header too. */
export class SignRefusal extends GatewayError {
  readonly reason: string
  constructor(code: keyof typeof SIGN_TEXTS, reason: string, message: string = SIGN_TEXTS[code]) {
    super(code, message)
    this.reason = reason
  }
}

const SIGN_TEXTS = {
  '00020': 'The request is not signed completely, please try again',
  '00021': 'The request does not match its signature, please try again',
  '00022': 'The request has expired, please try again',
  '00023': 'The signature is invalid, please log in again',
} as const

/**
 * Everything between a route and its handler, in the order of wire 7: session, signature, realm,
 * role. The body is parsed only then, so that nothing of an unproved request is ever interpreted;
 * an encrypted one is opened last.
 */
export function createAdmission({
  sessions,
  verifier,
  decryptor,
  allowsPlaintext,
  allowsKeyless,
  parseBody,
  decryptLimit,
  replayQuota,
}: AdmissionOptions) {
  return async (spec: RouteSpec, incoming: Incoming): Promise<Admitted> => {
    const { session, signKeyId } =
      spec.access === 'private'
        ? await admitPrivate(spec, { ...incoming, sessions, verifier })
        : await admitPublic(spec, { ...incoming, sessions })
    if (spec.encrypted && signKeyId === null) {
      assertVerdict(await verifier.verifyFreshness({ headers: incoming.headers }))
      await decryptLimit?.(incoming.address)
    }
    const parsed = await parseBody(spec, incoming)
    if (!spec.encrypted) {
      assertStorable(parsed)
      return { session, signKeyId, clientKey: undefined, body: parsed, rawBody: incoming.rawBody }
    }

    if (!allowsPlaintext || !allowsKeyless) assertSealed(parsed)
    const opened = decryptor.decrypt({
      path: incoming.path,
      tm: incoming.headers['tm'] ?? '',
      traceId: incoming.headers['trace-id'] ?? '',
      body: parsed,
    })
    if (!opened.ok) throw unreadable()
    const isUnauthenticated = opened.encrypted && !opened.clientKey && signKeyId === null
    if (isUnauthenticated && (!allowsKeyless || unstorableField(opened.fields) !== undefined))
      throw unreadable()
    assertStorable(opened.fields)
    return {
      session,
      signKeyId,
      clientKey: opened.clientKey,
      body: opened.fields,
      rawBody: incoming.rawBody,
      isUnauthenticated,
      ...claimOf(spec, { incoming, opened, signKeyId, isUnauthenticated, verifier, replayQuota }),
    }
  }
}

async function admitPrivate(
  spec: RouteSpec,
  {
    path,
    headers,
    rawBody,
    sessions,
    verifier,
  }: Incoming & Pick<AdmissionOptions, 'sessions' | 'verifier'>,
) {
  const verdict = await sessions.read(headers)
  if (!verdict.ok) throw new GatewayError(verdict.code, verdict.message)
  const { session } = verdict
  const signed = await verifier.verify({
    method: spec.method,
    path,
    headers,
    body: rawBody,
    session,
  })
  assertVerdict(signed)
  if (headers['x-realm'] !== session.realm)
    throw new GatewayError(
      '40901',
      'This page belongs to the other account (live or paper), please reload it',
    )
  const isAllowed =
    (spec.realms?.includes(session.realm) ?? true) &&
    (spec.roles?.some((role) => session.roles.includes(role)) ?? true) &&
    (session.subAccount === undefined || allowsSubAccount(subAccountNeed(spec), session.subAccount))
  if (!isAllowed) throw new GatewayError('40301', 'This account may not do that')
  return { session, signKeyId: signed.keyId }
}

/**
 * Public reads answer everybody alike: a cookie that came along must not make them wait for the
 * database.
 */
async function admitPublic(
  { method }: RouteSpec,
  { headers, sessions }: Incoming & Pick<AdmissionOptions, 'sessions'>,
) {
  const verdict = method === 'POST' && headers['cookie'] ? await sessions.read(headers) : undefined
  return { session: verdict?.ok ? verdict.session : undefined, signKeyId: null }
}

/** The one answer to everything that is wrong with an encrypted part (wire 7). */
export function unreadable(): GatewayError {
  return invalidParameter('bodyCiphertext', 'The encrypted part of the request cannot be read')
}

/** @throws GatewayError with HTTP 400. */
export function assertStorable(values: Readonly<Record<string, unknown>>): void {
  const field = unstorableField(values)
  if (field !== undefined)
    throw malformedParameter(field, `${field} holds a character that no text has`)
}

/**
 * The client's way out is that of the other verdicts under this code: it fetches the configuration,
 * and with it the key to encrypt with, again.
 */
function assertSealed(body: Readonly<Record<string, unknown>>): void {
  if (SENSITIVE_FIELDS.some((name) => Object.hasOwn(body, name)))
    throw new SignRefusal(
      '00021',
      'sensitive-in-clear',
      'This request must be encrypted, please try again',
    )
}

function assertVerdict(verdict: Verdict): asserts verdict is Extract<Verdict, { ok: true }> {
  if (!verdict.ok) throw new SignRefusal(verdict.code, verdict.reason)
}

interface ClaimOptions extends Pick<AdmissionOptions, 'verifier' | 'replayQuota'> {
  readonly incoming: Incoming
  readonly opened: Extract<ReturnType<Decryptor['decrypt']>, { ok: true }>
  readonly signKeyId: string | null
  readonly isUnauthenticated: boolean
}

/** How an opened body is marked as seen, and what becomes of its quota when its handler throws. */
function claimOf(
  spec: RouteSpec,
  { incoming, opened, signKeyId, isUnauthenticated, verifier, replayQuota }: ClaimOptions,
): Required<Pick<Admitted, 'claim' | 'failed'>> {
  // What is worthless in minutes is remembered for minutes, who sent it, and needs no budget.
  const budget = spec.sealMs === undefined && signKeyId === null ? replayQuota : undefined
  const attempt = { path: spec.path, address: incoming.address }
  return {
    async claim() {
      if (signKeyId !== null) return
      if (isUnauthenticated) await budget?.spend(attempt)
      // With a client key as well: cut and turned it would come again without one, under another
      // stamp.
      const isKept =
        isUnauthenticated || (opened.encrypted && ((await budget?.mayKeep(attempt)) ?? true))
      assertVerdict(
        await verifier.verifyFreshness({
          headers: incoming.headers,
          replayScope: opened.clientKey?.keyId ?? incoming.address,
          ciphertextId: isKept ? opened.ciphertextId : undefined,
          ciphertextTtlMs: spec.sealMs,
        }),
      )
    },
    failed: async () => (isUnauthenticated ? budget?.failed(attempt) : undefined),
  }
}
