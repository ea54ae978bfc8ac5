import { blobOrText } from './blobOrText.ts'
import type { Transport, WireRequest } from './request.ts'
import { RequestError } from './RequestError.ts'

/** A request as a server receives it: body bytes and lower-case header names. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and query; a whole URL for a request to another origin. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Response of a test handler. Defaults: status 200, no headers, empty body. */
export interface HandlerResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A string and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

/** Handles a request in place of a server. */
export type Handler = (request: ReceivedRequest) => HandlerResponse | Promise<HandlerResponse>

/**
 * Creates a transport that passes requests to a function instead of the network: a gateway's own
 * handler (`app.inject`) or a test's. Bodies arrive as the bytes that a network would carry, forms
 * and Blobs too.
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
      const response = { status, headers: new Headers(headers) }
      const raw = typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body)
      const type = response.headers.get('content-type') ?? ''
      if (request.responseType === 'blob')
        return { ...response, ...(await blobOrText(status, new Blob([raw], { type }))) }
      return { ...response, text: typeof raw === 'string' ? raw : await new Blob([raw]).text() }
    },
  }
}

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> | ArrayBuffer | Blob =>
  body instanceof Uint8Array || body instanceof ArrayBuffer || body instanceof Blob

/** Error that a handler throws to simulate a lost connection. */
export const connectionLost = (message = 'Network Error') =>
  new RequestError('network', { message })

async function receive({
  method,
  origin = '',
  target,
  content,
  headers,
}: WireRequest): Promise<ReceivedRequest> {
  // The platform encodes boundaries and types as on the network.
  const form = new Response(content === '' ? null : content)
  const type = form.headers.get('content-type')
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    method,
    url: `${origin}${target}`,
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
