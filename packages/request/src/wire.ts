/** The only file that spells what the server calls things (wire protocol 1, 1b, 7, 10). */

export const HEADER = {
  tm: 'tm',
  traceId: 'trace-id',
  theme: 'appTheme',
  terminalCode: 'terminalCode',
  terminalType: 'terminaltype',
  deviceLanguage: 'devicelanguage',
  locale: 'locale',
  language: 'language',
  beta: 'beta',
  realm: 'x-realm',
  deviceToken: 'dy-token',
  contentType: 'content-type',
  requestTime: 'request-time',
  signError: 'gw-sign-error',
} as const

export const PARAMETER = { languageType: 'languageType', timestamp: 't' } as const

/** The terminal type of a web browser. */
export const TERMINAL_TYPE = '1'

const SUCCESS: ReadonlySet<unknown> = new Set([0, '0', '200', '00000'])

export interface Envelope {
  readonly code: string
  readonly success: boolean
  readonly msg: string
  readonly data: unknown
}

/** Reads an envelope from a parsed answer; `null` when it is none: an envelope has a `code` of its own. */
export function readEnvelope(payload: unknown): Envelope | null {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null
  const own = (key: string): unknown => (Object.hasOwn(payload, key) ? (payload as Record<string, unknown>)[key] : undefined)
  const code = own('code')
  if (typeof code !== 'string' && typeof code !== 'number') return null
  const msg = own('msg')
  return {
    code: String(code),
    // `status: 'error'` is a failure whatever the code says (spec section 8).
    success: SUCCESS.has(code) && own('status') !== 'error',
    msg: typeof msg === 'string' ? msg.trim() : '',
    data: own('data'),
  }
}

export type SignCode = '00020' | '00021' | '00022' | '00023'
export const SIGN_CODES: ReadonlySet<string> = new Set<SignCode>(['00020', '00021', '00022', '00023'])
export const isSignCode = (code: string): code is SignCode => SIGN_CODES.has(code)
/** Its reaction is to log out. */
export const SIGN_INVALID: SignCode = '00023'

export const UNAUTHENTICATED = '401'
export const SESSION_EXPIRED_CODES: ReadonlySet<string> = new Set(['20906', '20205'])
export const SOFT_CODES: ReadonlySet<string> = new Set(['00004', '00005', '00006'])
export const USER_INFO_PATH = '/v1/user/overview/userinfo'

/** Paths that a request without a session may call; a `x-realm` header has no meaning there. Exact, or a prefix when it ends with a slash. */
export const PUBLIC_PATHS: readonly string[] = [
  '/v1/mix/',
  '/v1/security/policy/captcha/',
  '/v1/buried/',
  '/v1/constantid/',
  '/v1/dev/',
  '/v1/market/',
  '/v1/spot/public/',
  '/v1/futures/public/',
  '/v1/user/login',
  '/v1/user/login/',
  '/v1/user/agency/login',
  '/v1/user/register/',
  '/v1/user/third/',
  '/v1/user/qr/',
  '/v1/user/message/',
]

export const isPublicPath = (path: string): boolean =>
  PUBLIC_PATHS.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))
