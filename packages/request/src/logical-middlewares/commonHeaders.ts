import { logical, type LogicalMiddleware } from '../middleware.ts'
import { commonHeaderFields, isPublicPath } from '../wire.ts'

export interface CommonHeadersOptions {
  readonly theme: () => 'light' | 'dark'
  /** 32 hexadecimal digits; empty or absent: not sent. */
  readonly terminalCode: () => string | undefined
  /** What the browser speaks: `navigator.language`. */
  readonly deviceLanguage: () => string
  /** The route prefix, such as `zh-CN`. */
  readonly locale: () => string
  /** The Intl tag, such as `zh-Hans-CN`. */
  readonly languageTag: () => string
  readonly beta?: boolean
  /**
   * What the screen trades with; a private request that disagrees with its session is refused (code
   * 40901).
   */
  readonly realm?: () => 'live' | 'paper'
  /**
   * Paths that need no realm; default: those of the wire protocol. A request's own `access` wins.
   */
  readonly isPublic?: (path: string) => boolean
}

/** The headers of every request (wire protocol 1b). A header of the caller's own wins. */
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
