import { SENSITIVE_FIELDS } from '@x/gateway-sign'
import { GS1 } from '@x/gateway-sign/server'
import { addressGroup } from '../http/addressGroup.ts'
import { ERROR_CODE, malformedParameter } from '../http/envelope.ts'
import { traceIdOf } from '../log/Log.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../http/route.ts'
import { sha256, type CallOrigin, type KeptSignature } from './entry.ts'
import { signedText } from './signedText.ts'

/**
 * Writes that change nothing of an account and are sent by the second: polling, captchas, reports
 * of pages, stand-ins.
 */
const NOT_AUDITED = [
  '/v1/user/qr/getQrKeyStatus',
  '/v1/user/qr/create',
  '/v1/security/policy/captcha/',
  '/v1/captcha/',
  '/v1/buried/log/',
  '/v1/dev/',
] as const

/** Of a body that is kept; an order has some 300. */
const MOST_BODY_CHARACTERS = 16_384

export function isAudited({ method, path }: Pick<RouteSpec, 'method' | 'path'>): boolean {
  return method === 'POST' && !NOT_AUDITED.some((prefix) => path.startsWith(prefix))
}

/**
 * Whether a write that nothing signs gets an entry. Anybody can send such calls: what is refused
 * before a proof was looked at would let anybody fill the disk.
 */
export function isCallKept(
  spec: RouteSpec,
  { code, hasSession }: { code: string; hasSession: boolean },
): boolean {
  if (code === '0')
    return spec.encrypted === true || hasSession || spec.path === '/v1/user/message/sendCode'
  return spec.encrypted === true && !UNTRIED.has(code)
}

/** Too many attempts, no captcha, a malformed field. */
const UNTRIED: ReadonlySet<string> = new Set(['42901', '40103', '40010'])

export function originOf(
  request: GatewayRequest,
  { keyId, keyHash }: Pick<CallOrigin, 'keyId' | 'keyHash'>,
): CallOrigin {
  const { headers, session } = request
  const agent = headers['user-agent']
  const tm = headers[GS1.headers.tm]
  return {
    call: `POST ${request.path}`,
    user: session?.userId,
    realm: session?.realm,
    session: session?.sessionId.slice(0, 8),
    keyId,
    keyHash,
    trace: traceIdOf(headers),
    tm: tm !== undefined && /^[0-9]{13}$/.test(tm) ? tm : undefined,
    address: addressGroup(request.address),
    agent: agent === undefined ? undefined : sha256(agent).slice(0, 16),
  }
}

/**
 * What is kept of a signature; the verifier has checked it, so that every header is there and in
 * its form.
 */
export function signatureOf(
  spec: RouteSpec,
  request: GatewayRequest,
  { fields }: { fields: readonly string[] },
): KeptSignature {
  const { headers, path, rawBody } = request
  const { mode, dataMd5, signature, tm, traceId } = GS1.headers
  const kept = {
    mode: headers[mode] ?? '',
    fields,
    md5: headers[dataMd5] ?? '',
    sign: headers[signature] ?? '',
  }
  if (isBodyKept(spec)) return { ...kept, body: rawBody }
  const text = signedText(fields, {
    path,
    tm: headers[tm] ?? '',
    trace: headers[traceId] ?? '',
    body: rawBody,
  })
  return { ...kept, signed: sha256(text) }
}

/** Sensitive fields travel encrypted, files are not signed, and pictures are long: none is kept. */
export const isBodyKept = ({
  encrypted,
  consumes,
  maxBodyBytes,
}: Pick<RouteSpec, 'encrypted' | 'consumes' | 'maxBodyBytes'>): boolean =>
  encrypted !== true && maxBodyBytes === undefined && !consumes?.includes(MULTIPART)

const MULTIPART = 'multipart/form-data'
const SENSITIVE: ReadonlySet<string> = new Set(SENSITIVE_FIELDS)

/**
 * A signed body is kept word for word, so that it must hold nothing that may not be kept, and end
 * somewhere. Where sensitive fields travel encrypted only a digest of the signed text is kept.
 * @throws GatewayError with HTTP 400 or 413.
 */
export function assertKeepable(
  spec: RouteSpec,
  { body, rawBody }: Pick<GatewayRequest, 'body' | 'rawBody'>,
): void {
  if (!isBodyKept(spec)) return
  if (rawBody.length > MOST_BODY_CHARACTERS)
    throw new GatewayError(ERROR_CODE, 'The body of this request is too long', { status: 413 })
  const field = sensitiveFieldOf(body)
  if (field !== undefined)
    throw malformedParameter(field, `${field} does not belong in this request`)
}

/** A body may be nested deeper than calls can be. */
function sensitiveFieldOf(body: unknown): string | undefined {
  const left = [body]
  for (const value of left) {
    if (typeof value !== 'object' || value === null) continue
    const name = Object.keys(value).find((each) => SENSITIVE.has(each))
    if (name !== undefined) return name
    for (const inner of Object.values(value)) left.push(inner)
  }
  return undefined
}

/** The order or transfer that an answer names. */
export function refOf(answer: unknown): string | undefined {
  const { orderId, transferId } = (answer ?? {}) as { orderId?: unknown; transferId?: unknown }
  const ref = orderId ?? transferId
  return typeof ref === 'string' ? ref : undefined
}

/** The orders that an answer names together. */
export function refsOf(answer: unknown): readonly string[] | undefined {
  const { cancelled } = (answer ?? {}) as { cancelled?: unknown }
  return Array.isArray(cancelled) ? cancelled.map(String) : undefined
}

/** The user whom an answer logs in. */
export function userOf(answer: unknown): string | undefined {
  type LogIn = {
    userInfo?: { userId?: string }
    accessTokenResVO?: { userInfo?: { userId?: string } }
  }
  const { userInfo, accessTokenResVO } = (answer ?? {}) as LogIn
  return userInfo?.userId ?? accessTokenResVO?.userInfo?.userId
}

export function codeOf(error: unknown): string {
  return error instanceof GatewayError ? error.code : 'fault'
}
