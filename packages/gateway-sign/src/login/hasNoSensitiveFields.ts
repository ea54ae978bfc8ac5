import type { OutgoingRequest } from '../engine/Engine.ts'
import { isPlainObject } from './isPlainObject.ts'

type Fields = Readonly<Record<string, unknown>>

/** A literal that writes itself would write its secrets into the open part too. */
export const isPlainBody = (body: unknown): body is Record<string, unknown> =>
  isPlainObject(body) && typeof body['toJSON'] !== 'function'

/** Whether one of the names has a value here. */
export const hasAnyField = (fields: Fields, names: readonly string[]): boolean =>
  names.some((name) => (fields[name] ?? null) !== null)

/**
 * Whether a request is seen to hold none of the names without the code that reads forms and
 * instances: of those it is not.
 */
export const hasNoSensitiveFields = (
  { body = {}, query = {} }: Pick<OutgoingRequest, 'body' | 'query'>,
  names: readonly string[],
): boolean => isPlainBody(body) && !hasAnyField(body, names) && !hasAnyField(query, names)
