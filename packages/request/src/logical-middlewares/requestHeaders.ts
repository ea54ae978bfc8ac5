import { logical, type LogicalMiddleware } from '../middleware.ts'

/** Options of `requestHeaders`. */
export interface RequestHeadersOptions {
  /** Read for each attempt: `{ authorization: 'Bearer …' }`. */
  readonly headers: () =>
    | Readonly<Record<string, string>>
    | Promise<Readonly<Record<string, string>>>
}

/** Adds an app's own headers, such as `authorization`. The caller's headers win. */
export function requestHeaders({ headers }: RequestHeadersOptions): LogicalMiddleware {
  return logical('request-headers', async (request, next) => {
    // Another origin must not get the token.
    if (request.origin !== undefined) return next(request)
    return next({ ...request, headers: { ...(await headers()), ...request.headers } })
  })
}
