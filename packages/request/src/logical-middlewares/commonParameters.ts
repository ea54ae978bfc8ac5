import { isPlainObject } from '@x/kit'
import { logical, type LogicalMiddleware } from '../middleware.ts'
import type { LogicalRequest } from '../request.ts'
import { hasNoBody } from '../serialise.ts'
import { commonParameterFields } from '../wire.ts'

export interface CommonParametersOptions {
  /** The number of the current language. */
  readonly languageType: () => number
}

/**
 * Appends the language and the cache-busting timestamp, last (wire protocol 1b): to the JSON body
 * where there is one or could be, to the query otherwise. A value of the caller's own wins.
 */
export function commonParameters({ languageType }: CommonParametersOptions): LogicalMiddleware {
  return logical('common-parameters', (request, next) => {
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
