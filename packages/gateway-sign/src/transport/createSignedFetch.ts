import { createSignedExchange, parseAnswer, type SignerOptions } from './createSignedExchange.ts'

/** Options of `createSignedFetch`. */
export interface SignedFetchOptions extends SignerOptions {
  /**
   * Origin of the gateway, such as `https://api.example.com`; in a page `location.origin`. Relative
   * URLs begin here. A request to any other origin is sent as it is.
   */
  readonly origin: string
  /** Sends the signed request. Default: the platform's fetch. */
  readonly fetch?: typeof globalThis.fetch
}

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8'
const JSON_TYPE = 'application/json'

/**
 * A `fetch` that signs each request to the gateway, encrypts log-ins and binds their keys.
 *
 * Bodies of text, JSON and `URLSearchParams` are signed as sent; mode 2 refuses forms with files,
 * blobs and streams (`UNSIGNABLE_BODY`).
 *
 * @throws GatewaySignError when a request must not be sent (the returned function rejects).
 */
export function createSignedFetch({
  origin,
  fetch: send = (...request) => globalThis.fetch(...request),
  ...options
}: SignedFetchOptions): typeof globalThis.fetch {
  const exchange = createSignedExchange(options)
  const own = new URL(origin).origin

  return async (input, init = {}) => {
    const request = input instanceof Request ? input : undefined
    const url = new URL(input instanceof Request ? input.url : input, own)
    if (url.origin !== own) return send(input, init)
    const method = (init.method ?? request?.method ?? 'GET').toUpperCase()
    const headers = new Headers(init.headers ?? request?.headers)
    const body = await finalBody({ method, body: init.body, request, headers })
    const contentType = headers.get('content-type') ?? undefined
    return exchange(
      { method, url, body, contentType },
      {
        send(signed) {
          for (const [name, value] of Object.entries(signed.headers)) headers.set(name, value)
          const ready = { ...init, method, headers, ...bodyInit(signed.body, headers) }
          return request ? send(new Request(request, ready)) : send(url, ready)
        },
        headerOf: (response, name) => response.headers.get(name),
        bodyOf: async (response) =>
          response.ok ? parseAnswer(await response.clone().text()) : undefined,
      },
    )
  }
}

interface Outgoing {
  readonly method: string
  readonly body: RequestInit['body']
  readonly request: Request | undefined
  readonly headers: Headers
}

/** The body that will be sent; text where its bytes are known beforehand. */
async function finalBody({ method, body, request, headers }: Outgoing): Promise<unknown> {
  if (method === 'GET' || method === 'HEAD') return undefined
  if (body instanceof URLSearchParams) {
    if (!headers.has('content-type')) headers.set('content-type', FORM_TYPE)
    return body.toString()
  }
  if ((body ?? null) !== null || !request) return body ?? undefined
  const type = headers.get('content-type') ?? ''
  const copy = request.clone()
  if (/^multipart\/form-data\b/i.test(type)) {
    // The platform chooses another boundary.
    headers.delete('content-type')
    return copy.formData()
  }
  const isText = type === '' || /^(text\/|application\/(json|x-www-form-urlencoded)\b)/i.test(type)
  return isText ? (await copy.text()) || undefined : copy.blob()
}

/** A log-in may have become JSON. A stream needs `duplex` in Node. */
function bodyInit(body: unknown, headers: Headers): RequestInit {
  if (body === undefined) return {}
  if (typeof body === 'string') {
    if (!headers.has('content-type') && body.startsWith('{')) headers.set('content-type', JSON_TYPE)
    return { body }
  }
  return body instanceof ReadableStream
    ? ({ body, duplex: 'half' } as RequestInit)
    : { body: body as FormData }
}
