import type { AxiosResponse } from 'axios'
import type { Transport, WireRequest, WireResponse } from '../request.ts'
import { RequestError } from '../RequestError.ts'
import { CONTENT_TYPE } from '../wire.ts'
import { loadAdapter, type Exchange } from './loadAdapter.ts'

/** Options of `createAxiosTransport`. */
export interface AxiosTransportOptions {
  /**
   * Scheme, host and port, such as `https://api.example.com`. Default: the page's origin. A path is
   * rejected, because signatures cover the path as sent.
   */
  readonly origin?: string
  /** Whether to send cookies to another origin. Default false. */
  readonly withCredentials?: boolean
}

/**
 * Creates a transport on an axios adapter: XHR in browsers, `http` in Node. Every axios feature
 * that changes a URL or a body is switched off.
 * @throws RequestError `config` for an invalid origin.
 */
export function createAxiosTransport({
  origin = '',
  withCredentials = false,
}: AxiosTransportOptions = {}): Transport {
  const baseURL = checkedOrigin(origin)
  let adapter: Promise<Exchange> | undefined

  return {
    origin: baseURL || undefined,
    async send(request) {
      const { method, origin: other, target, content, signal, onProgress } = request
      const exchange = await (adapter ??= loadAdapter())
      try {
        const response = await exchange({
          baseURL: other ?? baseURL,
          allowAbsoluteUrls: false,
          withCredentials: withCredentials && other === undefined,
          withXSRFToken: false,
          responseType: 'text',
          // Accept every status; the middlewares decide what it means.
          validateStatus: () => true,
          method,
          url: target,
          headers: headersOf(request),
          signal,
          ...(content !== '' && { data: content }),
          ...(onProgress && {
            onUploadProgress: ({ loaded, total }) => onProgress({ loaded, total }),
          }),
        })
        return wireResponse(response)
      } catch (error) {
        // Axios's error contains the whole request, passwords included, so only its message and
        // code are kept.
        const { message = 'Network Error', code } = error as Partial<{
          message: string
          code: string
        }>
        throw new RequestError('network', { message, code })
      }
    },
  }
}

function checkedOrigin(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (
    origin === '' ||
    (url?.origin === origin.replace(/\/$/, '') && /^https?:$/.test(url.protocol))
  )
    return url?.origin ?? ''
  throw new RequestError('config', { message: 'the origin must be scheme, host and port alone' })
}

/**
 * `false` stops axios from adding a content type to a body without one. The platform sets that of
 * forms, boundary included.
 */
function headersOf({ content, headers }: WireRequest): Record<string, string | false> {
  if (
    content instanceof FormData ||
    Object.keys(headers).some((name) => name.toLowerCase() === CONTENT_TYPE)
  )
    return headers
  return { ...headers, [CONTENT_TYPE]: (content instanceof Blob && content.type) || false }
}

function wireResponse({ status, headers, data }: AxiosResponse<unknown>): WireResponse {
  const list = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values].flat()) if (typeof value === 'string') list.append(name, value)
  return {
    status,
    headers: list,
    text: typeof data === 'string' ? data : '',
  }
}
