import type { Clock } from '@x/kit'

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

export function createLog(
  write: (line: string) => void,
  { clock }: { readonly clock: Pick<Clock, 'now'> },
): Log {
  const log =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      const details = Object.entries(fields).filter(([, value]) => value !== undefined)
      const tail = details
        .map(
          ([name, value]) =>
            ` ${name}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`,
        )
        .join('')
      write(
        `${new Date(clock.now()).toISOString()} ${level} ${message.replaceAll('\n', ' ')}${tail}\n`,
      )
    }
  return { info: log('info'), warn: log('warn'), error: log('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }

const TRACE_ID = /^w[0-9]{13}[0-9a-f]{11}$/

/** The trace id that a request came with; `undefined` unless it has the form of one (wire 1). */
export function traceIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const traceId = headers['trace-id']
  return typeof traceId === 'string' && TRACE_ID.test(traceId) ? traceId : undefined
}
