import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { pathOf } from '../http/canonicalPath.ts'
import { cameOverTls, hasHost } from '../http/hosts.ts'
import type { HandledRequest } from '../http/HandledRequest.ts'
import type { QuickCalls } from '../http/route.ts'

export interface QuickOptions {
  readonly quick: readonly QuickCalls[]
  readonly isKnownSpelling: (path: string) => boolean
  readonly answersTo: (host: string | undefined) => boolean
  readonly addressOf: (request: IncomingMessage) => string
  readonly isTrusted: (address: string) => boolean
  /** The headers of every answer, names and values in turn. */
  readonly headersOf: (answer: { readonly isHttps: boolean }) => readonly string[]
  readonly observe?: ((answered: HandledRequest) => void) | undefined
}

/**
 * Answers what programs read most before the framework does, which costs as much as the answer.
 * Whatever is not a plain read (a body, a page of another site, an odd spelling) is left to it.
 */
export function answerQuickly(server: Server, options: QuickOptions): void {
  const prefixes = options.quick.flatMap((calls) =>
    calls.prefixes.map((prefix): Prefix => ({ prefix, route: `${prefix}*`, calls })),
  )
  if (prefixes.length === 0) return
  const [whole] = server.listeners('request') as [(...both: unknown[]) => void]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? '')
    const asked = prefixes.find(({ prefix }) => path.startsWith(prefix))
    if (asked && isPlainRead(request, path, options))
      send(asked, { request, response, path, options }).catch(() => response.destroy())
    else whole.call(server, request, response)
  })
}

/** One prefix of quick calls, and the route that its answers are counted by. */
interface Prefix {
  readonly prefix: string
  readonly route: string
  readonly calls: QuickCalls
}

function isPlainRead(
  request: IncomingMessage,
  path: string,
  { isKnownSpelling, answersTo }: QuickOptions,
): boolean {
  const { method, headers } = request
  return (
    method === 'GET' &&
    headers.origin === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    isKnownSpelling(path) &&
    hasHost(request) &&
    answersTo(headers.host)
  )
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly options: QuickOptions
}

async function send(
  { calls, route }: Prefix,
  { request, response, path, options }: Asked,
): Promise<void> {
  const startedAt = performance.now()
  const { isTrusted, addressOf, headersOf, observe } = options
  const { status, headers, text, bytes } = await calls.answer(request, {
    path,
    address: addressOf(request),
  })
  const isHttps = cameOverTls(request) && isTrusted(request.socket.remoteAddress ?? '')
  // A list: Node copies an object into one.
  const all = [...headersOf({ isHttps }), ...headers, 'content-length', String(bytes)]
  response.writeHead(status, all)
  response.end(text)
  const seconds = (performance.now() - startedAt) / 1_000
  observe?.({ method: 'GET', route, status, code: undefined, seconds })
}
