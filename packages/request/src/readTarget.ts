import { canonicalPath } from './canonicalPath.ts'
import { RequestError } from './RequestError.ts'

/** Where a request goes. */
export interface Target {
  /** One of `allowedOrigins`; `undefined` for the transport's own origin. */
  readonly origin: string | undefined
  /** Canonical, without its query. */
  readonly path: string
  /** The parameters of the path's own query; a repeated name is a list. */
  readonly query: Readonly<Record<string, unknown>>
}

/** Which whole URLs are accepted. */
export interface TargetOptions {
  /** The transport's own origin. */
  readonly origin: string | undefined
  readonly allowedOrigins: readonly string[]
}

/**
 * Reads a path with or without a query, or a whole URL. The query becomes parameters, so that
 * middlewares see one form and signatures cover a path alone.
 * @throws RequestError `config` for an ambiguous path, a fragment, an origin that is not allowed.
 */
export function readTarget(given: string, { origin, allowedOrigins }: TargetOptions): Target {
  const [, authority, route = '', search, fragment] =
    /^(https?:\/\/[^/?#\\]*)?([^?#]*)(?:\?([^#]*))?(#[^]*)?$/i.exec(given) ?? []
  if (fragment !== undefined) throw refused('a fragment is never sent: escape # as %23')
  const query = parameters(search ?? '')
  // Before a query the parser trims nothing: a space in the host is no part that gets lost.
  const url = `${authority}${route}?`
  const named = !authority?.includes('@') && URL.canParse(url) ? new URL(url) : undefined
  if (authority === undefined || (named && named.origin === origin))
    return { origin: undefined, path: canonicalPath(route), query }
  if (!named || !allowedOrigins.includes(named.origin))
    throw refused(
      `${named?.origin ?? 'the URL'} is another origin: pass a path or list it in allowedOrigins`,
    )
  // Nothing is signed there, so the URL parser's own spelling does.
  return { origin: named.origin, path: named.pathname, query }
}

function parameters(search: string): Target['query'] {
  const all = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(all.keys())].map((name) => {
      const values = all.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

const refused = (message: string) => new RequestError('config', { message })
