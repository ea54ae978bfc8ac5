import { isPlainObject } from '@x/kit'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalRequest } from '../request.ts'
import { hasNoBody } from '../serialise.ts'
import { commonParameterFields } from '../wire.ts'

/** Options of `commonParameters`. */
export interface CommonParametersOptions {
  /** The numeric id of the current language. */
  readonly languageType: () => number
}

/**
 * Appends language and timestamp as the last parameters (wire protocol 1b): to a JSON body (created
 * if missing), else to the query. The caller's own values win.
 */
export function commonParameters({ languageType }: CommonParametersOptions): LogicalMiddleware {
  return logical('common-parameters', (request, next) => {
    if (request.origin !== undefined) return next(request)
    const common = commonParameterFields(languageType(), request.stamp)
    const { body } = request
    if (!goesInBody(request)) return next({ ...request, query: appended(request.query, common) })
    return next({ ...request, body: appended(isPlainObject(body) ? body : {}, common) })
  })
}

function goesInBody({ method, body, options }: LogicalRequest): boolean {
  if (hasNoBody(method) || (options.encoding ?? 'json') !== 'json') return false
  return body === undefined || body === null || isPlainObject(body)
}

function appended(
  own: Readonly<Record<string, unknown>>,
  common: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const missing = Object.entries(common).filter(
    ([name]) => !Object.hasOwn(own, name) || own[name] === undefined,
  )
  return Object.fromEntries([
    ...Object.entries(own).filter(([, value]) => value !== undefined),
    ...missing,
  ])
}
