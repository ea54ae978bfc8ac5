import { logical, type LogicalMiddleware } from '../middleware.ts'
import { mapParameters } from './mapParameters.ts'

/** Trims every string of the parameters, however deep, in a copy (Q1). */
export function trim(): LogicalMiddleware {
  return logical('trim', (request, next) => next(mapParameters(request, (value) => (typeof value === 'string' ? value.trim() : value))))
}
