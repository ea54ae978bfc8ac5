import { linkController } from '@x/kit'
import { blobOrText } from '../blobOrText.ts'
import { checkedOrigin } from '../checkedOrigin.ts'
import type { Transport, WireRequest } from '../request.ts'
import { RequestError } from '../RequestError.ts'

/** Options of `createFetchTransport`. */
export interface FetchTransportOptions {
  /**
   * Scheme, host and port, such as `https://api.example.com`. Default: the origin of the page or
   * worker; elsewhere it is required. A path is rejected, because signatures cover the sent path.
   */
  readonly origin?: string
  /** Whether to send cookies to another origin. Default false. */
  readonly withCredentials?: boolean
  /**
   * Whether to follow redirects. Default false: the signed headers would go to another URL. A
   * redirect is then an `http` error with its status, in browsers, which hide it, a `network` error
   * whose `cause` says so.
   */
  readonly acceptRedirects?: boolean
  /** Replaces the runtime's `fetch`, such as a service binding of a worker. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

const REDIRECTED = 'the server redirects: ask for the new path, or pass acceptRedirects'

/**
 * Creates a transport on `fetch`, for browsers, workers, service workers, edge runtimes and Node.
 * Fetch has no events while it uploads: `onProgress` is called once, when the whole body has been
 * sent, and never for FormData; use `@x/request/axios` to show the progress of large uploads.
 * @throws RequestError `config` for an invalid origin.
 */
export function createFetchTransport({
  origin = '',
  withCredentials = false,
  acceptRedirects = false,
  fetch = (url, init) => globalThis.fetch(url, init),
}: FetchTransportOptions = {}): Transport {
  const own = checkedOrigin(origin)
  return {
    origin: own || undefined,
    async send(request) {
      const { method, origin: other, headers, target, onProgress } = request
      const base = other ?? own
      if (base === '' && !('location' in globalThis))
        throw new RequestError('config', {
          message: 'there is no page: pass createFetchTransport({ origin })',
        })
      const body = bodyOf(request)
      // `fetch` may keep listeners on the signal it gets.
      const { controller, unlink } = linkController(request.signal)
      try {
        const response = await fetch(`${base}${target}`, {
          method,
          headers,
          signal: controller.signal,
          redirect: acceptRedirects ? 'follow' : 'manual',
          // Some edge runtimes refuse the option itself.
          ...(withCredentials && other === undefined && { credentials: 'include' }),
          ...(body !== undefined && { body }),
        })
        if (response.type === 'opaqueredirect') throw new TypeError(REDIRECTED)
        const size = sizeOf(body)
        if (size !== undefined) onProgress?.({ loaded: size, total: size })
        return {
          status: response.status,
          headers: response.headers,
          ...(request.responseType === 'blob'
            ? await blobOrText(response.status, await response.blob())
            : { text: await response.text() }),
        }
      } catch (error) {
        // Runtimes' messages differ, and their errors may contain the request.
        const isRedirect = error instanceof TypeError && error.message === REDIRECTED
        throw new RequestError('network', {
          message: 'Network Error',
          code: codeOf(error),
          ...(isRedirect && { cause: error }),
        })
      } finally {
        unlink()
      }
    },
  }
}

type Body = Uint8Array<ArrayBuffer> | Exclude<WireRequest['content'], string>

/** Text as its bytes, because `fetch` adds a content type to a string without one. */
function bodyOf({ content }: WireRequest): Body | undefined {
  if (content === '') return undefined
  if (typeof content === 'string') return new TextEncoder().encode(content)
  return content
}

function sizeOf(body: Body | undefined): number | undefined {
  if (body instanceof Blob) return body.size
  return body === undefined || body instanceof FormData ? undefined : body.byteLength
}

/** The system's code, where the runtime gives it as cause: `ECONNREFUSED`. */
function codeOf(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}
