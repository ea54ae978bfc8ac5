import { isPlainObject } from '@x/kit'
/** The only file that spells what the server calls things (wire protocol 1, 1b, 7, 10). */

export const TM = 'tm'
export const TRACE_ID = 'trace-id'
/** The trace id again, in the form of W3C that every proxy and tracing system reads. */
export const TRACE_PARENT = 'traceparent'
export const CONTENT_TYPE = 'content-type'
export const DEVICE_TOKEN = 'dy-token'
export const REQUEST_TIME = 'request-time'
export const SIGN_ERROR = 'gw-sign-error'

export interface CommonHeaders {
  readonly dark: boolean
  readonly terminalCode: string | undefined
  readonly deviceLanguage: string
  readonly locale: string
  readonly languageTag: string
  readonly beta: boolean
  readonly realm: string | undefined
}

export const commonHeaderFields = ({
  dark,
  terminalCode,
  deviceLanguage,
  locale,
  languageTag,
  beta,
  realm,
}: CommonHeaders): Record<string, string> => ({
  appTheme: dark ? 'dark' : 'standard',
  ...(terminalCode && { terminalCode }),
  // The terminal type of a web browser.
  terminaltype: '1',
  devicelanguage: deviceLanguage,
  locale,
  language: languageTag,
  ...(beta && { beta: '1' }),
  ...(realm && { 'x-realm': realm }),
})

export const commonParameterFields = (languageType: number, { tm }: { readonly tm: string }) => ({
  languageType,
  t: Number(tm),
})

const SUCCESS: ReadonlySet<unknown> = new Set([0, '0', '200', '00000'])

/** What a response says, whatever its backend's form. */
export interface Envelope {
  /** The backend's code; `''` without one. */
  readonly code: string
  readonly success: boolean
  /** The server's text for the user; `''` without one. */
  readonly msg: string
  readonly data: unknown
}

/**
 * Reads the gateway's envelope `{ code, msg, data, status }` of a parsed response; `undefined`
 * unless it has its own `code`.
 */
export function readEnvelope(payload: unknown): Envelope | undefined {
  if (!isPlainObject(payload)) return undefined
  // Inherited properties do not come from the server.
  const [code, status, msg, data] = ['code', 'status', 'msg', 'data'].map((key) =>
    Object.hasOwn(payload, key) ? payload[key] : undefined,
  )
  if (typeof code !== 'string' && typeof code !== 'number') return undefined
  return {
    code: `${code}`,
    // `status: 'error'` is a failure whatever the code says (spec section 8).
    success: SUCCESS.has(code) && status !== 'error',
    msg: typeof msg === 'string' ? msg.trim() : '',
    data,
  }
}

export type SignCode = '00020' | '00021' | '00022' | '00023'
export const isSignCode = (code: string | undefined): code is SignCode =>
  /^0002[0-3]$/.test(code ?? '')
/**
 * The time was refused or a trace id reused; the client samples the clock again (wire protocol 7).
 */
export const TIME_REFUSED: SignCode = '00022'
/** The signature is invalid; the client logs out. */
export const SIGN_INVALID: SignCode = '00023'

export const UNAUTHENTICATED = '401'
export const SESSION_EXPIRED_CODES: readonly (string | undefined)[] = ['20906', '20205']
export const SOFT_CODES: readonly (string | undefined)[] = ['00004', '00005', '00006']
export const USER_INFO_PATH = '/v1/user/overview/userinfo'

const PUBLIC_PREFIX = /* @__PURE__ */ new RegExp(
  '^/v1/(mix|security/policy/captcha|buried|constantid|dev|market|spot/public|futures/public|' +
    'user/(login|register|third|message))/',
)
const LOGIN = /^\/v1\/user\/((agency|auth)\/)?login$/
/** Listed by name: the endpoints that scan and confirm a QR code require a session and a realm. */
const QR_LOGIN = /^\/v1\/user\/qr\/(create|getQrKeyStatus|verifySystemLogin)$/

/** Whether a path may be called without a session. The `x-realm` header has no meaning there. */
export const isPublicPath = (path: string): boolean =>
  PUBLIC_PREFIX.test(path) || LOGIN.test(path) || QR_LOGIN.test(path)
