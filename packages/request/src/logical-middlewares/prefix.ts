import { logical, type LogicalMiddleware } from '../middleware.ts'

/** Adds the prefix to every path without it (spec section 7). */
export function prefix(start: `/${string}` = '/v1'): LogicalMiddleware {
  return logical('prefix', (request, next) =>
    next(
      request.origin !== undefined || request.path === start || request.path.startsWith(`${start}/`)
        ? request
        : { ...request, path: `${start}${request.path}` },
    ),
  )
}
