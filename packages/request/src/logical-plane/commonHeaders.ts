import { logical, type LogicalMiddleware } from '../middleware.ts'
import { HEADER, isPublicPath, TERMINAL_TYPE } from '../wire.ts'

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
  /** What the screen trades with; a private request that disagrees with its session is refused (code 40901). */
  readonly realm?: () => 'live' | 'paper'
  /** Paths that need no realm; default: those of the wire protocol. A request's own `access` wins. */
  readonly isPublic?: (path: string) => boolean
}

/** The headers of every request (wire protocol 1b). A header of the caller's own wins. */
export function commonHeaders(options: CommonHeadersOptions): LogicalMiddleware {
  const { theme, terminalCode, deviceLanguage, locale, languageTag, beta = false, realm, isPublic = isPublicPath } = options
  return logical('common-headers', (request, next) => {
    const access = request.options.access ?? (isPublic(request.path) ? 'public' : 'private')
    const code = terminalCode()
    const headers: Record<string, string> = {
      [HEADER.theme]: theme() === 'dark' ? 'dark' : 'standard',
      ...(code ? { [HEADER.terminalCode]: code } : {}),
      [HEADER.terminalType]: TERMINAL_TYPE,
      [HEADER.deviceLanguage]: deviceLanguage(),
      [HEADER.locale]: locale(),
      [HEADER.language]: languageTag(),
      ...(beta ? { [HEADER.beta]: '1' } : {}),
      ...(realm && access === 'private' ? { [HEADER.realm]: realm() } : {}),
    }
    return next({ ...request, headers: { ...headers, ...request.headers } })
  })
}
