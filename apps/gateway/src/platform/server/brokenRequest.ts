import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { httpAnswer } from './errorAnswer.ts'
import { DATA_POLICY, securityHeaders } from '../security/securityHeaders.ts'

/** What Node says of a request that never became one, and the status that goes with it. */
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers what could not be read as HTTP, or not in time, in the form of every other refusal, and
 * ends the connection.
 */
export function answerBrokenRequest(
  error: { readonly code?: string },
  { socket, now }: { socket: Duplex; now: number },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = STATUSES[error.code ?? ''] ?? 400
  const body = JSON.stringify(httpAnswer(status).envelope)
  const headers = {
    ...securityHeaders({ isHttps: false }),
    'content-security-policy': DATA_POLICY,
    'cache-control': 'no-store',
    'request-time': String(now),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
