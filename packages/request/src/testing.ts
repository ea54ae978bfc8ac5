import type { Transport, WireRequest } from './request.ts'
import { RequestError } from './RequestError.ts'

/** A request as a server sees it: bytes and header names in lower case. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

export interface HandlerResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is; anything else goes as JSON. */
  readonly body?: unknown
}

export type Handler = (request: ReceivedRequest) => HandlerResponse | Promise<HandlerResponse>

/**
 * Hands requests to a function instead of a socket: a gateway's own handler (`app.inject`) or a few
 * lines of a test. Bodies arrive as the bytes that a network would carry, forms and Blobs too.
 */
export function createInProcessTransport(handler: Handler): Transport {
  return {
    async send(request) {
      request.signal.throwIfAborted()
      const received = await receive(request)
      const {
        status = 200,
        headers = {},
        body = '',
      } = await answered(handler, { received, signal: request.signal })
      const names = new Map(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      )
      return {
        status,
        header: (name) => names.get(name.toLowerCase()),
        text: typeof body === 'string' ? body : JSON.stringify(body),
      }
    },
  }
}

/** Thrown by a handler to stand for a connection that broke. */
export const connectionLost = (message = 'Network Error') =>
  new RequestError('network', { message })

async function receive({
  method,
  target,
  content,
  headers,
}: WireRequest): Promise<ReceivedRequest> {
  // The platform writes boundaries and types exactly as it would on the wire.
  const form = new Response(content === '' ? null : content)
  const type = form.headers.get('content-type')
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    method,
    url: target,
    headers: {
      ...(type && content !== '' && typeof content !== 'string' ? { 'content-type': type } : {}),
      ...named,
    },
    body: new Uint8Array(await form.arrayBuffer()),
  }
}

function answered(
  handler: Handler,
  { received, signal }: { readonly received: ReceivedRequest; readonly signal: AbortSignal },
): Promise<HandlerResponse> {
  return new Promise<HandlerResponse>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    const release = () => signal.removeEventListener('abort', stop)
    Promise.resolve(received).then(handler).finally(release).then(resolve, reject)
  })
}
