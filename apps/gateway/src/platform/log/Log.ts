import type { Clock } from '@x/kit'
import type { Log, LogFields } from '../../exchange/ports/Log.ts'

export type { Log, LogFields }

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
