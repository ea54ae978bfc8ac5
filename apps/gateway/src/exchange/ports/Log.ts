/**
 * One line per event on standard error: time (ISO 8601, UTC), level, message, fields. Fields never
 * hold secrets, bodies, query strings, names or addresses of people. An event of a request has the
 * request's trace id in the field `trace`.
 */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>
