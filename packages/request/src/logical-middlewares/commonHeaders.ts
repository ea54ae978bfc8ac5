import { logical, type LogicalMiddleware } from '../middleware.ts'
import { commonHeaderFields, isPublicPath } from '../wire.ts'

/** Values of the common headers, read for each request. */
export interface CommonHeadersOptions {
  readonly theme: () => 'light' | 'dark'
  /** 32 hexadecimal digits. Not sent when empty or undefined. */
  readonly terminalCode: () => string | undefined
  /** The browser's language: `navigator.language`. */
  readonly deviceLanguage: () => string
  /** The route prefix, such as `zh-CN`. */
  readonly locale: () => string
  /** The Intl tag, such as `zh-Hans-CN`. */
  readonly languageTag: () => string
  readonly beta?: boolean
  /**
   * The account type of the screen. The gateway refuses a private request that differs from its
   * session (code 40901).
   */
  readonly realm?: () => 'live' | 'paper'
  /**
   * Whether a path needs no realm. Default: the public paths of the wire protocol. The request's
   * `access` option overrides it.
   */
  readonly isPublic?: (path: string) => boolean
}

/** Adds the common headers (wire protocol 1b). The caller's own headers win. */
export function commonHeaders({
  theme,
  terminalCode,
  deviceLanguage,
  locale,
  languageTag,
  beta = false,
  realm,
  isPublic = isPublicPath,
}: CommonHeadersOptions): LogicalMiddleware {
  return logical('common-headers', (request, next) => {
    if (request.origin !== undefined) return next(request)
    const { access } = request.options
    const isPrivate = access ? access === 'private' : !isPublic(request.path)
    const fields = commonHeaderFields({
      dark: theme() === 'dark',
      terminalCode: terminalCode(),
      deviceLanguage: deviceLanguage(),
      locale: locale(),
      languageTag: languageTag(),
      beta,
      realm: isPrivate ? realm?.() : undefined,
    })
    return next({ ...request, headers: { ...fields, ...request.headers } })
  })
}
