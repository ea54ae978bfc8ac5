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
  /** The headers of every answer. */
  readonly headersOf: (answer: { readonly isHttps: boolean }) => Readonly<Record<string, string>>
  readonly observe?: ((answered: HandledRequest) => void) | undefined
}

/**
 * Answers what programs read most before the framework does, which costs as much as the answer.
 * Whatever is not a plain read (a body, a page of another site, an odd spelling) is left to it.
 */
export function answerQuickly(server: Server, options: QuickOptions): void {
  const { quick } = options
  if (quick.length === 0) return
  const [whole] = server.listeners('request') as [(...both: unknown[]) => void]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? '')
    const calls = quick.find(({ prefixes }) => prefixes.some((each) => path.startsWith(each)))
    if (calls && isPlainRead(request, { ...options, path }))
      send(calls, { request, response, path, options }).catch(() => response.destroy())
    else whole.call(server, request, response)
  })
}

function isPlainRead(
  request: IncomingMessage,
  { path, isKnownSpelling, answersTo }: QuickOptions & { readonly path: string },
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

async function send(calls: QuickCalls, { request, response, path, options }: Asked): Promise<void> {
  const startedAt = performance.now()
  const { isTrusted, addressOf, headersOf, observe } = options
  const { status, headers, text } = await calls.answer(request, {
    path,
    address: addressOf(request),
  })
  const isHttps = cameOverTls(request) && isTrusted(request.socket.remoteAddress ?? '')
  response.writeHead(status, {
    ...headersOf({ isHttps }),
    ...headers,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
  const prefix = calls.prefixes.find((each) => path.startsWith(each)) ?? ''
  const seconds = (performance.now() - startedAt) / 1_000
  observe?.({ method: 'GET', route: `${prefix}*`, status, code: undefined, seconds })
}
