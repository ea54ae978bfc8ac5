/** A real HTTP server that records the bytes it receives, for transport tests. */
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
   * Called before the body of a request is read, to slow the reading down. Default: no throttling.
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
  // A test that stalls for five seconds on a loaded machine would find its keep-alive connection
  // closed when it uses it.
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
