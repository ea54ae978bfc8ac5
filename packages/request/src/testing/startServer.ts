/** A real HTTP server that remembers the bytes it was sent, for the tests of the transports. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Recorded {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type Answer = (request: Recorded, response: ServerResponse) => void

export interface ServerOptions {
  /**
   * Sees each request before its body is read, to slow it down; default: as fast as it
   * comes.
   */
  readonly throttle?: (incoming: IncomingMessage) => void
}

export async function startServer(answer: Answer, { throttle }: ServerOptions = {}) {
  const recorded: Recorded[] = []
  const server = createServer((incoming, response) => {
    throttle?.(incoming)
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
      }
      recorded.push(request)
      answer(request, response)
    })
  })
  // A test that stands still for five seconds on a full machine would find its kept connection
  // closed in the moment of its use.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    recorded,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function json(
  response: ServerResponse,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}
