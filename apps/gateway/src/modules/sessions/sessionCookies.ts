import { parseCookies } from '../../platform/http/cookies.ts'
import { hostnameOf, isLocalhost } from '../../platform/http/hosts.ts'
import type { GatewayRequest } from '../../platform/http/route.ts'

/**
 * Bound to the host by the browser: only this host over https (or localhost) can set or read it
 * (wire 1b).
 */
const HOST_COOKIE = '__Host-session'
/** For http on other hosts, where browsers drop `Secure` cookies: development only. */
const PLAIN_COOKIE = 'session'
const TOKEN_COOKIE = 'x_token'
const USER_COOKIE = 'x_uid'

/**
 * Longer than any session lives, so that a late client learns that its session expired instead of
 * that it has none.
 */
const COOKIE_SECONDS = 30 * 86_400
const SECRET = /^[A-Za-z0-9_-]{43}$/

export interface SessionSecret {
  readonly secret: string
  readonly sessionId: string
  readonly userId: string
}

/** The secret in the session cookie, `undefined` when there is none of the right form. */
export function readSessionSecret(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { isDevelopment }: { isDevelopment: boolean },
): string | undefined {
  const cookies = parseCookies(single(headers['cookie']))
  const allowsPlain = isDevelopment && !isLocalhost(hostnameOf(single(headers['host'])))
  const secret = cookies.get(HOST_COOKIE) ?? (allowsPlain ? cookies.get(PLAIN_COOKIE) : undefined)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/**
 * The credential, out of reach of scripts, and the two readable references of the spec, which open
 * nothing.
 */
export function issueSessionCookies(
  request: GatewayRequest,
  { secret, sessionId, userId }: SessionSecret,
): void {
  request.setCookie(request.isSecure ? HOST_COOKIE : PLAIN_COOKIE, secret, {
    httpOnly: true,
    maxAge: COOKIE_SECONDS,
  })
  request.setCookie(TOKEN_COOKIE, sessionId, { maxAge: COOKIE_SECONDS })
  request.setCookie(USER_COOKIE, userId, { maxAge: COOKIE_SECONDS })
}

export function clearSessionCookies(request: GatewayRequest): void {
  request.setCookie(request.isSecure ? HOST_COOKIE : PLAIN_COOKIE, '', {
    httpOnly: true,
    maxAge: 0,
  })
  request.setCookie(TOKEN_COOKIE, '', { maxAge: 0 })
  request.setCookie(USER_COOKIE, '', { maxAge: 0 })
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join('; ') : value
}
