import { logical, type LogicalMiddleware } from '../middleware.ts'

/** An app's own headers; a value of `undefined` leaves the header out. */
type AppHeaders = Readonly<Record<string, string | undefined>>

/** Options of `requestHeaders`. */
export interface RequestHeadersOptions {
  /** Read for each attempt: ``{ authorization: token && `Bearer ${token}` }``. */
  readonly headers: () => AppHeaders | Promise<AppHeaders>
}

/** Adds an app's own headers, such as `authorization`. The caller's headers win. */
export function requestHeaders({ headers }: RequestHeadersOptions): LogicalMiddleware {
  return logical('request-headers', async (request, next) => {
    // Another origin must not get the token.
    if (request.origin !== undefined) return next(request)
    const own = Object.entries(await headers()).filter(isGiven)
    return next({ ...request, headers: { ...Object.fromEntries(own), ...request.headers } })
  })
}

const isGiven = (header: [string, string | undefined]): header is [string, string] =>
  header[1] !== undefined
