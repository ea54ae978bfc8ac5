/** One line per event on standard error. Fields never hold secrets, bodies, query strings or addresses of people. */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>

export function createLog(write: (line: string) => void): Log {
  const log = (level: string) => (message: string, fields: LogFields = {}) => {
    const details = Object.entries(fields).filter(([, value]) => value !== undefined)
    const tail = details.map(([name, value]) => ` ${name}=${typeof value === 'string' ? JSON.stringify(value) : String(value)}`).join('')
    write(`${level} ${message.replaceAll('\n', ' ')}${tail}\n`)
  }
  return { info: log('info'), warn: log('warn'), error: log('error') }
}

export const silentLog: Log = { info() {}, warn() {}, error() {} }
