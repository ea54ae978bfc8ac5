import { logical, type LogicalMiddleware } from '../middleware.ts'

/** Puts the prefix before every path that does not carry it yet (spec section 7). */
export function prefix(start: `/${string}` = '/v1'): LogicalMiddleware {
  return logical('prefix', (request, next) =>
    next(
      request.path === start || request.path.startsWith(`${start}/`)
        ? request
        : { ...request, path: `${start}${request.path}` },
    ),
  )
}
