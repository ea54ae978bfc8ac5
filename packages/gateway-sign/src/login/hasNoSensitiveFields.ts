import { isPlainObject } from '@x/kit'
import type { OutgoingRequest } from '../requests.ts'

type Fields = Readonly<Record<string, unknown>>

/** Whether the body is a plain object without `toJSON`, which could write its secrets in clear. */
export const isPlainBody = (body: unknown): body is Record<string, unknown> =>
  isPlainObject(body) && typeof body['toJSON'] !== 'function'

/** Whether one of the names has a value. */
export const hasAnyField = (fields: Fields, names: readonly string[]): boolean =>
  names.some((name) => (fields[name] ?? null) !== null)

/**
 * Whether a request certainly contains none of the names. Forms and class instances count as
 * unknown, because the code that reads them is loaded separately.
 */
export const hasNoSensitiveFields = (
  { body = {}, query = {} }: Pick<OutgoingRequest, 'body' | 'query'>,
  names: readonly string[],
): boolean => isPlainBody(body) && !hasAnyField(body, names) && !hasAnyField(query, names)
